import Cards
import Testing

@Suite("Other forms of a barcode symbol")
struct SymbolVariantTests {
    private static let bars = BarcodeSymbol(
        shape: .bars, rows: [BarcodeSymbol.Row(modules: [true, false, true, true], height: 2)],
        quietZone: BarcodeSymbol.QuietZone(left: 11, right: 7, top: 0, bottom: 0))
    private static let squares = BarcodeSymbol(
        shape: .squares, rows: [BarcodeSymbol.Row(modules: [true], height: 1)],
        quietZone: BarcodeSymbol.QuietZone(all: 4))

    @Test("turned bars have a row for each module, and their quiet zone above and below")
    func turned() throws {
        let turned = try #require(Self.bars.turned)
        #expect(turned.shape == .turnedBars)
        #expect(turned.rows.map(\.modules) == [[true, true], [false, false], [true, true], [true, true]])
        #expect(turned.rows.allSatisfy { $0.height == 1 })
        #expect(turned.quietZone == BarcodeSymbol.QuietZone(left: 0, right: 0, top: 11, bottom: 7))
        #expect(Self.squares.turned == nil && turned.turned == nil)
        let stack = BarcodeSymbol(
            shape: .stacked,
            rows: [
                BarcodeSymbol.Row(modules: [true, false], height: 1),
                BarcodeSymbol.Row(modules: [true, true], height: 2),
            ], quietZone: BarcodeSymbol.QuietZone(left: 1, right: 2, top: 3, bottom: 4))
        // The last row is the first column: turned, and not mirrored.
        #expect(stack.turned?.rows.map(\.modules) == [[true, true, true], [true, true, false]])
        #expect(stack.turned?.quietZone == BarcodeSymbol.QuietZone(left: 4, right: 3, top: 1, bottom: 2))
    }

    @Test("the quiet zone shrinks step by step, at most to three quarters of what the standard requires")
    func reduced() {
        let zones = Self.bars.withReducedQuietZone.map { [$0.quietZone.left, $0.quietZone.right] }
        #expect(zones == [[10, 6], [9, 6]])
        #expect(Self.squares.withReducedQuietZone.map(\.quietZone) == [BarcodeSymbol.QuietZone(all: 3)])
        let one = BarcodeSymbol(shape: .squares, rows: Self.squares.rows, quietZone: BarcodeSymbol.QuietZone(all: 1))
        #expect(one.withReducedQuietZone == [])
        let required = BarcodeSymbol.QuietZone(left: 10, right: 10, top: 0, bottom: 0, isRequired: true)
        let code = BarcodeSymbol(shape: .bars, rows: Self.bars.rows, quietZone: required)
        #expect(code.withReducedQuietZone == [])
        #expect(code.turned?.quietZone.isRequired == true)
        #expect(Self.squares.withoutQuietZone.quietZone == BarcodeSymbol.QuietZone(all: 0))
    }
}
