import CardSettings
import Foundation
import TestSupport
import Testing

@Suite("Reading a file in chunks")
struct FileChunksTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func all(_ chunks: FileChunks) throws -> [[UInt8]] {
        var all: [[UInt8]] = []
        while case let chunk = try chunks.next(), !chunk.isEmpty { all.append(chunk) }
        return all
    }

    @Test("the chunks make up the file, and none contains all of a large file")
    func chunks() throws {
        let text = String(repeating: "0123456789", count: 100_000)
        let path = try folder.write(text, to: "large")
        let chunks = try all(FileChunks(ofInput: path, limit: text.utf8.count))
        #expect(Array(chunks.joined()) == Array(text.utf8))
        #expect(chunks.allSatisfy { $0.count < text.utf8.count })
        #expect(try all(FileChunks(ofFile: folder.write("", to: "empty"), limit: 0)) == [])
    }

    @Test("the version of a file stays while nobody writes it; another file of the same size has another one")
    func version() throws {
        let (path, other) = (try folder.write("Fern", to: "a"), try folder.write("Moss", to: "b"))
        let version = try FileChunks(ofFile: path, limit: 9).version
        #expect(try FileChunks(ofFile: path, limit: 9).version == version)
        #expect(try FileChunks(ofFile: other, limit: 9).version != version)
        try #require(rename(other, path) == 0)
        #expect(try FileChunks(ofFile: path, limit: 9).version != version)
    }

    @Test("a named pipe is read; where a file is required it is rejected")
    func pipe() throws {
        let path = folder.path + "/pipe"
        #expect(mkfifo(path, 0o600) == 0)
        #expect(throws: FileError(path: path, action: .read, kind: .notAFile)) {
            try FileChunks(ofFile: path, limit: 9)
        }
        // Opening either end waits for the other.
        Thread {
            let writer = open(path, O_WRONLY)
            write(writer, "abc", 3)
            close(writer)
        }.start()
        #expect(try all(FileChunks(ofInput: path, limit: 9)) == [Array("abc".utf8)])
    }

    @Test("a long pipe is read completely; what exceeds the memory limit goes to an unnamed file")
    func longPipe() throws {
        let path = folder.path + "/pipe"
        #expect(mkfifo(path, 0o600) == 0)
        let bytes = (0..<20 << 20).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        Thread {
            let writer = open(path, O_WRONLY)
            var written = 0
            while written < bytes.count {
                let count = bytes.withUnsafeBytes {
                    write(writer, $0.baseAddress.map { $0 + written }, $0.count - written)
                }
                if count <= 0 { break }
                written += count
            }
            close(writer)
        }.start()
        #expect(Array(try all(FileChunks(ofInput: path, limit: 9, pipeLimit: bytes.count)).joined()) == bytes)
    }

    @Test("an endless device is read only until its content is unusable, and never beyond the limit")
    func endless() throws {
        var asked = 0
        let chunks = try FileChunks(ofInput: "/dev/zero", limit: 9, pipeLimit: 1 << 30) { _ in
            asked += 1
            return asked == 3
        }
        #expect(try all(chunks).joined().count == 3 * 256 << 10)
        #expect(throws: FileError(path: "/dev/zero", action: .read, kind: .tooLarge(limit: 30 << 20))) {
            try FileChunks(ofInput: "/dev/zero", limit: 9, pipeLimit: 30 << 20)
        }
        let message = FileError(path: "/dev/zero", action: .read, kind: .tooLarge(limit: 1 << 30)).userMessage
        #expect(message == "/dev/zero cannot be read: it is larger than 1 GB.")
    }

    @Test("a folder, a missing file and an oversized file give a reason")
    func refused() throws {
        #expect(throws: FileError(path: folder.path, action: .read, kind: .isFolder)) {
            try FileChunks(ofInput: folder.path, limit: 9)
        }
        let missing = folder.path + "/none"
        #expect(throws: FileError(path: missing, action: .read, kind: .missing)) {
            try FileChunks(ofFile: missing, limit: 9)
        }
        let path = try folder.write("abcd", to: "a")
        #expect(throws: FileError(path: path, action: .read, kind: .tooLarge(limit: 3))) {
            try FileChunks(ofFile: path, limit: 3)
        }
    }
}
