import CardStorage
import Cards
import Testing

@testable import CardTransfer

@Suite("ZIP archives", .timeLimit(.minutes(5)))
struct ZipTests {
    private static let entries = [
        ("catima.csv", Array(String(repeating: "a card, ", count: 20_000).utf8)), ("card_1_front.png", Made.picture(1)),
        ("empty", []),
    ]

    private func open(_ bytes: [UInt8], _ change: (inout ZipLimits) -> Void = { _ in }) throws -> ZipArchive {
        var limits = ZipLimits()
        change(&limits)
        return try ZipArchive(MemoryFile(bytes), limits: limits)
    }

    @Test("entries come back as they were written, with and without a password", arguments: [nil, "pässword"])
    func roundTrip(password: String?) throws {
        let archive = try open(Made.zip(Self.entries, password: password))
        #expect(archive.entries.map(\.name) == Self.entries.map(\.0))
        #expect(archive.isEncrypted == (password != nil))
        for (entry, (_, bytes)) in zip(archive.entries, Self.entries) {
            #expect(try archive.bytes(of: entry, password: password.map { Array($0.utf8) }) == bytes)
        }
    }

    @Test("the same entries give the same bytes; with a password they never do")
    func deterministic() throws {
        #expect(try Made.zip(Self.entries) == Made.zip(Self.entries))
        #expect(try Made.zip(Self.entries, password: "p") != Made.zip(Self.entries, password: "p"))
    }

    @Test("other programs read what is written")
    func others() async throws {
        let plain = try Made.zip(Self.entries)
        let names = Self.entries.map(\.0).joined(separator: " ")
        let python =
            "python3 -c 'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; print(*z.namelist())' \"$1\""
        #expect(try await shell(python, on: plain) == names + "\n")
        #expect(try await shell("unzip -tqq \"$1\"", on: plain) == "")
        // Not everywhere.
        #expect(try await shell("! command -v 7z > /dev/null || 7z t \"$1\" > /dev/null", on: plain) == "")
    }

    @Test("a wrong and a missing password are told")
    func passwords() throws {
        let archive = try open(Made.zip(Self.entries, password: "right"))
        let entry = try #require(archive.entries.first)
        #expect(throws: ZipError.wrongPassword) { try archive.bytes(of: entry, password: Array("wrong".utf8)) }
        #expect(throws: ZipError.needsPassword) { try archive.bytes(of: entry) }
        #expect(try archive.bytes(of: entry, password: Array("right".utf8)) == Self.entries[0].1)
    }

    @Test("ZipCrypto and old archives of others are read")
    func zipCrypto() async throws {
        let script = """
            cd "$(dirname "$1")" && printf 'old,text' > catima.csv && zip -q -P secret old.zip catima.csv && od -An -v -tx1 old.zip
            """
        let text = try #require(try await shell(script, on: []))
        let bytes = text.split(whereSeparator: \.isWhitespace).compactMap { UInt8($0, radix: 16) }
        let archive = try open(bytes)
        let entry = try #require(archive.entries.first)
        #expect(try archive.bytes(of: entry, password: Array("secret".utf8)) == Array("old,text".utf8))
        #expect(throws: ZipError.wrongPassword) { try archive.bytes(of: entry, password: Array("wrong".utf8)) }
    }

    @Test(
        "names that lead out of the archive, and the same name twice, are refused",
        arguments: ["../catima.csv", "/etc/passwd", "a/../../b", "..\\b", "c:/b", "a\nb", ""])
    func names(name: String) throws {
        #expect(throws: ZipError.self) { try open(Made.zip([("catima.csv", [1]), (name, [2])])) }
        #expect(throws: ZipError.duplicate("a")) { try open(Made.zip([("a", [1]), ("a", [2])])) }
    }

    @Test("a symbolic link is refused")
    func link() throws {
        var bytes = try Made.zip([("link", Array("/etc/passwd".utf8))], isPacked: false)
        let directory = try #require(bytes.lastRange(of: [0x50, 0x4B, 0x01, 0x02]))
        bytes[directory + 5] = 3
        bytes[directory + 41] = 0xA1
        #expect(throws: ZipError.notAFile("link")) { try open(bytes) }
    }

    @Test("more entries, larger ones and better packed ones than the limits are refused")
    func limits() throws {
        let zeros = try Made.zip([("zeros", [UInt8](repeating: 0, count: 1 << 20)), ("one", [1])])
        #expect(throws: ZipError.tooManyEntries(limit: 1)) { try open(zeros) { $0.entries = 1 } }
        func read(_ change: (inout ZipLimits) -> Void) throws {
            let archive = try open(zeros, change)
            for entry in archive.entries { _ = try archive.bytes(of: entry) }
        }
        #expect(throws: ZipError.entryTooLarge("zeros", limit: 1000)) { try read { $0.entryBytes = 1000 } }
        #expect(throws: ZipError.allTooLarge(limit: 1 << 19)) { try read { $0.bytes = 1 << 19 } }
        #expect(throws: ZipError.ratio("zeros")) { try read { $0.ratioBytes = 1 << 16 } }
        try read { _ in }
    }

    @Test("a size that lies does not count")
    func lyingSize() throws {
        var bytes = try Made.zip([("zeros", [UInt8](repeating: 0, count: 1 << 20))])
        let directory = try #require(bytes.lastRange(of: [0x50, 0x4B, 0x01, 0x02]))
        // The sizes of the whole entry, in both headers: 16 bytes.
        for start in [22, directory + 24] { bytes.replaceSubrange(start..<start + 4, with: [16, 0, 0, 0]) }
        #expect(throws: ZipError.self) {
            let archive = try open(bytes) { $0.entryBytes = 1000 }
            for entry in archive.entries { _ = try archive.bytes(of: entry) }
        }
    }

    @Test("a cut archive, noise, an unknown method and a changed byte are told")
    func damaged() throws {
        let bytes = try Made.zip(Self.entries)
        for count in [4, 100, bytes.count / 2, bytes.count - 1] {
            #expect(throws: ZipError.self, "\(count)") { try open(Array(bytes.prefix(count))) }
        }
        #expect(throws: ZipError.self) { try open([0x50, 0x4B] + [UInt8](repeating: 7, count: 5000)) }
        var method = try Made.zip([("a", [1, 2, 3])], isPacked: false)
        let directory = try #require(method.lastRange(of: [0x50, 0x4B, 0x01, 0x02]))
        (method[8], method[directory + 10]) = (77, 77)
        #expect(throws: ZipError.unknownMethod("a")) {
            let archive = try open(method)
            for entry in archive.entries { _ = try archive.bytes(of: entry) }
        }
        var changed = try Made.zip([("a", Array("hello".utf8))], isPacked: false)
        changed[32] ^= 1
        #expect(throws: ZipError.damaged(entry: "a")) {
            let archive = try open(changed)
            for entry in archive.entries { _ = try archive.bytes(of: entry) }
        }
    }

    @Test("more than 65,535 entries")
    func many() throws {
        let archive = try open(Made.zip((0..<70_000).map { ("e\($0)", []) }, isPacked: false))
        #expect(archive.entries.count == 70_000)
        #expect(archive.entries.last?.name == "e69999")
    }
}

extension [UInt8] {
    /// Where these bytes begin for the last time.
    fileprivate func lastRange(of bytes: [UInt8]) -> Int? {
        indices.reversed().first { self[$0...].starts(with: bytes) }
    }
}
