import CardStorage
import Cards
import Testing

@testable import CardTransfer

/// Passes that are damaged, or were made to fill memory: alone they change nothing, among others they cost themselves only.
@Suite("The limits of passes", .timeLimit(.minutes(5)))
struct PassLimitTests {
    private static let json = Array(#"{"formatVersion": 1, "organizationName": "Cedar", "generic": {}}"#.utf8)
    private static let limits = PassContents.limits

    /// A pass with these entries beside a good `pass.json`.
    private func pass(with entries: [(String, [UInt8])] = []) throws -> [UInt8] {
        try Made.zip([("pass.json", Self.json)] + entries)
    }

    /// Imports the pass alone, which is refused, and between two good ones, which are taken.
    private func expectRefused(_ pass: [UInt8], _ error: ZipError) async throws {
        let store = try SQLiteCardStore.inMemory()
        await #expect(throws: error) { try await store.take(pass) }
        #expect(try await store.count() == 0)
        let good = Array(#"{"formatVersion": 1, "organizationName": "Elm", "serialNumber": "2", "generic": {}}"#.utf8)
        let file = try Made.zip([
            ("a.pkpass", self.pass()), ("b.pkpass", pass), ("c.pkpass", Made.zip([("pass.json", good)])),
        ])
        let report = try await store.take(file).report
        #expect(report.added == 2)
        #expect(report.skipped.map(\.userMessage) == ["b.pkpass: \(error.userMessage)"])
    }

    @Test("10 GB of zeros are refused, whatever the pass says of their size", arguments: [0xFFFF_FFF0, 100])
    func bomb(size: Int) async throws {
        let store = try SQLiteCardStore.inMemory()
        do {
            _ = try await store.importFile(PatternFile.zeros(named: "pass.json", size: size))
            Issue.record("the pass was imported")
        } catch {
            #expect(error is ZipError, "\(error)")
        }
        #expect(try await store.count() == 0)
    }

    @Test(
        "an entry that is read and larger than 16 MB is refused",
        arguments: ["pass.json", "strip.png", "en.lproj/pass.strings"])
    func largeEntry(name: String) async throws {
        let zeros = [UInt8](repeating: 0, count: Self.limits.entryBytes + 1)
        let large = name == "pass.json" ? try Made.zip([(name, zeros)]) : try pass(with: [(name, zeros)])
        try await expectRefused(large, .entryTooLarge(name, limit: Self.limits.entryBytes))
    }

    @Test("a pass can have 1,000 entries and no more")
    func entries() async throws {
        let others = (1..<Self.limits.entries).map { ("\($0).txt", [UInt8]()) }
        let store = try SQLiteCardStore.inMemory()
        #expect(try await store.take(pass(with: others)).report.added == 1)
        try await expectRefused(
            pass(with: others + [("one.txt", [])]), .tooManyEntries(limit: Self.limits.entries))
    }

    @Test("names that lead out of the pass, and entries that are there twice, are refused")
    func names() async throws {
        try await expectRefused(pass(with: [("../x.png", [1])]), .unsafeName("../x.png"))
        try await expectRefused(pass(with: [("/etc/x", [1])]), .unsafeName("/etc/x"))
        try await expectRefused(pass(with: [("pass.json", Self.json)]), .duplicate("pass.json"))
    }

    @Test("a pass that is cut anywhere changes nothing")
    func cut() async throws {
        let store = try SQLiteCardStore.inMemory()
        let file = try pass(with: [("strip.png", Made.picture(1))])
        for count in 1..<file.count {
            do {
                _ = try await store.take(Array(file.prefix(count)))
                Issue.record("\(count) of \(file.count) bytes were imported")
            } catch {
                #expect(error is any UserFacingError, "\(count): \(error)")
            }
        }
        #expect(try await store.count() == 0)
    }

    @Test("500 fields are taken, and of 501 the last is left out, which is said", arguments: [500, 501])
    func fields(count: Int) async throws {
        let fields = (1...count).map { #"{"key": "k\#($0)", "value": "v\#($0)"}"# }.joined(separator: ",")
        let json = #"{"formatVersion": 1, "organizationName": "X", "storeCard": {"backFields": [\#(fields)]}}"#
        let store = try SQLiteCardStore.inMemory()
        let report = try await store.take(Made.zip([("pass.json", Array(json.utf8))])).report
        #expect(report.added == 1)
        let cut = count == 500 ? [] : ["more than 500 fields: the others were left out"]
        #expect(report.remarks.map(\.reason) == cut)
        #expect(try await store.everything().first?.note.hasSuffix("\nv500") == true)
    }

    @Test(
        "a pass with a text of 10 MB is named, and the others are taken",
        arguments: [
            #""organizationName": "LONG""#, #""organizationName": "X", "description": "LONG""#,
            #""organizationName": "X", "barcode": {"format": "PKBarcodeFormatQR", "message": "LONG"}"#,
        ])
    func longText(members: String) async throws {
        let long = members.replacing("LONG", with: String(repeating: "x", count: 10 << 20))
        let json = #"{"formatVersion": 1, "generic": {}, \#(long)}"#
        let store = try SQLiteCardStore.inMemory()
        let file = try Made.zip([("a.pkpass", Made.zip([("pass.json", Array(json.utf8))])), ("b.pkpass", pass())])
        let report = try await store.take(file).report
        #expect(report.added == 1)
        #expect(report.skipped.map(\.position) == ["a.pkpass"])
    }

    @Test("a serial number of 10 MB still tells whether two passes are the same, and is not kept")
    func longKey() async throws {
        let store = try SQLiteCardStore.inMemory()
        func pass(_ end: String, _ number: Int) -> String {
            let serial = String(repeating: "x", count: 10 << 20) + end
            let code = #"{"format": "PKBarcodeFormatQR", "message": "\#(number)"}"#
            return
                #"{"formatVersion": 1, "organizationName": "X", "generic": {}, "serialNumber": "\#(serial)", "barcode": \#(code)}"#
        }
        #expect(try await store.take(pass("a", 1)).report.added == 1)
        #expect(try await store.take(pass("a", 2)).report.changed == 1)
        #expect(try await store.everything().map(\.number) == ["2"])
        #expect(try await store.take(pass("b", 3)).report.added == 1)
        let cards = try await store.everything().map(\.identifier)
        for card in cards {
            let key = try await store.origin(of: card, in: FileFormat.pass.rawValue)?.origin.key
            #expect(key?.utf8.count == 64)
        }
    }

    @Test("the manual states the limits")
    func stated() {
        #expect(
            TransferLimits.text.contains(
                "A pass can have 1,000 entries of 16 MB each and 500 fields; the passes of a file can unpack to 1 GB together, and are kept up to 10 MB each."
            ))
    }
}
