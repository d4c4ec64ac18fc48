import Cards
import Testing

@testable import CardSettings

@Suite("Files that are collected")
struct FileSpoolTests {
    /// The whole file, from its beginning.
    private func bytes(of file: SpooledFile) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while case let chunk = try file.next(), !chunk.isEmpty { bytes += chunk }
        return bytes
    }

    @Test(
        "what was collected is read as often as wanted, also what is too large for memory", arguments: [0, 5, 12 << 20])
    func again(count: Int) throws {
        let all = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 11) }
        let spool = FileSpool()
        var rest = all[...]
        while !rest.isEmpty {
            try spool.append(Array(rest.prefix(1 << 20)))
            rest = rest.dropFirst(1 << 20)
        }
        let file = try spool.finish()
        #expect(file.byteCount == count && file.path == nil)
        #expect(try bytes(of: file) == all)
        #expect(try bytes(of: file).isEmpty)
        let other = file.again()
        #expect(try bytes(of: other) == all)
        #expect(other.version == file.version)
    }

    @Test("it is read anywhere, also across the end of what is in memory")
    func anywhere() throws {
        let spool = FileSpool()
        for part in UInt8(0)..<10 { try spool.append([UInt8](repeating: part, count: 1 << 20)) }
        let file = try spool.finish()
        for offset in [0, (8 << 20) - 1, 8 << 20, (10 << 20) - 1, 10 << 20] {
            var buffer: [UInt8] = [99]
            let count = try buffer.withUnsafeMutableBytes { try file.read(at: offset, into: $0) }
            #expect(count == (offset < 10 << 20 ? 1 : 0))
            #expect(buffer[0] == (offset < 10 << 20 ? UInt8(offset >> 20) : 99))
        }
    }
}
