import CardStorage
import Cards
import TestSupport
import Testing

@testable import CardTransfer

@Suite("Catima's files", .timeLimit(.minutes(5)))
struct CatimaTests {
    private static let row =
        "7,Cedar Library,\"line 1\r\n\r\nline 2\",1756684800000,1767225600000,12.50,EUR,4006381333931,99,EAN_13,UTF-8,-9977996,1,1756700000,0"

    private func card(_ text: String) async throws -> Card {
        let store = try SQLiteCardStore.inMemory()
        _ = try await store.take(text)
        return try #require(await store.everything().first)
    }

    @Test("a card has what its row says")
    func fields() async throws {
        let card = try await card(
            Made.catima([Self.row], groups: ["Fun", "Empty"], links: ["7,Fun", "9,Fun", "7,Gone", "7,Fun"]))
        #expect(card.name == "Cedar Library")
        #expect(card.note == "line 1\n\nline 2")
        #expect((card.validFrom, card.expiry) == (CalendarDay("2025-09-01"), CalendarDay("2026-01-01")))
        #expect((card.balance, card.currency) == ("12.50", "EUR"))
        #expect(card.number == "4006381333931")
        #expect(card.barcode == Barcode(format: .ean13, value: "99", encoding: "UTF-8"))
        #expect(card.color == CardColor("#67bf74"))
        #expect((card.isStarred, card.isArchived) == (true, false))
        #expect(card.groups == ["Fun"])
    }

    @Test(
        "a header in any order, missing and unknown columns, longer rows, lines without CR, and a byte order mark are read"
    )
    func tolerant() async throws {
        let text = "\u{FEFF}2\n\n_id\n\ncardid,other,store,_id\n55,x,Birch,3,more\n\ncardId,groupId\n"
        let card = try await card(text)
        #expect((card.name, card.number, card.balance) == ("Birch", "55", ""))
    }

    @Test("the midnight of a day where the cards were, as earlier versions stored it, is that day")
    func localMidnight() async throws {
        let store = try SQLiteCardStore.inMemory()
        // Two hours ahead of UTC, as in Warsaw in summer.
        let row = Self.row.replacing("1756684800000", with: "1756677600000")
        _ = try await store.take(Made.catima([row])) {
            $0.localDay = { Timestamp(milliseconds: $0.milliseconds + 7_200_000).day }
        }
        #expect(try await store.everything().map(\.validFrom) == [CalendarDay("2025-09-01")])
    }

    @Test("version 1 and the Loyalty Card Keychain are read")
    func versionOne() async throws {
        let text =
            "_id,store,note,cardid,headercolor,headertextcolor,barcodetype,starstatus\r\n4,Alder,n,123,-1,-16777216,QR_CODE,1\r\n"
        let card = try await card(text)
        #expect((card.name, card.number, card.barcode?.format, card.isStarred) == ("Alder", "123", .qrCode, true))
    }

    @Test("a bad value of one card is that card's problem; a bad row is named, and the others are taken")
    func problems() async throws {
        let store = try SQLiteCardStore.inMemory()
        let rows = (0..<5000).map { "\($0),Card \($0),,,,0,,\($0),,,,,0,0,0" }
        var text = Made.catima(rows)
        text = text.replacing("17,Card 17,,,,0,,17", with: "17,,,,,0,,17")
        text = text.replacing("18,Card 18,,,,0,,18,,,", with: "18,Card 18,,x,,5,EURO,18,,NEW_KIND,KOI8-R,")
        let report = try await store.take(text).report
        #expect(report.added == 4999)
        #expect(report.skipped.map(\.userMessage) == ["card 18, line 23: the card has no name"])
        #expect(report.remarks.map(\.position) == ["card 19, line 24", "card 19, line 24"])
        let card = try #require(try await store.cards(named: "Card 18").first)
        #expect(card.barcode == Barcode(format: BarcodeFormat(rawValue: "NEW_KIND"), encoding: "KOI8-R"))
        #expect((card.balance, card.validFrom) == ("", nil))
    }

    @Test("a quote that is never closed costs its own row only")
    func openQuote() async throws {
        let store = try SQLiteCardStore.inMemory()
        let text = Made.catima([
            "1,Alder,,,,0,,1,,,,,0,0,0", "2,\"Birch,,,,0,,2,,,,,0,0,0", "3,Cedar,,,,0,,3,,,,,0,0,0",
        ])
        let report = try await store.take(text).report
        #expect(report.skipped.map(\.userMessage) == ["card 2, line 7: a quote is never closed"])
        #expect(try await store.everything().map(\.name) == ["Alder", "Cedar"])
    }

    @Test("another version is refused, in words, and changes nothing")
    func otherVersion() async throws {
        let store = try SQLiteCardStore.inMemory()
        await #expect(throws: TransferError.catimaVersion("3")) { try await store.take("3\r\n\r\n_id\r\n") }
        #expect(try await store.count() == 0)
    }

    @Test("what was not changed goes back as the same bytes: raw numbers, quotes, unknown columns, groups, pictures")
    func faithful() async throws {
        let header =
            "_id,store,future,note,validfrom,expiry,balance,balancetype,cardid,barcodeid,barcodetype,barcodeencoding,headercolor,starstatus,lastused,archive"
        let rows = [
            "30,Zoo,\"a,b\",,1756630800000,,1E+3,,5,,,,,0,0,0",
            "7,Cedar,x,\"two\r\nlines \"\"q\"\"\",,1767225600000,12.50,EUR,400,99,QR_CODE,KOI8-R,-9977996,1,1756700000,0",
            "8,\"#1\",,,,,0,,No barcode,,,,,0,0,1",
        ]
        let table = Made.catima(
            rows, groups: ["Zeta", "Alpha", "\" lead\""], links: ["30,Zeta", "7,Alpha", "7,Zeta"], header: header)
        let file = try Made.zip(
            [("catima.csv", Array(table.utf8))]
                + [
                    ("card_30_front.png", Made.picture(1)), ("card_7_back.png", Made.picture(2)),
                    ("card_7_icon.png", Made.picture(3)),
                ])
        let store = try SQLiteCardStore.inMemory()
        #expect(try await store.take(file).report.text == "3 added")
        #expect(try await catimaTable(store) == table)
        let archive = try ZipArchive(MemoryFile(await catima(store)))
        #expect(
            archive.entries.map(\.name) == ["catima.csv", "card_30_front.png", "card_7_back.png", "card_7_icon.png"])
        #expect(
            try archive.entries.map { try archive.bytes(of: $0) } == [
                Array(table.utf8), Made.picture(1), Made.picture(2), Made.picture(3),
            ])

        // A change changes its own field only; a new card gets the next identifier.
        var cedar = try #require(try await store.cards(named: "Cedar").first)
        cedar.name = "Cedar, East"
        try await store.apply([
            .set(CardPatch(values: cedar, fields: [.name])),
            .set(CardPatch(from: nil, to: Card(identifier: .random(), name: "New"))),
        ])
        let expected = table.replacing("7,Cedar,x", with: "7,\"Cedar, East\",x")
            .replacing(
                "No barcode,,,,,0,0,1\r\n", with: "No barcode,,,,,0,0,1\r\n31,New,,,,,0,,No barcode,,,,,0,0,0\r\n")
        #expect(try await catimaTable(store) == expected)
    }

    @Test("a second import changes nothing, with pictures too; deleted cards come back")
    func again() async throws {
        let table = Made.catima([Self.row, "8,Birch,,,,0,,1,,,,,0,0,0"], groups: ["G"], links: ["7,G"])
        let file = try Made.zip([("catima.csv", Array(table.utf8)), ("card_7_front.png", Made.picture(1))])
        let store = try SQLiteCardStore.inMemory()
        _ = try await store.take(file)
        let before = try await store.everything()
        #expect(try await store.take(file).report.text == "2 unchanged")
        #expect(try await store.everything() == before)
        // Also without the pictures, and from a store where the cards came by another way.
        #expect(try await store.take(table).report.text == "2 unchanged")
        let other = try SQLiteCardStore.inMemory()
        for card in before {
            let photos = try await store.photos(of: card)
            try await other.apply([.set(CardPatch(from: nil, to: card, photos: photos))])
        }
        #expect(try await other.take(file).report.text == "2 unchanged")
        #expect(try await other.everything() == before)
        try await store.apply([.delete(before[0].identifier)])
        #expect(try await store.take(file).report.text == "1 added, 1 unchanged")
    }

    @Test("the groups are those of the file that was imported last, also where its columns and cards are the same")
    func groupsAgain() async throws {
        let store = try SQLiteCardStore.inMemory()
        let rows = (1...3).map { "\($0),Card \($0),,,,0,,\($0),,,,,0,0,0" }
        let first = Made.catima(rows, groups: ["Fun", "Food", "Gone"], links: ["1,Fun", "3,Food"])
        #expect(try await store.take(first).report.added == 3)
        #expect(try await catimaTable(store) == first)
        let second = Made.catima(rows, groups: ["New", "Food", "Fun"], links: ["1,Fun", "3,Food"])
        #expect(try await store.take(second).report.unchanged == 3)
        #expect(try await catimaTable(store) == second)
        // The cards of another header keep theirs.
        let other = "_id,store,cardid\r\n9,Alder,9\r\n"
        #expect(try await store.take(other).report.added == 1)
        let identifier = try #require(try await store.cards(named: "Card 1").first?.identifier)
        let origin = try #require(try await store.origin(of: identifier, in: CatimaCardSource.program))
        #expect(origin.origin.file.groups == ["New", "Food", "Fun"])
    }

    @Test("a card that comes again with other columns, or in another place, goes out as the last file has it")
    func otherColumns() async throws {
        let store = try SQLiteCardStore.inMemory()
        _ = try await store.take("_id,store,cardid,starstatus\r\n4,Alder,123,1\r\n5,Birch,124,0\r\n")
        let row = "4,\"Alder\",,,,0,,123,,,,,1,0,0"
        let others = ["5,Birch,,,,0,,124,,,,,0,0,0", "6,Cedar,,,,0,,125,,,,,0,0,0"]
        let second = Made.catima([row] + others)
        let report = try await store.take(second).report
        #expect((report.added, report.changed, report.unchanged) == (1, 0, 2))
        #expect(try await catimaTable(store) == second)
        let third = Made.catima(others.reversed() + [row])
        #expect(try await store.take(third).report.unchanged == 3)
        #expect(try await catimaTable(store) == third)
    }

    @Test("the cards of a file stand in the store in its order")
    func order() async throws {
        let store = try SQLiteCardStore.inMemory()
        _ = try await store.take(Made.catima((0..<600).map { "\($0),Card \(599 - $0),,,,0,,\($0),,,,,0,0,0" }))
        let identifiers = try await store.everything().sorted { Int($0.number) ?? 0 < Int($1.number) ?? 0 }
            .map(\.identifier)
        #expect(identifiers == identifiers.sorted())
    }

    @Test("what one side changed since the last import wins; what both changed is reported and stays")
    func merging() async throws {
        func table(_ note: String, _ number: String, _ balance: String) -> String {
            Made.catima(["7,Cedar,\(note),,,\(balance),,\(number),,,,,0,0,0", "8,Cedar,,,,0,,1,,,,,0,0,0"])
        }
        let store = try SQLiteCardStore.inMemory()
        _ = try await store.take(table("old", "1", "5"))
        var card = try #require(try await store.everything().first { $0.note == "old" })
        (card.note, card.phone) = ("mine", "123")
        try await store.apply([.set(CardPatch(values: card, fields: [.note, .phone]))])
        #expect(try await store.take(table("old", "2", "5")).report.text == "1 changed, 1 unchanged")
        card = try #require(try await store.card(card.identifier))
        #expect((card.note, card.number, card.phone) == ("mine", "2", "123"))
        let report = try await store.take(table("theirs", "2", "9")).report
        #expect(report.conflicts == 1)
        #expect(
            report.remarks.map(\.userMessage) == [
                "card 1, line 6: changed both here and in the file: note. Your values were kept"
            ])
        card = try #require(try await store.card(card.identifier))
        #expect((card.note, card.balance) == ("mine", "9"))
        #expect(try await store.take(table("theirs", "2", "9")).report.text == "2 unchanged")
        #expect(try await store.count() == 2)
    }

    @Test("a photo that both changed is in conflict, and the file's is there to be chosen")
    func contestedPhoto() async throws {
        func file(_ picture: Int) throws -> [UInt8] {
            let table = Made.catima(["7,Cedar,,,,0,,1,,,,,0,0,0"])
            return try Made.zip([("catima.csv", Array(table.utf8)), ("card_7_front.png", Made.picture(picture))])
        }
        let store = try SQLiteCardStore.inMemory()
        _ = try await store.take(file(1))
        var card = try #require(try await store.everything().first)
        card.front = PhotoHash(of: Made.picture(2))
        let photos = [PhotoHash(of: Made.picture(2)): Made.picture(2)]
        try await store.apply([.set(CardPatch(values: card, fields: [.front], photos: photos))])
        #expect(try await store.take(file(3)).report.conflicts == 1)
        let conflict = try #require(try await store.conflict(of: card.identifier))
        #expect(conflict.fields == [.front])
        let theirs = try #require(conflict.theirs.front)
        #expect(try await store.photo(theirs) == Made.picture(3))
        #expect(try await store.card(card.identifier)?.front == card.front)
    }

    @Test("another person's file with the same identifiers makes other cards")
    func otherFamily() async throws {
        let store = try SQLiteCardStore.inMemory()
        _ = try await store.take(Made.catima(["1,Alder,,,,0,,11,,,,,0,0,0"]))
        #expect(try await store.take(Made.catima(["1,Birch,,,,0,,22,,,,,0,0,0"])).report.added == 1)
        // Each keeps its row; the second of an identifier gets the next.
        #expect(
            try await catimaTable(store)
                == Made.catima(["1,Alder,,,,0,,11,,,,,0,0,0", "2,Birch,,,,0,,22,,,,,0,0,0"]))
    }

    @Test(
        "known cards can be skipped, or added again; some can be left out; a dry run writes nothing; undo takes all back"
    )
    func options() async throws {
        let store = try SQLiteCardStore.inMemory()
        let first = Made.catima(["1,Alder,,,,0,,11,,,,,0,0,0"])
        let second = Made.catima(["1,Alder,changed,,,0,,11,,,,,0,0,0", "2,Birch,,,,0,,22,,,,,0,0,0"])
        _ = try await store.take(first)
        let preview = try await store.take(second) { $0.options = .preview }.report
        #expect(preview.entries.map(\.name) == ["Alder", "Birch"])
        #expect(preview.entries.map(\.outcome) == [.changed([.note]), .new])
        #expect(try await store.count() == 1)
        #expect(try await store.take(second) { $0.options.leavingOut = [0, 1] }.report.text == "2 left out")
        #expect(try await store.take(second) { $0.options.duplicates = .skip }.report.text == "1 added, 1 left out")
        #expect(try await store.undo()?.description == "added Birch")
        #expect(try await store.take(second) { $0.options.duplicates = .add }.report.text == "2 added")
        #expect(try await store.undo()?.description == "imported 2 cards")
        #expect(try await store.everything().map(\.note) == [""])
    }

    @Test(
        "a random store, exported to Catima and imported into an empty store, is exported as the same bytes",
        arguments: 0..<12)
    func property(number: Int) async throws {
        var random = RandomStore(generator: SeededGenerator(usual: UInt64(number)))
        let store = try SQLiteCardStore.inMemory()
        try await store.apply(random.changes())
        let first = try await catima(store)
        let other = try SQLiteCardStore.inMemory()
        let report = try await other.take(first).report
        #expect(report.skipped == [])
        #expect(try await report.added == store.count())
        #expect(try await catima(other) == first)
        #expect(try await other.take(first).report.unchanged == report.added)
        // With a password: the same entries.
        let locked = try ZipArchive(MemoryFile(await catima(other, password: "secret")))
        let plain = try ZipArchive(MemoryFile(first))
        #expect(locked.entries.map(\.name) == plain.entries.map(\.name))
        for (entry, same) in zip(locked.entries, plain.entries) {
            let isSame = try locked.bytes(of: entry, password: Array("secret".utf8)) == plain.bytes(of: same)
            #expect(isSame)
        }
    }

    @Test("Python's csv reads the table")
    func python() async throws {
        let store = try SQLiteCardStore.inMemory()
        var random = RandomStore(generator: SeededGenerator(usual: 5))
        try await store.apply(random.changes())
        let table = Array(try await catimaTable(store).utf8)
        let script =
            "python3 -c 'import csv, sys; rows = list(csv.reader(open(sys.argv[1], encoding=\"utf-8\", newline=\"\"))); print(rows[0], sum(len(r) == 15 for r in rows))' \"$1\""
        #expect(try await shell(script, on: table) == "['2'] \(store.count() + 1)\n")
    }
}

/// Cards with everything that Catima's file has a place for, and more.
private struct RandomStore {
    var generator: SeededGenerator

    private static let texts = [
        "a", "Żabka", "E\u{301}", "é", "\"", ",", "\r\n", "\n", "\n\n", " ", "#", "=1", "12", "日本", "👨‍👩‍👧", ";", "'", "2",
    ]

    private mutating func one(in count: Int) -> Bool { Int.random(in: 0..<count, using: &generator) == 0 }

    private mutating func text(_ most: Int) -> String {
        (0..<Int.random(in: 0...most, using: &generator)).map { _ in Self.texts.randomElement(using: &generator) ?? "" }
            .joined()
    }

    mutating func changes() -> [CardChange] {
        (0..<60).map { number in
            var card = Card(identifier: CardID("id-\(number)") ?? .random(), name: "n" + text(4))
            var photos: [PhotoHash: [UInt8]] = [:]
            card.number = text(3)
            card.note = text(6)
            if one(in: 2) { card.groups = (0..<3).map { _ in text(2) } }
            if one(in: 2) {
                let format = BarcodeFormat.known.randomElement(using: &generator) ?? .qrCode
                card.barcode = Barcode(
                    format: format, value: one(in: 2) ? text(3) : nil, encoding: one(in: 3) ? "UTF-8" : nil)
            }
            if one(in: 3) { (card.balance, card.currency) = ("12.50", one(in: 2) ? "EUR" : nil) }
            if one(in: 3) { card.expiry = CalendarDay(daysSince1970: Int.random(in: -400...40_000, using: &generator)) }
            if one(in: 3) { card.validFrom = CalendarDay(daysSince1970: Int.random(in: 0...40_000, using: &generator)) }
            if one(in: 3) { card.color = CardColor(red: 1, green: UInt8(number), blue: 200) }
            if one(in: 4) { card.phone = "123" }
            (card.isStarred, card.isArchived) = (one(in: 4), one(in: 5))
            for side in Card.Side.allCases where one(in: 3) {
                let bytes = Made.picture(Int.random(in: 0..<40, using: &generator))
                card[side] = PhotoHash(of: bytes)
                photos[PhotoHash(of: bytes)] = bytes
            }
            return .set(CardPatch(from: nil, to: card, photos: photos))
        }
    }
}
