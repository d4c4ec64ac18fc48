import BarcodeSupport
import CardCodes
import Cards
import TestSupport
import Testing

@Suite("Reading barcodes")
struct ReadingTests {
    private func picture(_ value: String, _ format: BarcodeFormat, scale: Int = 3) throws -> GreyImage {
        let symbol = try #require(try ZintDrawing().symbols(for: BarcodeContent(value, as: format)).first)
        return try #require(SymbolPicture.image(of: symbol, pixelsPerModule: scale))
    }

    /// The pictures on a grey background, one below the other.
    private func page(_ pictures: [GreyImage], left: Int = 60) throws -> GreyImage {
        let width = (pictures.map(\.width).max() ?? 0) + left * 2
        var pixels = [UInt8](repeating: 200, count: width * 50)
        for picture in pictures {
            for row in 0..<picture.height {
                pixels += [UInt8](repeating: 200, count: left)
                pixels += picture.pixels[row * picture.width..<(row + 1) * picture.width]
                pixels += [UInt8](repeating: 200, count: width - left - picture.width)
            }
            pixels += [UInt8](repeating: 200, count: width * 50)
        }
        return try #require(GreyImage(width: width, height: pixels.count / width, pixels: pixels))
    }

    private func read(_ image: GreyImage) throws -> [String] {
        try ZXingReader().codes(in: image).map { "\($0.format.label) \($0.barcode.number)" }
    }

    @Test("nothing is found on white, in noise, and on a single pixel")
    func nothing() throws {
        var generator = SeededGenerator(usual: 5)
        let noise = (0..<250_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
        for (width, pixels) in [(100, [UInt8](repeating: 255, count: 10_000)), (500, noise), (1, [0])] {
            let image = try #require(GreyImage(width: width, height: pixels.count / width, pixels: pixels))
            #expect(try read(image) == [])
        }
    }

    @Test("several codes are all found, from top to bottom, even the same code twice")
    func several() throws {
        let (first, second) = (try picture("5901234123457", .ean13), try picture("hello", .qrCode))
        let third = try picture("24012345678905", .dataBar)
        #expect(
            try read(page([first, second, third]))
                == ["EAN-13 5901234123457", "QR code hello", "GS1 DataBar 24012345678905"])
        #expect(try read(page([second, first, first, second])) == ["QR code hello", "EAN-13 5901234123457"])
        #expect(try read(page([third, third])) == ["GS1 DataBar 24012345678905"])
    }

    @Test("a code of several lines has the bytes as its value, which draw it again, and says its text")
    func lines() throws {
        let text = "https://catima.app/share#store%3DA\nhttps://catima.app/share#store%3Dä\n"
        let bytes = text.utf8.map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true) }.joined()
        let content = try BarcodeContent(bytes, as: .qrCode, encoding: BarcodeEncoding.hexadecimal.rawValue)
        let symbol = try #require(try ZintDrawing().symbols(for: content).first)
        let image = try #require(SymbolPicture.image(of: symbol, pixelsPerModule: 3))
        let found = try #require(try ZXingReader().codes(in: image).first?.barcode)
        #expect((found.value, found.barcode.encoding, found.text) == (bytes, "HEX", text))
    }

    @Test("a code that is cut in half is not found", arguments: [BarcodeFormat.ean13, .qrCode, .dataMatrix, .pdf417])
    func cut(format: BarcodeFormat) throws {
        let whole = try picture(format == .ean13 ? "5901234123457" : "half of it is missing here", format)
        let half = (0..<whole.height).flatMap { row in
            whole.pixels[row * whole.width..<(row * whole.width + whole.width / 2)]
        }
        let image = try #require(GreyImage(width: whole.width / 2, height: whole.height, pixels: half))
        #expect(try read(page([whole])).count == 1)
        #expect(try read(page([image])) == [])
    }

    @Test("inverted, rotated and upside-down codes are found")
    func turned() throws {
        let upright = try page([try picture("ABC-1234", .code128)])
        let inverted = upright.pixels.map { 255 - $0 }
        let (width, height) = (upright.width, upright.height)
        let side = (0..<width).flatMap { x in (0..<height).map { upright.pixels[$0 * width + x] } }
        for (width, height, pixels) in [
            (width, height, inverted), (height, width, side), (width, height, upright.pixels.reversed()),
        ] {
            let image = try #require(GreyImage(width: width, height: height, pixels: pixels))
            #expect(try read(image) == ["Code 128 ABC-1234"])
        }
    }

    @Test("an EAN-13 that begins with 0 is found as UPC-A, and a UPC-E as its eight digits")
    func sameBars() throws {
        #expect(try read(page([try picture("0036000291452", .ean13)])) == ["UPC-A 036000291452"])
        #expect(try read(page([try picture("01234565", .upcE)])) == ["UPC-E 01234565"])
    }

    @Test("the characters of a Code 39 are not read as pairs of its extended mode", arguments: ["A+P/K$M%T", "-.7/P"])
    func extendedCode39(value: String) throws {
        #expect(try read(page([try picture(value, .code39)])) == ["Code 39 \(value)"])
    }

    @Test("a picture must have all of its pixels, and must not be too large")
    func sizes() {
        #expect(GreyImage(width: 2, height: 2, pixels: [0, 0, 0]) == nil)
        #expect(GreyImage(width: 0, height: 0, pixels: []) == nil)
        #expect(GreyImage(width: 70_000, height: 1, pixels: Array(repeating: 0, count: 70_000)) == nil)
    }
}
