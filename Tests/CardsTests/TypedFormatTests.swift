import Cards
import Testing

@Suite("Typed kinds of barcode")
struct TypedFormatTests {
    @Test("a text of megabytes is no kind, and is not searched with each key", .timeLimit(.minutes(5)))
    func endless() {
        for text in [String(repeating: "1", count: 4 << 20), String(repeating: "ean13 ", count: 1 << 20)] {
            // Unbracketed paste calls this once per key: scanning the whole text each time would take hours.
            let found = (0..<100_000).first { _ in
                BarcodeFormat(typed: text) != nil || BarcodeFormat(digitsOf: text) != nil
            }
            #expect(found == nil)
            #expect(BarcodeFormat.completions(of: text).isEmpty)
        }
    }

    @Test("typed kinds are recognized") func kinds() {
        #expect(BarcodeFormat(typed: " e a n - 1 3 ") == .ean13)
        #expect(BarcodeFormat.completions(of: "code").count == 3)
        #expect(BarcodeFormat(digitsOf: "4006 3813-3393 1") == .ean13)
        #expect(BarcodeFormat(digitsOf: "40063813339310") == nil)
    }
}
