import BarcodeSupport
import CardCodes
import Cards
import TestSupport
import Testing

/// Two readers find in the pixels of a drawn symbol the random value that it was drawn from.
@Suite("Drawn barcodes, read again")
struct SymbolTests {
    @Test("each kind, at two, three and four pixels per module", arguments: BarcodeFormat.known)
    func kinds(format: BarcodeFormat) throws {
        var generator = SeededGenerator(seed: BarcodeRun.seed)
        var pictures = 0
        for round in 0..<BarcodeRun.count {
            let value = RandomBarcode(format, length: [5, 12, 24][round % 3], using: &generator)
            let content = try value.content()
            for symbol in try ZintDrawing().symbols(for: content) {
                for scale in 2...4 {
                    let image = try #require(SymbolPicture.image(of: symbol, pixelsPerModule: scale))
                    for reader in Decoding.Reader.allCases {
                        if reader == .zbar, format == .dataBarExpanded, symbol.rows.count > 1 { continue }
                        let difference = try Decoding.difference(between: content, and: image, reader)
                        #expect(difference == nil, "\(reader), \(value), \(scale) pixels, \(symbol.width) modules")
                    }
                    pictures += 1
                }
            }
        }
        print("\(format.label): \(pictures) pictures, \(BarcodeRun.description)")
    }
}
