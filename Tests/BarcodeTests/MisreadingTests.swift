import BarcodeSupport
import Cards
import Testing

@testable import CardBarcodes

@Suite("Readings that disagree")
struct MisreadingTests {
    private let ean = ScannedCode(format: .ean13, bytes: Array("5901234123457".utf8))
    private let other = ScannedCode(format: .upcE, bytes: Array("01234565".utf8))

    @Test("the one that is seen in few lines comes last, and is marked") func judged() {
        let judged = ZXingReader.judged([(other, 2), (ean, 60)])
        #expect(judged.map(\.format) == [.ean13, .upcE])
        #expect(judged.map(\.isDoubtful) == [false, true])
        #expect(judged.last?.barcode.isDoubtful == true)
    }

    @Test("two that are seen as well as each other, and what is no bars, are not doubted") func notDoubted() {
        #expect(ZXingReader.judged([(other, 30), (ean, 60)]).allSatisfy { !$0.isDoubtful })
        let square = ScannedCode(format: .qrCode, bytes: [65])
        #expect(ZXingReader.judged([(square, 0), (ean, 60)]).map(\.isDoubtful) == [false, false])
        #expect(ZXingReader.judged([(other, 2)]).map(\.isDoubtful) == [false])
        // A library that does not say in how many lines it saw them.
        #expect(ZXingReader.judged([(other, 0), (ean, 0)]).map(\.isDoubtful) == [false, false])
    }

    /// Bars of one code over the whole picture but for some lines, which are another's.
    @Test("lines of other bars within a code are not taken for the card's") func linesOfAnother() throws {
        func picture(_ value: String, _ format: BarcodeFormat) throws -> GreyImage {
            let symbols = try ZintDrawing().symbols(for: BarcodeContent(value, as: format))
            let symbol = try #require(symbols.first)
            return try #require(SymbolPicture.image(of: symbol, pixelsAModule: 2))
        }
        let (code, strange) = (try picture("5901234123457", .ean13), try picture("96385074", .ean8))
        var pixels: [UInt8] = []
        let line = code.pixels.prefix(code.width)
        let within = strange.pixels.prefix(strange.width) + [UInt8](repeating: 255, count: code.width - strange.width)
        for y in 0..<240 { pixels += (10..<34).contains(y) ? within : line }
        let image = try #require(GreyImage(width: code.width, height: 240, pixels: pixels))
        let codes = try ZXingReader().codes(in: image)
        #expect(codes.map(\.format) == [.ean13, .ean8])
        #expect(codes.map(\.isDoubtful) == [false, true])
    }
}
