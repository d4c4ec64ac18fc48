import CardStorage
import Cards
import TestSupport
import Testing

@testable import CardTransfer

/// A number tells no card: people use that of their phone in several shops.
@Suite("Cards that share a number", .timeLimit(.minutes(1)))
struct SharedNumberTests {
    private let store: SQLiteCardStore

    init() async throws {
        store = try SQLiteCardStore.inMemory()
        #expect(try await take("Aldi,0791234567").added == 1)
        let card = try #require(try await store.cards(named: "Aldi").first)
        var changed = card
        (changed.balance, changed.currency) = ("20", "EUR")
        try await store.apply([.set(CardPatch(from: card, to: changed))])
    }

    private func take(
        _ rows: String..., change: @Sendable (inout ImportRequest) -> Void = { _ in }
    ) async throws -> ImportReport {
        try await store.take((["name,number"] + rows).joined(separator: "\n"), change).report
    }

    private func names() async throws -> [String] { try await store.everything().map(\.name).sorted() }

    @Test("another name is a new card, and a rename is offered")
    func otherName() async throws {
        let report = try await take("Coop,0791234567")
        #expect((report.added, report.changed) == (1, 0))
        #expect(report.renames == [ImportReport.Rename(index: 0, from: "Aldi", to: "Coop")])
        #expect(try await names() == ["Aldi", "Coop"])
        #expect(try await store.cards(named: "Aldi").first?.balance == "20")
        // Both are known now.
        let again = try await take("Coop,0791234567", "Aldi,0791234567")
        #expect((again.added, again.unchanged, again.renames.isEmpty) == (0, 2, true))
    }

    @Test("a rename that is wanted keeps the card, and undo takes it back")
    func renamed() async throws {
        let report = try await take("Coop,0791234567") { $0.options.renaming = [0] }
        #expect((report.added, report.changed, report.renames.isEmpty) == (0, 1, true))
        let card = try #require(try await store.everything().first)
        #expect((card.name, card.balance) == ("Coop", "20"))
        _ = try await store.undo()
        #expect(try await names() == ["Aldi"])
    }

    @Test(
        "no rename is offered where several cards have the number",
        arguments: [
            ["Coop,0791234567", "Spar,0791234567"], ["Coop,0791234567", "Aldi,0791234567"],
            ["Aldi,0791234567", "Coop,0791234567"],
        ])
    func several(rows: [String]) async throws {
        let report = try await store.take((["name,number"] + rows).joined(separator: "\n")).report
        #expect(report.renames.isEmpty)
        #expect(report.changed == 0)
        #expect(try await names() == (["Aldi"] + rows.map { String($0.prefix(4)) }.filter { $0 != "Aldi" }).sorted())
        // One of two cards here.
        #expect(try await take("Lidl,0791234567").renames.isEmpty)
    }

    @Test(
        "a row without a kind of barcode that adds nothing to a card here is that card; one with another value is not")
    func addsNothing() async throws {
        var card = Card(identifier: .random(), name: "Tesco")
        (card.number, card.barcode) = ("5901234123457", Barcode(format: .ean13))
        try await store.apply([.set(CardPatch(from: nil, to: card))])
        #expect(try await store.take("name,number,note\nTesco,5901234123457,blue\n").report.added == 1)
        _ = try await store.undo()
        for _ in 0..<2 {
            let report = try await take("Tesco,0000", "Tesco,5901234123457")
            #expect(report.unchanged == (report.added == 1 ? 1 : 2))
            let here = try await store.card(card.identifier)
            #expect(here?.barcode == card.barcode && here?.number == card.number)
            #expect(try await names() == ["Aldi", "Tesco", "Tesco"])
        }
    }

    @Test("the same row twice is one card, at each import; rows without a number, or with another value, stay several")
    func repeated() async throws {
        let file = "name,number,note\nElm,5,a\nElm,5,a\nElm,5,b\nFern,,\nFern,,\nElm,5,a\n"
        let first = try await store.take(file).report
        #expect((first.added, first.unchanged) == (4, 2))
        #expect(try await names() == ["Aldi", "Elm", "Elm", "Fern", "Fern"])
        let again = try await store.take(file).report
        #expect((again.added, again.changed, again.unchanged) == (0, 0, 6))
        #expect(try await names() == ["Aldi", "Elm", "Elm", "Fern", "Fern"])
        _ = try await store.undo()
        #expect(try await names() == ["Aldi"])
        #expect(try await store.take(file).report.added == 4)
        let added = try await store.take(file) { $0.options.duplicates = .add }.report
        #expect(added.added == 6)
    }

    @Test("whoever can be asked is asked before anything is written")
    func stops() async throws {
        let report = try await take("Coop,0791234567", "Elm,5") { $0.options.stopsForRenames = true }
        #expect(report.renames.map(\.text) == ["Aldi becomes Coop"])
        #expect(try await names() == ["Aldi"])
        #expect(try await take("Elm,5") { $0.options.stopsForRenames = true }.added == 1)
    }

    @Test("cards that differ in the kind of barcode only each find their own, in any order")
    func kinds() async throws {
        func table(_ rows: [String]) -> String { (["name,number,barcode,note"] + rows).joined(separator: "\n") }
        let rows = ["Elm,5,QR_CODE,", "Elm,5,CODE_128,"]
        #expect(try await store.take(table(rows)).report.added == 2)
        #expect(try await store.take(table(rows.reversed())).report.unchanged == 2)
        let changed = try await store.take(table(["Elm,5,CODE_128,new", "Elm,5,QR_CODE,"])).report
        #expect((changed.changed, changed.unchanged) == (1, 1))
        let cards = try await store.cards(named: "Elm")
        #expect(cards.first { $0.note == "new" }?.barcode?.format == .code128)
    }

    /// Files of programs that call a card by its number.
    private static func file(_ format: FileFormat, name: String) throws -> [UInt8] {
        var card = Card(identifier: .random(), name: name)
        card.number = "0791234567"
        switch format {
        case .links: return Array((try #require(ShareLink(card)).url + "\n").utf8)
        case .voucherVault:
            return Array(#"[{"description": "\#(name)", "code": "0791234567", "codeType": "TEXT"}]"#.utf8)
        case .fidme:
            return try Made.zip([
                ("loyalty_programs.csv", Array("Retailer;Reference\n\(name);0791234567\n".utf8))
            ])
        case .espass:
            let json = #"{"description": "\#(name)", "barCode": {"format": "QR_CODE", "message": "0791234567"}}"#
            return try Made.zip([("main.json", Array(json.utf8))])
        default:
            return Array(
                #"{"formatVersion": 1, "passTypeIdentifier": "pass.x", "organizationName": "\#(name)", "generic": {}, "barcode": {"format": "PKBarcodeFormatQR", "message": "0791234567"}}"#
                    .utf8)
        }
    }

    @Test(
        "the same for each program that has no identifiers",
        arguments: [FileFormat.links, .voucherVault, .fidme, .espass, .pass])
    func otherPrograms(format: FileFormat) async throws {
        #expect(try await store.take(Self.file(format, name: "Lidl")).report.added == 1)
        let other = try await store.take(Self.file(format, name: "Spar"))
        #expect(other.format == format && other.report.added == 1 && other.report.changed == 0)
        #expect(other.report.renames.map(\.text) == ["Lidl becomes Spar"])
        #expect(try await store.take(Self.file(format, name: "Lidl")).report.unchanged == 1)
        #expect(try await names() == ["Aldi", "Lidl", "Spar"])
    }

    @Test("identifiers that two installations gave to other cards rename none of them")
    func otherIdentifiers() async throws {
        let row = { (id: Int, name: String) in "\(id),\(name),,,,0,,0791,,,,,0,0,0" }
        _ = try await store.take(Made.catima([row(1, "Lidl"), row(2, "Spar")]))
        // Renamed there, or the first card of somebody else.
        let renamed = try await store.take(Made.catima([row(1, "Lidl Plus"), row(2, "Spar")])).report
        #expect((renamed.added, renamed.changed) == (1, 0))
        #expect(renamed.renames.map(\.text) == ["Lidl becomes Lidl Plus"])
        let swapped = try await store.take(Made.catima([row(2, "Lidl Plus"), row(1, "Spar")])).report
        #expect(swapped.changed == 0)
        #expect(Set(try await names()) == ["Aldi", "Lidl", "Lidl Plus", "Spar"])
    }
}
