import CardTransfer
import Cards
import Terminal
import Testing

@testable import CardViewModels

/// Several share links at once.
extension BarcodeReadingTests {
    /// Two codes to hand over, one of which has two cards.
    private func handedOverSeveral() -> (FoundBarcode, FoundBarcode) {
        let cards = ["Maple Books", "Nut Shop", "Oak Inn"].map { Card.made($0, "5901234123457") }
        func code(_ text: String) -> FoundBarcode { FoundBarcode(barcode: Barcode(format: .qrCode), number: text) }
        return (code(ShareText(Array(cards.prefix(2))) { _ in true }.text), code(ShareLink(cards[2])?.url ?? ""))
    }

    @Test("several share links, in one code or in several, are looked at and imported together")
    func sharedSeveral() async throws {
        let journey = try await asked()
        let (two, one) = handedOverSeveral()
        journey.reader.put(two, one, in: [40, 30])
        journey.press(.enter)
        await journey.see("card.png")
        journey.type("card")
        journey.press(.enter)
        await journey.wait("the preview") { journey.importModel != nil }
        await journey.see("3 new")
        journey.press(Key("i"))
        await journey.see("3 share links: 3 added")
        let names = try await journey.store.cards(from: 0, limit: 9).map(\.name)
        #expect(names == ["Maple Books", "Nut Shop", "Oak Inn"])
    }

    @Test("into a form goes one of several share links, which is picked by its name")
    func sharedIntoForm() async throws {
        let journey = try await asking()
        let (two, one) = handedOverSeveral()
        journey.reader.put(two, one, in: [34, 21])
        journey.press(.enter)
        await journey.see("3 barcodes")
        await journey.see("the card Nut Shop")
        journey.press(.down, .enter)
        await journey.see("Scanned the card Nut Shop from the front photo.")
        #expect(try await saved(journey, "Cedar Library").number == "5901234123457")
    }
}
