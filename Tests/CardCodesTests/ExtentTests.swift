import BarcodeSupport
import CardCodes
import Cards
import TestSupport
import Testing

@Suite("Space for a barcode that is not drawn yet")
struct ExtentTests {
    @Test("no code is larger than the space that is kept for it", arguments: BarcodeFormat.known)
    func enough(format: BarcodeFormat) throws {
        var generator = SeededGenerator(seed: BarcodeRun.seed)
        var known = 0
        for index in 0..<max(60, BarcodeRun.count) {
            let value = RandomBarcode(format, length: 1 + index, using: &generator)
            guard let content = try? value.content(), content.isSureToFit, let extent = BarcodeExtent(of: content),
                let symbol = try ZintDrawing().symbols(for: content).first
            else { continue }
            known += 1
            let zone = symbol.quietZone
            #expect(symbol.width + zone.left + zone.right <= extent.width, "\(value)")
            #expect((symbol.shape == .bars) == extent.isBars)
            if !extent.isBars { #expect(symbol.height + zone.top + zone.bottom <= extent.width, "\(value)") }
        }
        #expect(known > 0 || [.aztec, .pdf417, .maxiCode, .dataBarExpanded, .rMQR].contains(format))
        print("\(format.label): \(known) values, \(BarcodeRun.description)")
    }

    @Test(
        "for the codes of shops the space is exact",
        arguments: [
            ("5901234123457", BarcodeFormat.ean13, 113), ("96385074", .ean8, 81), ("036000291452", .upcA, 113),
            ("hello", .qrCode, 29), ("hello", .dataMatrix, 14),
        ])
    func exact(value: String, format: BarcodeFormat, width: Int) throws {
        let extent = try #require(BarcodeExtent(of: BarcodeContent(value, as: format)))
        #expect(extent.width == width)
        #expect(extent.outline.width == width)
        #expect(extent.outline.rows.count == (extent.isBars ? 1 : width))
    }
}
