import CardBarcodes
import Cards
import Testing

@Suite("Drawing barcodes")
struct DrawingTests {
    private func symbol(_ value: String, _ format: BarcodeFormat) throws -> BarcodeSymbol {
        try #require(try ZintDrawing().symbols(for: BarcodeContent(value, as: format)).first)
    }

    @Test(
        "each kind has the width that its standard says",
        arguments: [
            (BarcodeFormat.ean13, "5901234123457", 95), (.ean8, "96385074", 67), (.upcA, "036000291452", 95),
            (.upcE, "01234565", 51), (.ean13, "5901234123457+12", 95 + 7 + 20), (.itf, "12345678901231", 135),
            (.code39, "CODE 39", 9 * 13 - 1), (.qrCode, "hello", 21), (.dataMatrix, "hello", 12), (.aztec, "hello", 15),
            (.maxiCode, "hello", 30), (.dataBar, "24012345678905", 96),
        ])
    func widths(format: BarcodeFormat, value: String, width: Int) throws {
        let symbol = try symbol(value, format)
        #expect(symbol.width == width)
        #expect(symbol.rows.allSatisfy { $0.modules.count == width && $0.height > 0 })
    }
}
