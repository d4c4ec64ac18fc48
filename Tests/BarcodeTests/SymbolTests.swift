import BarcodeSupport
import CardBarcodes
import Cards
import Glibc
import TestSupport
import Testing

/// What is drawn of random values, in pixels, is what two readers find.
@Suite("Drawn barcodes, read again")
struct SymbolTests {
    /// CARDS_BARCODES sets how many values of each kind; they are others in every such run, unless CARDS_SEED says which.
    static let count = number("CARDS_BARCODES") ?? 3
    static let seed: UInt64 =
        number("CARDS_SEED") ?? (number("CARDS_BARCODES") as Int? == nil ? 41 : UInt64.random(in: 0...999_999))

    private static func number<Number: FixedWidthInteger>(_ name: String) -> Number? {
        getenv(name).flatMap { Number(String(cString: $0)) }
    }

    @Test("each kind, at two, three and four pixels a module", arguments: BarcodeFormat.known)
    func kinds(format: BarcodeFormat) throws {
        var generator = SeededGenerator(seed: Self.seed)
        var pictures = 0
        for round in 0..<Self.count {
            let length = [5, 12, 24][round % 3]
            let value = RandomBarcode(format, length: length, using: &generator)
            let content = try value.content()
            for symbol in try ZintDrawing().symbols(for: content) {
                for scale in 2...4 {
                    let image = try #require(SymbolPicture.image(of: symbol, pixelsAModule: scale))
                    for reader in Decoding.Reader.allCases {
                        let difference = try Decoding.difference(between: content, and: image, reader)
                        #expect(difference == nil, "\(reader), \(value), \(scale) pixels, \(symbol.width) modules")
                    }
                    pictures += 1
                }
            }
        }
        print("\(format.label): \(pictures) pictures, CARDS_BARCODES=\(Self.count) CARDS_SEED=\(Self.seed)")
    }
}
