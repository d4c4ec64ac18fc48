import CardStorage
import CardTransfer
import Cards
import Testing

@Suite("Exports", .timeLimit(.minutes(5)))
struct ExportTests {
    private static let photo: [UInt8] = [1, 2, 3]

    /// A store with cards of these names; the first has one stored and one missing photo.
    private func store(_ names: [String]) async throws -> SQLiteCardStore {
        let store = try SQLiteCardStore(at: SQLiteCardStore.inMemory)
        let changes = try names.enumerated().map { index, name in
            var card = Card(identifier: try #require(CardID("id-\(index)")), name: name)
            let photos = index == 0 ? [PhotoHash(of: Self.photo): Self.photo] : [:]
            if index == 0 { (card.front, card.back) = (PhotoHash(of: Self.photo), PhotoHash(of: [9])) }
            return CardChange.set(CardPatch(from: nil, to: card, photos: photos))
        }
        try await store.apply(changes)
        return store
    }

    private func bytes(_ export: CardExport) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while let chunk = try await export.nextChunk() { bytes += chunk }
        #expect(try await export.nextChunk() == nil)
        return bytes
    }

    private func names(_ bytes: [UInt8]) throws -> [String] {
        try #require(JSONParser.parse(bytes).array).compactMap { $0["name"]?.string }
    }

    @Test(
        "an export of all cards can be imported, whatever their number", arguments: [0, 1, 500, 501, 1200])
    func roundTrip(count: Int) async throws {
        let store = try await store((0..<count).map { "Card \(10_000 + $0)" })
        let export = CardExport(.all, of: store)
        let file = try await bytes(export)
        #expect(await export.report == ExportReport(cards: count, missingPhotos: count > 0 ? 1 : 0))
        let other = try SQLiteCardStore(at: SQLiteCardStore.inMemory)
        let isWhole = try await other.importCards(from: JSONCardSource(file)).added == count
        #expect(isWhole)
        #expect(
            try await other.cards(from: 0, limit: 2000).map(\.name) == store.cards(from: 0, limit: 2000).map(\.name))
        if count > 0 { #expect(try await other.photo(PhotoHash(of: Self.photo)) == Self.photo) }
    }

    @Test("chosen cards and search results are exported, except those deleted meanwhile")
    func selections() async throws {
        let store = try await store(["Alder", "Birch", "Cedar"])
        let identifiers = try ["id-2", "gone", "id-0"].map { try #require(CardID($0)) }
        #expect(try await names(bytes(CardExport(.cards(identifiers), of: store))) == ["Cedar", "Alder"])
        let found = try await store.find(CardQuery.all)
        try await store.apply([.delete(identifiers[0])])
        #expect(try await names(bytes(CardExport(.found(found), of: store))) == ["Alder", "Birch"])
    }

    @Test("a cancelled export throws a cancellation error")
    func cancelled() async throws {
        let store = try await store(["Alder"])
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await CardExport(.all, of: store).nextChunk()
        }
        await #expect(throws: StoreError.stopped) { try await task.value }
    }

    /// Draws digits only.
    private struct DigitDrawing: BarcodeDrawing {
        func symbols(for content: BarcodeContent) throws(BarcodeProblem) -> [BarcodeSymbol] {
            guard content.text.allSatisfy(\.isNumber) else { throw .notDrawn("no digits") }
            let rows = [BarcodeSymbol.Row(modules: [true, false, true], height: 1)]
            return [BarcodeSymbol(shape: .bars, rows: rows, quietZone: .init(all: 1))]
        }
    }

    @Test("what a page or a table has no place for is counted and named")
    func omissions() async throws {
        let store = try SQLiteCardStore.inMemory()
        let photo = PhotoHash(of: [1, 2, 3])
        var cards: [Card] = []
        for (name, number) in [("Elm", "12"), ("Oak", "AB"), ("Ash", "")] {
            var card = Card(identifier: .random(), name: name)
            (card.number, card.barcode) = (number, Barcode(format: .code128))
            cards.append(card)
        }
        cards[0].codes = [FurtherCode(label: "x", barcode: Barcode(format: .qrCode, value: "y"))]
        cards[0].front = photo
        cards[1].remindBefore = "30d"
        cards[2].barcode = Barcode(format: .qrCode, value: "other")
        cards[2].unknownFields = ["shop": .string("x")]
        try await store.apply(
            cards.map { .set(CardPatch(from: nil, to: $0, photos: $0.front == nil ? [:] : [photo: [1, 2, 3]])) })
        let page = try await ExportFormat.page.export(
            .all, of: store, barcodes: DigitDrawing(), now: Timestamp(milliseconds: 0))
        _ = try await bytes(page)
        #expect(
            await page.report.omissions
                == ["barcodes that cannot be drawn there": 3, "pictures that browsers do not show": 1])
        let table = try await ExportFormat.csv.export(.all, of: store, now: Timestamp(milliseconds: 0))
        _ = try await bytes(table)
        let names = [CardField.codes, .front, .remindBefore].map(\.label)
        #expect(
            await table.report.omissions
                == Dictionary(
                    uniqueKeysWithValues: (names + ["values of other programs"]).map { ($0, 1) }))
    }

    @Test("another format needs only a source and a sink")
    func otherFormat() async throws {
        let store = try await store(["Alder", "Birch"])
        let lines = try await bytes(CardExport(.all, of: store, into: NameSink()))
        #expect(String(decoding: lines, as: UTF8.self) == "Alder\nBirch\n2 cards\n")
        let other = try SQLiteCardStore(at: SQLiteCardStore.inMemory)
        let report = try await other.importCards(from: NameSource(lines: ["Alder", "", "Birch"]))
        #expect((report.added, report.skipped.map(\.userMessage)) == (2, ["card 2, line 2: no name"]))
    }
}

/// Writes one name per line.
private struct NameSink: CardSink {
    private var text = ""
    private var count = 0

    mutating func append(_ card: Card, photos: [PhotoHash: [UInt8]], origin: KeptOrigin?) {
        text += card.name + "\n"
        count += 1
    }

    mutating func finish() { text += "\(count) cards\n" }

    var byteCount: Int { text.utf8.count }

    mutating func drain() -> [UInt8] {
        defer { text = "" }
        return Array(text.utf8)
    }
}

private struct NameSource: CardSource {
    var lines: [String]
    var count = 0

    init(lines: [String]) { self.lines = lines }

    mutating func next() throws -> [ImportedCard]? {
        guard count < lines.count else { return nil }
        let name = lines[count]
        count += 1
        let card = CardPatch(from: nil, to: Card(identifier: .random(), name: name))
        return [
            ImportedCard(
                name.isEmpty ? .rejected(reason: "no name") : .patch(card), at: .element(count, line: count))
        ]
    }
}
