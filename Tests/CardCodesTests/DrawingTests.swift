import CardCodes
import Cards
import Testing

@Suite("Drawing barcodes")
struct DrawingTests {
    private func symbol(_ value: String, _ format: BarcodeFormat) throws -> BarcodeSymbol {
        try #require(try ZintDrawing().symbols(for: BarcodeContent(value, as: format)).first)
    }

    /// From the standards' tables, left and right, in modules.
    @Test(
        "each kind has the quiet zone of its standard",
        arguments: [
            (BarcodeFormat.code39, "CODE 39", 10, 10), (.code93, "CODE 93", 10, 10), (.code128, "Code 128", 10, 10),
            (.codabar, "A1234B", 10, 10), (.itf, "12345678901231", 10, 10), (.gs1Code128, "(01)09501101530003", 10, 10),
            (.ean13, "5901234123457", 11, 7), (.ean8, "96385074", 7, 7), (.upcA, "036000291452", 9, 9),
            (.upcE, "01234565", 9, 7), (.qrCode, "hello", 4, 4), (.dataMatrix, "hello", 1, 1), (.pdf417, "hello", 2, 2),
            (.maxiCode, "hello", 1, 1), (.microQR, "hello", 2, 2), (.rMQR, "hello", 2, 2),
            (.dataBar, "24012345678905", 1, 1),
        ])
    func quietZones(format: BarcodeFormat, value: String, left: Int, right: Int) throws {
        let zone = try symbol(value, format).quietZone
        #expect((zone.left, zone.right) == (left, right))
    }

    @Test(
        "each kind has the width of its standard",
        arguments: [
            (BarcodeFormat.ean13, "5901234123457", 95), (.ean8, "96385074", 67), (.upcA, "036000291452", 95),
            (.upcE, "01234565", 51), (.ean13, "5901234123457+12", 95 + 7 + 20), (.itf, "12345678901231", 135),
            (.code39, "CODE 39", 9 * 13 - 1), (.qrCode, "hello", 21), (.dataMatrix, "hello", 12), (.aztec, "hello", 15),
            (.maxiCode, "hello", 30), (.microQR, "hello", 15), (.rMQR, "hello", 27), (.dataBar, "24012345678905", 96),
        ])
    func widths(format: BarcodeFormat, value: String, width: Int) throws {
        let symbol = try symbol(value, format)
        #expect(symbol.width == width)
        #expect(symbol.rows.allSatisfy { $0.modules.count == width && $0.height > 0 })
    }

    /// What of it fits depends on what is beside each letter.
    @Test("a Code 128 holds as many letters beyond ASCII as it has symbols for, and says so")
    func umlauts() throws {
        let content = try BarcodeContent("ÄÖÜäöüß ABCDEFGHIJKLM", as: .code128)
        #expect(!content.isSureToFit)
        #expect(throws: Never.self) { try ZintDrawing().symbols(for: content) }
        let tooLong = try BarcodeContent(String(repeating: "äa", count: 25), as: .code128)
        #expect(throws: BarcodeProblem.doesNotFit(.code128)) { try ZintDrawing().symbols(for: tooLong) }
        #expect(
            throws: BarcodeProblem.rule(
                "a Code 128 holds 60 symbols, one for each letter or two digits and more for letters like ä: you have 62 or more"
            )
        ) { try BarcodeContent(String(repeating: "ä", count: 61), as: .code128) }
        // Letters with many digits.
        let digits = try BarcodeContent("A" + String(repeating: "7", count: 100), as: .code128)
        #expect(throws: Never.self) { try ZintDrawing().symbols(for: digits) }
    }
}
