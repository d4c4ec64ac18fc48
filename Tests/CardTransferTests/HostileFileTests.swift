import CardStorage
import Cards
import Synchronization
import Testing

@testable import CardTransfer

@Suite("Damaged and malicious files", .timeLimit(.minutes(5)))
struct HostileFileTests {
    private static let row = "1,Cedar,,,,0,,55,,,,,0,0,0"

    private func expectNothing(in store: SQLiteCardStore) async throws { #expect(try await store.count() == 0) }

    @Test("the beginning of a file is looked for once, not with each part that is read", .timeLimit(.minutes(1)))
    func blanks() async throws {
        let chunk = [UInt8](repeating: 0x20, count: 64 << 10)
        let left = Mutex(512)
        var source = JSONCardSource({
            let number = left.withLock { left in
                left -= 1
                return left
            }
            return number > 0 ? chunk : number == 0 ? Array("[{\"name\": \"Bus\"}]".utf8) : []
        })
        var cards = 0
        while let next = try source.next() { cards += next.count }
        #expect(cards == 1)
    }

    // MARK: - ZIP archives

    @Test("10 GB of zeros are unpacked as far as an entry may be large")
    func bomb() async throws {
        let archive = try ZipArchive(PatternFile.zeros(named: "catima.csv"))
        let entry = try #require(archive.entries.first)
        #expect(throws: ZipError.entryTooLarge("catima.csv", limit: ZipLimits.usual.entryBytes)) {
            try archive.bytes(of: entry)
        }
    }

    @Test("a million entries, and a directory of 100 MB, are refused before they are read")
    func entries() async throws {
        let store = try SQLiteCardStore.inMemory()
        let record = ZipRecord.directory("a", packedSize: 0, size: 0)
        let end = ZipRecord.end(entries: 1_000_000, directoryBytes: record.count * 1_000_000, at: 0)
        let million = PatternFile(head: [], pattern: record, count: 1_000_000, tail: end)
        await #expect(throws: ZipError.tooManyEntries(limit: 200_000)) { try await store.importFile(million) }
        let size = 100 << 20
        let large = PatternFile(
            head: [], pattern: record, count: size / record.count,
            tail: ZipRecord.end(entries: 10, directoryBytes: size / record.count * record.count, at: 0))
        await #expect(throws: ZipError.tooManyEntries(limit: 200_000)) { try await store.importFile(large) }
        try await expectNothing(in: store)
    }

    @Test("archives within archives are not opened, passes in a file of passes apart")
    func nested() async throws {
        let store = try SQLiteCardStore.inMemory()
        let inner = try Made.zip([("catima.csv", Array(Made.catima([Self.row]).utf8))])
        await #expect(throws: TransferError.unknownArchive) { try await store.take(Made.zip([("cards.zip", inner)])) }
        let pass = Array(#"{"formatVersion": 1, "organizationName": "X", "generic": {}}"#.utf8)
        let passes = try Made.zip([("inner.pkpass", Made.zip([("pass.json", pass)]))])
        let report = try await store.take(Made.zip([("outer.pkpass", passes)])).report
        #expect(report.skipped.map(\.position) == ["outer.pkpass"])
        try await expectNothing(in: store)
    }

    @Test("a name with a zero in it is not the name before the zero")
    func zeroInName() async throws {
        let bytes = try Made.zip([("catima.csv\u{0}x", Array(Made.catima([Self.row]).utf8))])
        let store = try SQLiteCardStore.inMemory()
        do {
            _ = try await store.take(bytes)
            Issue.record("the entry was taken for another")
        } catch {
            #expect(error is any UserFacingError, "\(error)")
        }
        try await expectNothing(in: store)
    }

    @Test("an archive that is cut anywhere changes nothing, and is refused in words")
    func cut() async throws {
        let store = try SQLiteCardStore.inMemory()
        let file = try Made.zip([
            ("catima.csv", Array(Made.catima([Self.row]).utf8)), ("card_1_front.png", Made.picture(1)),
        ])
        for count in 1..<file.count {
            do {
                _ = try await store.take(Array(file.prefix(count)))
                Issue.record("\(count) of \(file.count) bytes were imported")
            } catch {
                #expect(error is any UserFacingError, "\(count): \(error)")
            }
        }
        try await expectNothing(in: store)
    }

    @Test("data behind the end, and local headers that lie, cost nothing")
    func tolerated() async throws {
        let file = try Made.zip([("catima.csv", Array(Made.catima([Self.row]).utf8))])
        let store = try SQLiteCardStore.inMemory()
        #expect(try await store.take(file + [UInt8](repeating: 7, count: 100)).report.added == 1)
        var lying = file
        lying.replaceSubrange(18..<26, with: [16, 0, 0, 0, 16, 0, 0, 0])
        #expect(try await store.take(lying).report.unchanged == 1)
    }

    @Test("a picture that is none is left out, and its card is imported")
    func noPicture() async throws {
        let store = try SQLiteCardStore.inMemory()
        let file = try Made.zip([
            ("catima.csv", Array(Made.catima([Self.row]).utf8)), ("card_1_front.png", Array("hello".utf8)),
        ])
        let report = try await store.take(file).report
        #expect(report.added == 1)
        #expect(report.remarks.map(\.reason) == ["the front picture is not a valid picture and was left out"])
        #expect(try await store.everything().first?.front == nil)
    }

    // MARK: - Tables

    @Test("one bad row of 5,000 is named, and the others are taken")
    func badRow() async throws {
        let store = try SQLiteCardStore.inMemory()
        let rows = (1...5000).map { $0 == 2500 ? ",\($0)" : "Card \($0),\($0)" }
        let report = try await store.take((["name,number"] + rows).joined(separator: "\n")).report
        #expect(report.added == 4999)
        #expect(report.skipped.map(\.userMessage) == ["card 2500, line 2501: the card has no name"])
    }

    @Test("a lone quote costs its own row; rows may be shorter and longer than the header")
    func shapes() async throws {
        let store = try SQLiteCardStore.inMemory()
        let lone = try await store.take("name,number\nCedar,1\n\"Birch,2\nAlder,3\n").report
        #expect(lone.added == 2)
        #expect(lone.skipped.map(\.userMessage) == ["card 2, line 3: a quote is never closed"])
        #expect(try await store.take("name,number,note\nElm\n\nFir,2,n,extra,more\n").report.added == 2)
        #expect(try await store.cards(named: "Fir").first?.note == "n\nextra\nmore")
        #expect(try await store.cards(named: "Elm").first?.number == "")
    }

    @Test("a Catima table in UTF-16 is read, alone and in its archive", arguments: [true, false], [true, false])
    func catimaUTF16(isLittle: Bool, hasMark: Bool) async throws {
        let table = Made.catima(["7,Café 東,,,,0,,4711,,,,,0,0,0"], groups: ["Ö"], links: ["7,Ö"])
        let bytes = ((hasMark ? "\u{FEFF}" : "") + table).utf16.flatMap { isLittle ? $0.littleEndian8 : $0.bigEndian8 }
        for file in [bytes, try Made.zip([("catima.csv", bytes)])] {
            let store = try SQLiteCardStore.inMemory()
            #expect(try await store.take(file).format == .catima)
            let card = try #require(try await store.everything().first)
            #expect((card.name, card.number, card.groups) == ("Café 東", "4711", ["Ö"]))
        }
    }

    @Test(
        "UTF-16 is read with and without a byte order mark, in both orders", arguments: [true, false], [true, false])
    func utf16(isLittle: Bool, hasMark: Bool) async throws {
        let units = ((hasMark ? "\u{FEFF}" : "") + "name;number\r\nCafé 東;5\r\n").utf16
        let bytes = units.flatMap { unit -> [UInt8] in
            let (low, high) = (UInt8(truncatingIfNeeded: unit), UInt8(truncatingIfNeeded: unit >> 8))
            return isLittle ? [low, high] : [high, low]
        }
        let store = try SQLiteCardStore.inMemory()
        #expect(try await store.take(bytes).report.added == 1)
        #expect(try await store.cards(named: "Café 東").first?.number == "5")
    }

    @Test("a header of a hundred thousand columns is refused, and a row of them is named")
    func wide() async throws {
        let store = try SQLiteCardStore.inMemory()
        let commas = String(repeating: ",x", count: 100_000)
        await #expect(throws: TransferError.headerTooLarge) { try await store.take("name\(commas)\nCedar\n") }
        await #expect(throws: TransferError.headerTooLarge) {
            try await store.take(Made.catima([Self.row], header: "_id,store,cardid\(commas)"))
        }
        try await expectNothing(in: store)
        let table = try await store.take("name,number\nCedar\(commas)\nElm,2\n").report
        #expect(table.added == 1)
        #expect(table.skipped.map(\.userMessage) == ["card 1, line 2: it has more than 1,000 fields"])
        let catima = try await store.take(Made.catima(["2,Birch\(commas)", Self.row])).report
        #expect(catima.added == 1)
        #expect(catima.skipped.map(\.reason) == ["it has more than 1,000 fields"])
    }

    @Test("a row of more than 4 MB is named, also where its card is small: its bytes would be kept")
    func longRow() async throws {
        let store = try SQLiteCardStore.inMemory()
        let header = (CatimaColumn.allCases.map(\.rawValue) + ["mine"]).joined(separator: ",")
        let long = "2,Birch,,,,0,,66,,,,,0,0,0," + String(repeating: "x", count: 4 << 20)
        let report = try await store.take(Made.catima([long, Self.row], header: header)).report
        #expect(report.added == 1)
        #expect(report.skipped.map(\.reason) == ["it is larger than 4 MB"])
        #expect(try await store.cards(named: "Birch").isEmpty)
    }

    @Test("a file without a column of names lists the first twenty, and how many more there are")
    func manyColumns() {
        let text = TransferError.noNameColumn(columns: (1...25).map { "c\($0)" }).userMessage
        #expect(text.contains("c19, c20 and 5 more. Name one") && !text.contains("c21"))
        #expect(TransferError.noNameColumn(columns: ["a", "b"]).userMessage.contains("are: a, b. Name one"))
    }

    // MARK: - Passes

    @Test("a pass with a text of 10 MB is named, and not imported")
    func longText() async throws {
        let store = try SQLiteCardStore.inMemory()
        let text = String(repeating: "x", count: 10 << 20)
        let pass =
            #"{"formatVersion": 1, "organizationName": "X", "generic": {"backFields": [{"key": "k", "value": "\#(text)"}]},}"#
        let report = try await store.take(pass).report
        #expect(report.skipped.map(\.position) == ["pass.json"])
        try await expectNothing(in: store)
    }
}
