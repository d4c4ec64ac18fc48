import BarcodeSupport
import CZint
import Cards
import Testing

@testable import CardCodes

@Suite("Codes that hold one text together")
struct CodePartTests {
    /// Drawn by libzint directly, since the program draws no structured append.
    private func image(_ symbology: Int32, part: Int32, of count: Int32, scale: Int = 3) throws -> GreyImage {
        try #require(czint_is_there())
        let symbol = try #require(czint_new(symbology, DATA_MODE, 0))
        defer { czint_release(symbol) }
        (symbol.pointee.structapp.index, symbol.pointee.structapp.count) = (part, count)
        // The common identifier of the parts, in the format of these kinds: "012", and two numbers from 1 on for Data Matrix.
        let name = Array((symbology == BARCODE_DATAMATRIX ? "001002" : "012").utf8)
        withUnsafeMutableBytes(of: &symbol.pointee.structapp.id) { $0.copyBytes(from: name) }
        let text = Array("PART OF A TEXT".utf8)
        #expect(czint_encode(symbol, text, Int32(text.count)) < ZINT_ERROR)
        let (width, rows) = (Int(symbol.pointee.width), Int(symbol.pointee.rows))
        let tall = symbology == BARCODE_PDF417 ? 3 : 1
        let margin = 4
        let size = (width: (width + 2 * margin) * scale, height: (rows * tall + 2 * margin) * scale)
        var pixels = [UInt8](repeating: 255, count: size.width * size.height)
        for y in 0..<rows * tall * scale {
            for x in 0..<width * scale where czint_is_dark(symbol, Int32(x / scale), Int32(y / scale / tall)) {
                pixels[(y + margin * scale) * size.width + x + margin * scale] = 0
            }
        }
        return try #require(GreyImage(width: size.width, height: size.height, pixels: pixels))
    }

    @Test("are reported as parts", arguments: [BARCODE_QRCODE, BARCODE_PDF417, BARCODE_DATAMATRIX, BARCODE_AZTEC])
    func parts(symbology: Int32) throws {
        let code = try #require(try ZXingReader().codes(in: image(symbology, part: 2, of: 3)).first)
        #expect(code.part == CodePart(number: 2, count: 3))
        #expect(code.barcode.part?.label == "part 2 of 3")
        #expect(code.barcode.number == "PART OF A TEXT")
    }

    @Test("a single code is no part") func whole() throws {
        let symbols = try ZintDrawing().symbols(for: BarcodeContent("WHOLE", as: .qrCode))
        let symbol = try #require(symbols.first)
        let image = try #require(SymbolPicture.image(of: symbol, pixelsPerModule: 3))
        #expect(try ZXingReader().codes(in: image).first?.part == nil)
    }
}
