import Cards
import Terminal
import Testing

@testable import CardViewModels

@MainActor
@Suite("Kinds offered on the barcode page")
struct BarcodeKindTests {
    @Test("b on a card without a barcode offers the kinds that fit, Enter takes one, and u undoes it")
    func takingKind() async throws {
        let journey = try await Journey(BarcodeTests.cards, photos: BarcodeTests.photos)
        journey.press(Key("j"), Key("j"), Key("b"))
        await journey.see("▌ Code 128")
        journey.press(Key("j"))
        await journey.see("▌ QR code")
        journey.press(Key("k"), .enter)
        await journey.see("Cinema: barcode added: Code 128 · u undoes")
        await journey.wait("the code") { if case .shown? = journey.barcode?.code { true } else { false } }
        guard case .shown(let content, _)? = journey.barcode?.code else {
            Issue.record("there is no code")
            return
        }
        #expect(content.format == .code128)
        #expect(try await journey.store.card(BarcodeTests.cards[2].identifier)?.barcode == Barcode(format: .code128))
        journey.press(Key("u"))
        await journey.see("▌ Code 128")
        #expect(try await journey.store.card(BarcodeTests.cards[2].identifier)?.barcode == nil)
    }

    @Test(
        "Enter takes the number of a card as it is, right check digit or not",
        arguments: ["032160099458", "36000291452"])
    func takingFirst(number: String) async throws {
        let card = Card.made("Elm", number)
        let journey = try await Journey([card])
        journey.press(Key("b"))
        await journey.see("▌ Code 128")
        journey.press(.enter)
        await journey.see("Elm: barcode added: Code 128 · u undoes")
        let saved = try #require(try await journey.store.card(card.identifier))
        #expect(saved.number == number && saved.barcode == Barcode(format: .code128))
    }

    @Test(
        "a correction is the last choice, apart, and says what it changes",
        arguments: [Size(columns: 80, rows: 24), Size(columns: 40, rows: 12)])
    func takingCorrection(size: Size) async throws {
        let card = Card.made("Elm", "4006 3813 3393 0")
        let journey = try await Journey([card], size: size)
        journey.press(Key("b"))
        await journey.see("Change the number to")
        let row = journey.place(of: "Change the number to").row
        try #require(row >= 2)
        let lines = journey.lines
        #expect(!lines[row - 1].contains { !$0.isWhitespace })
        #expect(lines[row - 2].contains { !$0.isWhitespace })
        for _ in 0..<30 { journey.press(Key("j")) }
        await journey.see("▌ Change the number to 4006381333931: EAN-13".prefix(size.columns - 4).description)
        journey.press(.enter)
        await journey.see(
            "Elm: barcode added: EAN-13, and the number 4006381333931".prefix(size.columns - 4).description)
        let saved = try #require(try await journey.store.card(card.identifier))
        #expect(saved.number == "4006381333931" && saved.barcode == Barcode(format: .ean13))
        journey.press(Key("u"))
        await journey.wait("the number") {
            try await journey.store.card(card.identifier)?.number == "4006 3813 3393 0"
        }
    }

    @Test("the first click on a kind selects it and the second takes it; a card without a number is offered none")
    func clickingKind() async throws {
        let journey = try await Journey([.made("Ash"), .made("Elm", "LOY-7734")])
        journey.press(Key("b"))
        await journey.see("No barcode: e adds one, R scans one from a photo.")
        journey.press(Key("]"))
        await journey.see("▌ Code 128")
        journey.click("QR code")
        await journey.see("▌ QR code")
        journey.click("QR code")
        await journey.see("Elm: barcode added: QR code")
    }
}
