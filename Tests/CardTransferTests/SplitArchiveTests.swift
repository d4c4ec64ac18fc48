import CardStorage
import Cards
import Testing

@testable import CardTransfer

@Suite("Archives in several files", .timeLimit(.minutes(1)))
struct SplitArchiveTests {
    @Test(
        "the other parts are found by the name of one",
        arguments: [
            ("a.zip.001", ["a.zip.001", "a.zip.002", "a.zip.003"]),
            ("a.zip.003", ["a.zip.001", "a.zip.002", "a.zip.003"]),
            ("a.zip.005", ["a.zip.005"]), ("b.zip", ["b.z01", "b.z02", "b.zip"]),
            ("b.z02", ["b.z01", "b.z02", "b.zip"]),
            ("c.zip", ["c.zip"]), ("D.Z01", ["D.Z01", "D.ZIP"]), ("e.csv.001", ["e.csv.001"]), ("f.001", ["f.001"]),
        ])
    func names(path: String, parts: [String]) {
        let files = [
            "a.zip.001", "a.zip.002", "a.zip.003", "a.zip.005", "b.z01", "b.z02", "b.zip", "c.zip", "D.Z01", "D.ZIP",
            "e.csv.001", "e.csv.002", "f.001", "f.002",
        ]
        #expect(SplitArchive.paths(besides: path, isThere: files.contains) == parts)
    }

    private func take(_ parts: [(name: String, bytes: [UInt8])]) async throws -> [String] {
        let store = try SQLiteCardStore.inMemory()
        let inputs = SplitArchive.joining(parts.map { part in ImportInput(name: part.name) { MemoryFile(part.bytes) } })
        _ = try await store.importFiles(inputs)
        return try await store.everything().map(\.name)
    }

    private func archive() throws -> [UInt8] {
        let table = Made.catima(["7,Cedar,,,,,0,,4711,,QR_CODE,,,0,0,0"])
        return try Made.zip(
            [("card_7_front.png", Made.picture(1, count: 3000)), ("catima.csv", Array(table.utf8))], isPacked: false)
    }

    @Test("pieces are read as one archive, in whatever order they are given; a missing one is told")
    func pieces() async throws {
        let whole = try archive()
        let parts = stride(from: 0, to: whole.count, by: 1000).enumerated().map { index, start in
            (name: "a.zip.00\(index + 1)", bytes: Array(whole[start..<min(start + 1000, whole.count)]))
        }
        #expect(try await take(parts) == ["Cedar"])
        #expect(try await take(parts.reversed()) == ["Cedar"])
        let other = (name: "b.json", bytes: Array(#"{"name": "Fir"}"#.utf8))
        #expect(try await take(parts + [other]) == ["Cedar", "Fir"])
        await #expect(throws: TransferError.splitArchive(command: "cat cards.zip.* > whole.zip")) {
            try await take(parts.dropLast())
        }
    }

    /// As `zip -s` writes them: a mark at the beginning, and offsets from the beginning of each disk.
    @Test("an archive on several disks is read, wherever they end", arguments: [100, 1500, 3100])
    func disks(end: Int) async throws {
        var whole: [UInt8] = [0x50, 0x4B, 0x07, 0x08] + (try archive())
        func number(_ position: Int) -> Int { (0..<4).reduce(0) { $0 | Int(whole[position + $1]) << (8 * $1) } }
        func write(_ value: Int, _ count: Int, at position: Int) {
            for index in 0..<count { whole[position + index] = UInt8(truncatingIfNeeded: value >> (8 * index)) }
        }
        func place(_ offset: Int) -> (disk: Int, offset: Int) {
            let offset = offset + 4
            return offset < end ? (0, offset) : (1, offset - end)
        }
        for start in 0..<whole.count - 4 where whole[start..<start + 2].elementsEqual("PK".utf8) {
            switch (whole[start + 2], whole[start + 3]) {
            case (1, 2):
                let place = place(number(start + 42))
                write(place.disk, 2, at: start + 34)
                write(place.offset, 4, at: start + 42)
            case (5, 6):
                let place = place(number(start + 16))
                write(1, 2, at: start + 4)
                write(place.disk, 2, at: start + 6)
                write(place.offset, 4, at: start + 16)
            default: break
            }
        }
        let parts = [(name: "a.zip", bytes: Array(whole[end...])), (name: "a.z01", bytes: Array(whole[..<end]))]
        #expect(try await take(parts) == ["Cedar"])
        // The last one alone.
        let file = NamedFile(bytes: parts[0].bytes, path: "a.zip")
        await #expect(throws: TransferError.splitArchive(command: "zip -s 0 cards.zip --out whole.zip")) {
            try await SQLiteCardStore.inMemory().importFile(file)
        }
    }

    private struct NamedFile: ReadableFile {
        let memory: MemoryFile
        let path: String?

        init(bytes: [UInt8], path: String) { (memory, self.path) = (MemoryFile(bytes), path) }

        func next() -> [UInt8] { memory.next() }
        var byteCount: Int { memory.byteCount }
        var version: FileVersion { memory.version }
        func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) -> Int {
            memory.read(at: offset, into: buffer)
        }
    }
}
