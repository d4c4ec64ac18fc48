import Foundation
import TestSupport
import Testing

@testable import Basics
@testable import CardSettings

@Suite("File names that are not UTF-8")
struct PathTextTests {
    @Test("any bytes are converted to text and back, and UTF-8 stays unchanged")
    func roundTrip() {
        #expect(PathText.text(of: Array("żółw.png".utf8)) == "żółw.png")
        let names: [[UInt8]] = [
            [], Array("a b".utf8), [0xFF], [0x66, 0xFC, 0x72], [0xC3], [0xE2, 0x82], [0xE2, 0x82, 0x41],
            [0xF0, 0x9F, 0x92],
            [0xED, 0xA0, 0x80], [0xC0, 0xAF], Array("\u{10FFAB}\u{10FF7F}x".utf8), [0x80, 0xC3, 0xB6, 0x80],
        ]
        for name in names { #expect(PathText.bytes(of: PathText.text(of: name)) == name) }
        var generator = SeededGenerator(usual: 19)
        for _ in 0..<500 {
            let name = (0..<Int.random(in: 1...12, using: &generator)).map { _ in
                UInt8.random(in: 1...255, using: &generator)
            }
            #expect(PathText.bytes(of: PathText.text(of: name)) == name, "\(name)")
        }
    }

    @Test("such a file can be listed, read, written and replaced")
    func files() async throws {
        let folder = try TemporaryFolder()
        // "für.png" in Latin-1, as older systems wrote it.
        let bytes: [UInt8] = Array("f".utf8) + [0xFC] + Array("r.png".utf8)
        let name = PathText.text(of: bytes)
        try AtomicFile.write(Array("picture".utf8), to: folder.path + "/" + name)
        let files = UserFiles(environment: { _ in nil })
        let listing = try await files.listing(ofFolder: folder.path) { $0.hasSuffix(".png") }
        #expect(listing.entries.map(\.name) == [name])
        #expect(try await files.read(folder.path + "/" + name, limit: 100) == Array("picture".utf8))
        let stored = try #require(opendir(folder.path))
        defer { closedir(stored) }
        var found: [[UInt8]] = []
        while let entry = readdir(stored) {
            found.append(withUnsafeBytes(of: &entry.pointee.d_name) { bytes in Array(bytes.prefix { $0 != 0 }) })
        }
        #expect(found.contains(bytes))
    }
}
