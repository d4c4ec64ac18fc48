import Foundation
import TestSupport
import Testing

@testable import CardSettings

struct AtomicFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("a new file is private, and no temporary file is left")
    func new() throws {
        try AtomicFile.write(Array("cards".utf8), to: folder.path + "/a")
        #expect(try folder.text(of: "a") == "cards")
        #expect(try folder.mode(of: "a") == 0o600)
        #expect(folder.names == ["a"])
    }

    @Test("replacing a file keeps its permissions")
    func mode() throws {
        _ = try folder.write("old", to: "a", mode: 0o644)
        try AtomicFile.write(Array("new".utf8), to: folder.path + "/a")
        #expect(try folder.text(of: "a") == "new")
        #expect(try folder.mode(of: "a") == 0o644)
    }

    @Test("a symbolic link stays a link, also in a chain and without a target")
    func links() throws {
        _ = try folder.write("old", to: "real")
        let manager = FileManager.default
        try manager.createSymbolicLink(atPath: folder.path + "/second", withDestinationPath: "real")
        try manager.createSymbolicLink(atPath: folder.path + "/first", withDestinationPath: folder.path + "/second")
        try manager.createSymbolicLink(atPath: folder.path + "/dangling", withDestinationPath: "later")
        try AtomicFile.write(Array("new".utf8), to: folder.path + "/first")
        try AtomicFile.write(Array("made".utf8), to: folder.path + "/dangling")
        #expect(try folder.text(of: "real") == "new")
        #expect(try folder.text(of: "later") == "made")
        #expect(try manager.destinationOfSymbolicLink(atPath: folder.path + "/first") == folder.path + "/second")
        #expect(try manager.destinationOfSymbolicLink(atPath: folder.path + "/second") == "real")
        #expect(try manager.destinationOfSymbolicLink(atPath: folder.path + "/dangling") == "later")
    }

    @Test("circular links are an error")
    func circle() throws {
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/a", withDestinationPath: "b")
        try FileManager.default.createSymbolicLink(atPath: folder.path + "/b", withDestinationPath: "a")
        #expect(throws: FileError.self) { try AtomicFile.write([1], to: folder.path + "/a") }
        #expect(folder.names == ["a", "b"])
    }

    @Test("without commit nothing changes")
    func abandoned() throws {
        _ = try folder.write("old", to: "a")
        do {
            var file = try AtomicFile(replacing: folder.path + "/a")
            try file.write(Array("half".utf8))
        }
        #expect(try folder.text(of: "a") == "old")
        #expect(folder.names == ["a"])
    }

    @Test("a file has no name while it is written, so that a killed process leaves nothing")
    func nameless() throws {
        _ = try folder.write("old", to: "a")
        var file = try AtomicFile(replacing: folder.path + "/a")
        try file.write(Array("half".utf8))
        #expect(folder.names == ["a"])
        try file.commit()
        #expect(folder.names == ["a"])
        #expect(try folder.text(of: "a") == "half")
    }

    @Test("temporary files of ended processes are removed, those being written are not")
    func sweep() throws {
        _ = try folder.write("half", to: ".cards-tui-1abc")
        let held = open(try folder.write("half", to: ".cards-tui-2abc"), O_RDONLY)
        defer { close(held) }
        #expect(flock(held, LOCK_EX | LOCK_NB) == 0)
        _ = try folder.write("other", to: "cards-tui-3")
        AtomicFile.sweep(folder.path)
        #expect(folder.names == [".cards-tui-2abc", "cards-tui-3"])
        AtomicFile.sweep(folder.path + "/none")
    }

    @Test("a pipe or folder in place of an own file is rejected without waiting")
    func pipe() throws {
        #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
        #expect(throws: FileError(path: folder.path + "/pipe", action: .write, kind: .notAFile)) {
            try AtomicFile.write([1], to: folder.path + "/pipe", followsLinks: false)
        }
        #expect(mkdir(folder.path + "/folder", 0o700) == 0)
        #expect(throws: FileError(path: folder.path + "/folder", action: .write, kind: .isFolder)) {
            try AtomicFile.write([1], to: folder.path + "/folder", followsLinks: false)
        }
        #expect(folder.names == ["folder", "pipe"])
    }

    @Test("a full disk gives an error and leaves nothing")
    func fullDisk() throws {
        #expect(throws: FileError(path: "/dev/full", action: .write, kind: .diskFull)) {
            try AtomicFile.write([1, 2, 3], to: "/dev/full")
        }
    }

    @Test("a folder in place of the file, and a missing folder, give errors")
    func noPlace() throws {
        #expect(throws: FileError(path: folder.path, action: .write, kind: .isFolder)) {
            try AtomicFile.write([1], to: folder.path)
        }
        let error = #expect(throws: FileError.self) { try AtomicFile.write([1], to: folder.path + "/none/a") }
        #expect(error?.userMessage == folder.path + "/none/a cannot be written: there is no such folder.")
    }

    @Test("reading is limited, and does not wait for pipes")
    func reading() throws {
        let path = try folder.write("12345", to: "a")
        #expect(try FileReading.bytes(ofFile: path, limit: 5) == Array("12345".utf8))
        #expect(throws: FileError(path: path, action: .read, kind: .tooLarge(limit: 4))) {
            try FileReading.bytes(ofFile: path, limit: 4)
        }
        #expect(throws: FileError(path: folder.path, action: .read, kind: .isFolder)) {
            try FileReading.bytes(ofFile: folder.path, limit: 4)
        }
        #expect(mkfifo(folder.path + "/pipe", 0o600) == 0)
        #expect(throws: FileError(path: folder.path + "/pipe", action: .read, kind: .notAFile)) {
            try FileReading.bytes(ofFile: folder.path + "/pipe", limit: 4)
        }
        #expect(throws: FileError(path: "/dev/zero", action: .read, kind: .tooLarge(limit: 100_000))) {
            try FileChunks(ofInput: "/dev/zero", limit: 100_000)
        }
    }

    @Test("a large file is read completely")
    func large() throws {
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try AtomicFile.write(bytes, to: folder.path + "/a")
        #expect(try FileReading.bytes(ofFile: folder.path + "/a", limit: 1 << 20) == bytes)
    }
}
