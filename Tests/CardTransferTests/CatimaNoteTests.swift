import CardStorage
import Cards
import TestSupport
import Testing

@testable import CardTransfer

/// Own fields and further codes in the notes of Catima's files.
@Suite("Catima's notes", .timeLimit(.minutes(5)))
struct CatimaNoteTests {
    private static let block = """
        --- cards-tui: fields and codes ---
        field: Locker = 12
        code: Voucher = QR code: 4711
        --- end ---
        """

    private func card(note: String, isFilled: Bool = true) -> Card {
        var card = Card(identifier: .random(), name: "Gym")
        card.note = note
        guard isFilled else { return card }
        card.ownFields = [OwnField(name: "Locker", value: "12")]
        card.codes = [FurtherCode(label: "Voucher", barcode: Barcode(format: .qrCode, value: "4711"))]
        return card
    }

    private func read(_ text: String) -> Card {
        var card = Card(identifier: .random(), name: "Gym")
        CatimaNote.read(text, into: &card)
        return card
    }

    @Test("stamps, reductions and the day of use are in it as well, and come back")
    func units() throws {
        for balance in [
            Balance(amount: "7", currency: "of 10 stamps"), Balance(amount: "12.5", currency: "%"),
            Balance(amount: "2", currency: "x"),
        ] {
            var card = card(note: "mine", isFilled: false)
            (card.balance, card.currency, card.used) = (balance.amount, balance.currency, CalendarDay("2026-11-28"))
            let text = CatimaNote.text(of: card)
            #expect(text.contains("\nbalance: \(LocalFormat.iso.text(balance))\nused: 2026-11-28\n"))
            let again = read(text)
            #expect((again.note, again.amountLeft, again.used) == ("mine", balance, card.used))
        }
        // Catima has a column for money and points.
        for currency in ["EUR", nil] {
            var card = card(note: "mine", isFilled: false)
            (card.balance, card.currency) = ("3", currency)
            #expect(CatimaNote.text(of: card) == "mine")
        }
    }

    @Test("they stand in a block that people can read, behind the note")
    func written() {
        #expect(CatimaNote.text(of: card(note: "")) == Self.block)
        #expect(CatimaNote.text(of: card(note: "shoes\n")) == "shoes\n\n\n" + Self.block)
        #expect(CatimaNote.text(of: card(note: "shoes", isFilled: false)) == "shoes")
        let read = read("shoes\n\n" + Self.block)
        #expect(read.note == "shoes" && read.ownFields.count == 1 && read.codes.count == 1)
    }

    @Test(
        "text that is not exactly such a block stays text",
        arguments: [
            "shoes\n" + block, block + "\n", "x" + block, block.replacing("12", with: " 12"),
            block.replacing("field: ", with: "fields: "), block.replacing("4711", with: "4711\n"),
            block.replacing("QR code", with: "Some code"), "--- end ---", "--- cards-tui: fields and codes ---\n",
        ])
    func text(note: String) {
        let read = read(note)
        #expect(read.note == note && read.ownFields.isEmpty && read.codes.isEmpty)
        #expect(CatimaNote.text(of: read) == note)
    }

    @Test("a note that ends like a block comes back as it was, with and without entries")
    func lookalike() {
        for note in [Self.block, "shoes\n\n" + Self.block, Self.block + "\n\n" + Self.block] {
            for isFilled in [true, false] {
                let card = card(note: note, isFilled: isFilled)
                let read = read(CatimaNote.text(of: card))
                #expect(read.note == note && read.ownFields == card.ownFields && read.codes == card.codes)
            }
        }
    }

    @Test("notes, fields and codes of any text come back from the note")
    func roundTrip() throws {
        let seed = SeededGenerator.seed()
        var generator = SeededGenerator(seed: seed)
        let pieces = [
            "a", " ", "=", ":", "[", "\"", "\\", "\n", "\n\n", "é", "\u{301}", "#", "field: ", "code: ", "--- end ---",
            "--- cards-tui: fields and codes ---\n", Self.block, "\t",
        ]
        func text(_ least: Int = 0) -> String {
            (0..<Int.random(in: least...5, using: &generator)).map { _ in
                pieces.randomElement(using: &generator) ?? ""
            }.joined()
        }
        for _ in 0..<2000 {
            var card = Card(identifier: .random(), name: "Gym")
            card.note = text()
            card.ownFields = (0..<Int.random(in: 0...2, using: &generator)).map { _ in
                OwnField(name: text(1), value: text())
            }
            card.codes = (0..<Int.random(in: 0...2, using: &generator)).map { _ in
                let value = text()
                return FurtherCode(
                    label: text(), barcode: Barcode(format: .code128, value: value.isEmpty ? nil : value))
            }
            let read = read(CatimaNote.text(of: card))
            #expect(read.note.utf8.elementsEqual(card.note.utf8), "seed \(seed)")
            #expect(read.ownFields == card.ownFields && read.codes == card.codes, "seed \(seed)")
        }
    }

    @Test("a file brings them to another store; pictures are counted as left out")
    func file() async throws {
        let store = try SQLiteCardStore.inMemory()
        var card = card(note: "shoes")
        card.number = "42"
        card.pictures = [FurtherPicture(label: "Receipt", hash: PhotoHash(of: Made.picture(1)))]
        try await store.apply([
            .set(CardPatch(from: nil, to: card, photos: [PhotoHash(of: Made.picture(1)): Made.picture(1)]))
        ])
        let export = try await CardExport.catima(.all, of: store, asTable: true)
        let table = try await bytes(export)
        #expect(await export.report.omissions == ["further pictures": 1])
        let other = try SQLiteCardStore.inMemory()
        _ = try await other.take(table)
        let read = try #require(await other.everything().first)
        #expect((read.note, read.number) == ("shoes", "42"))
        #expect(read.ownFields == card.ownFields && read.codes == card.codes)
        // Unchanged, the file goes back byte for byte.
        #expect(try await catimaTable(other) == String(decoding: table, as: UTF8.self))
    }
}
