import CardStorage
import Cards
import TestSupport
import Testing

@testable import CardTransfer

/// The file of a pass is kept beside the card that it became.
@Suite("Passes that stay passes", .timeLimit(.minutes(5)))
struct PassFileTests {
    private static let json = #"""
        {"formatVersion": 1, "passTypeIdentifier": "pass.x", "serialNumber": "SERIAL", "organizationName": "Cedar SERIAL",
         "description": "A card", "generic": {
           "headerFields": [{"key": "h", "label": "share", "value": 0.125, "numberStyle": "PKNumberStylePercent"}],
           "primaryFields": [{"key": "p", "label": "balance", "value": 1234.5, "currencyCode": "EUR"}],
           "secondaryFields": [{"key": "d", "label": "Since", "value": "2027-03-01T10:30+02:00", "dateStyle": "PKDateStyleShort", "timeStyle": "PKDateStyleShort"}],
           "auxiliaryFields": [{"key": "n", "value": "a\nb"}, {"key": "e", "label": "Empty", "value": ""}],
           "backFields": [{"key": "b", "label": "Web", "value": "https://cedar.example"}]},
         "barcodes": [{"format": "PKBarcodeFormatNew", "message": "1"}, {"format": "PKBarcodeFormatQR", "message": "SERIAL"},
                      {"format": "PKBarcodeFormatAztec", "message": "3"}]}
        """#

    private func pass(_ serial: String = "1", with entries: [(String, [UInt8])] = []) throws -> [UInt8] {
        let json = Self.json.replacing("SERIAL", with: serial)
        return try Made.zip([("pass.json", Array(json.utf8)), ("icon.png", Made.picture(1))] + entries)
    }

    private func export(_ selection: CardSelection = .all, of store: SQLiteCardStore) async throws -> (
        bytes: [UInt8], report: ExportReport
    ) {
        let export = try await ExportFormat.pass.export(selection, of: store, now: Timestamp(milliseconds: 0))
        return (try await bytes(export), await export.report)
    }

    @Test("a pass goes out byte for byte; cards without one are counted, and without any nothing is written")
    func export() async throws {
        let store = try SQLiteCardStore.inMemory()
        try await store.apply([.set(CardPatch(from: nil, to: Card(identifier: .random(), name: "Plain")))])
        await #expect(throws: TransferError.noPassFiles) { try await export(of: store) }
        let file = try pass()
        #expect(try await store.take(file).report.added == 1)
        #expect(try await store.take(file).report.unchanged == 1)
        var result = try await export(of: store)
        #expect(result.bytes == file)
        #expect(result.report.omissions == ["cards without a pass": 1])
        // Also after changes here.
        let card = try #require(try await store.cards(named: "Cedar 1").first)
        try await store.apply([
            .set(CardPatch(values: Card(identifier: card.identifier, name: "Mine"), fields: [.name]))
        ])
        result = try await export(.cards([card.identifier]), of: store)
        #expect(result.bytes == file)
    }

    @Test("several passes go out as an archive of them, which comes in again unchanged")
    func several() async throws {
        let store = try SQLiteCardStore.inMemory()
        let passes = try [pass("1"), pass("2")]
        let file = try Made.zip([("a.pkpass", passes[0]), ("b.pkpass", passes[1])])
        #expect(try await store.take(file).report.added == 2)
        let out = try await export(of: store).bytes
        let archive = try ZipArchive(MemoryFile(out))
        #expect(archive.entries.map(\.name) == ["1-cedar-1.pkpass", "2-cedar-2.pkpass"])
        #expect(try archive.entries.map { try archive.bytes(of: $0) } == passes)
        #expect(try await store.take(out).report.unchanged == 2)
    }

    @Test("a later version replaces the pass; the last card that goes for good takes it along")
    func sweeping() async throws {
        let store = try SQLiteCardStore.inMemory()
        let (old, new) = (try pass(), try pass(with: [("x", [1])]))
        _ = try await store.take(old)
        #expect(try await store.photo(PhotoHash(of: old)) == old)
        _ = try await store.take(new)
        #expect(try await store.photo(PhotoHash(of: old)) == nil)
        #expect(try await export(of: store).bytes == new)
        _ = try await store.take(new) { $0.options.duplicates = .add }
        let cards = try await store.everything().map(\.identifier)
        #expect(cards.count == 2)
        for (card, kept) in zip(cards, [new, nil]) {
            try await store.apply([.delete(card)])
            // The trash can give it back.
            #expect(try await store.photo(PhotoHash(of: new)) == new)
            try await store.empty([card])
            #expect(try await store.photo(PhotoHash(of: new)) == kept)
        }
    }

    @Test("an undone import that is done again has its pass")
    func undo() async throws {
        let store = try SQLiteCardStore.inMemory()
        let file = try pass()
        _ = try await store.take(file)
        _ = try await store.undo()
        #expect(try await store.count() == 0)
        _ = try await store.redo()
        #expect(try await export(of: store).bytes == file)
    }

    /// A version of the same pass.
    private func version(_ number: Int) throws -> [UInt8] {
        try Made.zip([
            ("pass.json", Array(Self.json.replacing("a\\nb", with: "version \(number)").utf8)), ("strip.gif", [7, 7]),
        ])
    }

    /// Which of the versions the store holds.
    private func stored(_ store: SQLiteCardStore, of versions: [[UInt8]]) async throws -> [Int] {
        var stored: [Int] = []
        for (index, version) in versions.enumerated()
        where try await store.photo(PhotoHash(of: version)) != nil { stored.append(index) }
        return stored
    }

    @Test("undo of a newer version brings its file back, and redo the newer one")
    func undoneVersions() async throws {
        let store = try SQLiteCardStore.inMemory()
        let versions = try (0..<3).map(version)
        for version in versions { _ = try await store.take(version) }
        #expect(try await stored(store, of: versions) == [0, 1, 2])
        for expected in [1, 0] {
            _ = try await store.undo()
            #expect(try await export(of: store).bytes == versions[expected])
            #expect(try await store.everything().first?.note.contains("version \(expected)") == true)
        }
        for expected in [1, 2] {
            _ = try await store.redo()
            #expect(try await export(of: store).bytes == versions[expected])
        }
        _ = try await store.undo()
        // Redo is gone with the next action, and with it the file that it would bring back.
        let card = try #require(try await store.everything().first)
        try await store.apply([
            .set(CardPatch(values: Card(identifier: card.identifier, name: "Mine"), fields: [.name]))
        ])
        #expect(try await stored(store, of: versions) == [0, 1])
        // What is imported again after undo is not taken for known.
        #expect(try await store.take(versions[2]).report.isChange)
        #expect(try await export(of: store).bytes == versions[2])
    }

    @Test(
        "the three newest of the earlier files are kept, of older ones what they say; undo takes back fields and file")
    func manyVersions() async throws {
        let store = try SQLiteCardStore.inMemory()
        let versions = try (0..<6).map(version)
        for version in versions { _ = try await store.take(version) }
        #expect(try await stored(store, of: versions) == [2, 3, 4, 5])
        for expected in [4, 3, 2, 1] {
            _ = try await store.undo()
            #expect(try await store.everything().first?.note.contains("version \(expected)") == true)
            let bytes = expected < 2 ? PassContents.reduced(versions[expected]) : versions[expected]
            #expect(try await export(of: store).bytes == bytes)
        }
        let card = try #require(try await store.everything().first?.identifier)
        try await store.apply([.delete(card)])
        try await store.empty([card])
        #expect(try await stored(store, of: versions).isEmpty)
    }

    @Test("two versions in one import are one step: undo brings back the file from before both")
    func versionsOfOneImport() async throws {
        let store = try SQLiteCardStore.inMemory()
        let versions = try (0..<3).map(version)
        _ = try await store.take(versions[0])
        _ = try await store.take(Made.zip([("a.pkpass", versions[1]), ("b.pkpass", versions[2])]))
        let cards = try await store.count()
        #expect(cards == 1)
        #expect(try await export(of: store).bytes == versions[2])
        _ = try await store.undo()
        #expect(try await store.count() == 1)
        #expect(try await export(of: store).bytes == versions[0])
        _ = try await store.redo()
        #expect(try await store.count() == cards)
        #expect(try await store.photo(PhotoHash(of: versions[0])) != nil)
    }

    @Test("two versions of a pass that is not here are one card, as the later one has it")
    func newVersionsOfOneImport() async throws {
        let store = try SQLiteCardStore.inMemory()
        let versions = try (0..<2).map(version)
        let bundle = try Made.zip([("a.pkpass", versions[0]), ("b.pkpass", versions[1])])
        let report = try await store.take(bundle).report
        #expect((report.added, report.changed) == (1, 1))
        #expect(try await export(of: store).bytes == versions[1])
        #expect(try await stored(store, of: versions) == [1])
        _ = try await store.undo()
        #expect(try await store.count() == 0)
        _ = try await store.redo()
        #expect(try await export(of: store).bytes == versions[1])
        #expect(try await store.everything().first?.note.contains("version 1") == true)
        // The same again changes nothing in the end, and the older one is here as a version of its own.
        #expect(try await store.take(versions[1]).report.unchanged == 1)
    }

    @Test("a pass of more than 10 MB becomes a card, and is not kept")
    func large() async throws {
        let store = try SQLiteCardStore.inMemory()
        var writer = ZipWriter()
        try writer.add("pass.json", Array(Self.json.utf8), isPacked: false)
        try writer.add("strip@3x.gif", [UInt8](repeating: 7, count: 10 << 20), isPacked: false)
        writer.finish()
        let report = try await store.take(writer.drain()).report
        #expect(report.added == 1)
        #expect(report.remarks.map(\.reason) == ["the pass is larger than 10 MB: its file is not kept"])
        await #expect(throws: TransferError.noPassFiles) { try await export(of: store) }
    }

    @Test("a card of a bare pass.json is no pass to export, which is said")
    func unsigned() async throws {
        let store = try SQLiteCardStore.inMemory()
        #expect(try await store.take(Array(Self.json.utf8)).report.added == 1)
        await #expect(throws: TransferError.unsignedPasses) { try await export(of: store) }
        #expect(try await store.take(pass("2")).report.added == 1)
        #expect(try await export(of: store).report.omissions == ["a pass.json without its pass": 1])
    }

    @Test("the passes of one archive share the limit of what they unpack to")
    func sharedLimit() throws {
        let single = try ZipArchive(MemoryFile(pass()))
        for entry in single.entries { _ = try single.bytes(of: entry) }
        let file = try Made.zip([("a.pkpass", pass("1")), ("b.pkpass", pass("2")), ("c.pkpass", pass("3"))])
        var limits = PassContents.limits
        limits.bytes = single.unpackedBytes * 2
        var source = try PassCardSource(
            ZipArchive(MemoryFile(file)), MemoryFile(file), ImportRequest(), limits: limits)
        var reasons: [String?] = []
        while let cards = try source.next() {
            for card in cards {
                if case .rejected(let reason) = card.content { reasons.append(reason) } else { reasons.append(nil) }
            }
        }
        #expect(reasons == [nil, nil, ZipError.allTooLarge(limit: limits.bytes).userMessage])
    }

    @Test("the fields of a poster are in the note, and on the page of the card in the format of the locale")
    func poster() async throws {
        let json = #"""
            {"formatVersion": 1, "passTypeIdentifier": "pass.x", "serialNumber": "9", "organizationName": "Arena",
             "eventTicket": {"primaryFields": [{"key": "e", "value": "Concert"}], "additionalInfoFields": [
                {"key": "g", "label": "Gate", "value": "7"}, {"key": "p", "label": "Price", "value": 12.5, "currencyCode": "EUR"}]}}
            """#
        let store = try SQLiteCardStore.inMemory()
        _ = try await store.take(Made.zip([("pass.json", Array(json.utf8))]))
        let card = try #require(try await store.everything().first)
        #expect(card.note == "Concert\n\nGate: 7\nPrice: 12.5 EUR")
        let page = await PassPage.page(of: card, in: store, language: "en", format: .iso)
        #expect(page?.text == "Concert\nGate: 7\nPrice: 12.5 EUR")
        #expect(page?.note == "")
    }

    @Test("files whose sums are not those of the manifest are named")
    func sums() async throws {
        let sum = "bf8b4530d8d246dd74ac53a13471bba17941dff7"
        let manifest = #"{"x": "\#(sum)", "icon.png": "00", "gone.png": "11"}"#
        let file = try pass(with: [("x", [1]), ("manifest.json", Array(manifest.utf8)), ("signature", [1])])
        let store = try SQLiteCardStore.inMemory()
        #expect(
            try await store.take(file).report.remarks.map(\.reason) == [
                "icon.png was changed after the pass was signed", "pass.json was changed after the pass was signed",
            ])
        let card = try #require(try await store.everything().first)
        let page = await PassPage.page(of: card, in: store, language: "en", format: .iso)
        #expect(page?.text.hasSuffix("\nsigned; the signature is not checked") == true)
    }

    // MARK: - The lines

    /// Of a reader two hours east.
    private static let clock = CardClock(
        now: { Timestamp(milliseconds: 0) }, today: { .first },
        timeOfDay: { String(Timestamp(milliseconds: $0.milliseconds + 7_200_000).text.dropFirst(11).prefix(5)) },
        day: { Timestamp(milliseconds: $0.milliseconds + 7_200_000).day })

    private static let german = LocalFormat(
        amounts: AmountFormat(
            decimalMark: ",", groupMark: ".", groupSizes: [3], currency: "EUR", symbol: "€"))

    @Test("the fields are lines in the user's language and format, and the note does not say them again")
    func lines() async throws {
        let strings = Array(
            #"/* The "label", in * German / */ "balance" = "Guthaben"; // "more"\#n"share" = "Ant\eil";"#.utf8)
        let store = try SQLiteCardStore.inMemory()
        _ = try await store.take(pass(with: [("de.lproj/pass.strings", strings)])) { $0.language = "de_DE" }
        var card = try #require(try await store.everything().first)
        #expect(card.barcode == Barcode(format: .qrCode))
        #expect(
            card.note
                == "A card\n\nAnteil: 0.125\n\nGuthaben: 1234.5 EUR\n\nSince: 2027-03-01T10:30+02:00\n\na\nb\n\nWeb: https://cedar.example"
        )
        let page = try #require(
            await PassPage.page(of: card, in: store, language: "de_DE", format: Self.german, clock: Self.clock))
        #expect(page.text == "Anteil: 12,5 %\nGuthaben: 1.234,5 €\nSince: 2027-03-01 10:30\na\nb")
        #expect(page.note == "A card\n\nWeb: https://cedar.example")
        card.note = "my own note\nSince: 2027-03-01T10:30+02:00"
        let other = try #require(
            await PassPage.page(of: card, in: store, language: "fr", format: .iso, clock: Self.clock))
        #expect(other.note == "my own note")
        #expect(
            other.text
                == "Anteil: 12.5 %\nGuthaben: 1234.5 EUR\nSince: 2027-03-01 10:30\na\nb\nWeb: https://cedar.example")
    }

    @Test("a note and fields of a hundred thousand lines are shown at once")
    func longLines() async throws {
        let value = String(repeating: "x\\n", count: 100_000)
        let json =
            #"{"formatVersion": 1, "organizationName": "X", "generic": {"backFields": [{"key": "k", "value": "\#(value)"}]}}"#
        let store = try SQLiteCardStore.inMemory()
        _ = try await store.take(json)
        let card = try #require(try await store.everything().first)
        let page = try #require(await PassPage.page(of: card, in: store, language: "en", format: .iso))
        #expect(page.text.utf8.count == 64 << 10)
        #expect(page.note == card.note)
    }

    @Test("a wrong password for an archive of passes fails the import, as it does for every other archive")
    func wrongPassword() async throws {
        let store = try SQLiteCardStore.inMemory()
        var archive = ZipWriter(password: Array("right".utf8))
        try archive.add("a.pkpass", pass(), isPacked: false)
        archive.finish()
        let file = archive.drain()
        await #expect(throws: ZipError.wrongPassword) {
            try await store.take(file) { $0.password = Array("wrong".utf8) }
        }
        #expect(try await store.take(file) { $0.password = Array("right".utf8) }.report.added == 1)
    }

    @Test("a long translation is none: five hundred fields that all name it would fill the memory")
    func longTranslation() async throws {
        let fields = (0..<500).map { #"{"key": "k\#($0)", "label": "l", "value": "v\#($0)"}"# }.joined(separator: ",")
        let json = #"{"organizationName": "X", "generic": {"backFields": [\#(fields)]}}"#
        func file(_ count: Int) throws -> [UInt8] {
            let strings = Array("\"l\" = \"\(String(repeating: "x", count: count))\"; \"v0\" = \"first\";".utf8)
            return try Made.zip([("pass.json", Array(json.utf8)), ("en.lproj/pass.strings", strings)])
        }
        for (count, start) in [(10, "xxxxxxxxxx: first\n"), (1 << 20, "l: first\nl: v1\n")] {
            let store = try SQLiteCardStore.inMemory()
            #expect(try await store.take(file(count)) { $0.language = "en" }.report.added == 1)
            #expect(try await store.everything().first?.note.hasPrefix(start) == true)
        }
    }

    @Test("a card of no pass has no lines, nor one whose pass is gone")
    func none() async throws {
        let store = try SQLiteCardStore.inMemory()
        let card = Card(identifier: .random(), name: "Plain")
        try await store.apply([.set(CardPatch(from: nil, to: card))])
        #expect(await PassPage.page(of: card, in: store, language: "en", format: .iso) == nil)
    }

    @Test("an icon stands for the photos that a printed card does not have")
    func icon() async throws {
        let store = try SQLiteCardStore.inMemory()
        _ = try await store.take(pass())
        let card = try #require(try await store.everything().first)
        #expect(card.icon == PhotoHash(of: Made.picture(1)))
        #expect(try await store.summaries(in: 0..<1).first?.icon == card.icon)
        let page = try await bytes(ExportFormat.page.export(.all, of: store, now: Timestamp(milliseconds: 0)))
        #expect(String(decoding: page, as: UTF8.self).contains("<img alt=\"\" src=\"data:image/png;base64,"))
    }
}
