import CardTransfer
import Cards
import Testing

/// Files and links with canonically equal but different text: `é` as one scalar and as a letter with a combining mark.
@Suite("Files and links are read by code points")
struct ExactFileTests {
    private static let composed = "caf\u{E9}"
    private static let decomposed = "cafe\u{301}"

    @Test("an import with other code points changes the card")
    func importing() throws {
        var here = Card(identifier: try #require(CardID("one")), name: "Library")
        here.name = Self.composed
        let text = #"[{"identifier":"one","name":"\#(Self.decomposed)","\#(Self.decomposed)":1,"\#(Self.composed)":2}]"#
        var patches: [CardPatch] = []
        let report = try CardImport(from: JSONCardSource(Array(text.utf8))).run(
            known: { _ in here }, apply: { patch, _ in patches.append(patch) })
        #expect(report.changed == 1)
        let after = try #require(patches.first).applied(to: here)
        #expect(Array(after.name.unicodeScalars) == Array(Self.decomposed.unicodeScalars))
        #expect(after.unknownFields.count == 2)
        #expect(after.unknownFields[Self.decomposed] == .number("1"))
        #expect(after.unknownFields[Self.composed] == .number("2"))
        let fields: FieldSet = [.unknown(ExactText(Self.composed)), .unknown(ExactText(Self.decomposed))]
        #expect(fields.count == 2)
        #expect(fields.isSubset(of: after.filledFields))
        // Both are written and read back.
        let stored = try JSONParser.parse(CardJSON.storedText(of: after))
        #expect(try CardJSON.patch(from: stored, photos: .hash).applied(to: nil) == after)
    }

    @Test("a link's value that only looks like the number is kept")
    func shareLink() throws {
        let link = "https://catima.app/share?store=a&cardid=caf%C3%A9&barcodeid=cafe%CC%81&barcodetype=QR_CODE"
        let shared = try ShareLink.card(from: link, identifier: .random())
        #expect(shared.barcode == Barcode(format: .qrCode, value: Self.decomposed))
    }

    @Test(
        "only a complete byte order mark is skipped",
        arguments: [[0xEF], [0xEF, 0xBB], [0xBB, 0xBF], [0xBF], [0xEF, 0xBF, 0xBB], [0xEF, 0x20, 0xBF]] as [[UInt8]])
    func brokenMark(mark: [UInt8]) throws {
        let text = Array(#"[{"identifier":"one","name":"Gym"}]"#.utf8)
        func importing(_ bytes: [UInt8]) throws -> ImportReport {
            try CardImport(from: JSONCardSource(bytes)).run(known: { _ in nil }, apply: { _, _ in })
        }
        #expect(throws: CardImportError.self) { try importing(mark + text) }
        #expect(try importing([0xEF, 0xBB, 0xBF] + text).added == 1)
    }
}
