import Cards
import Testing

@testable import CardCodes

@Suite("Barcodes as picture files")
struct BarcodeFileTests {
    private func symbol(_ format: BarcodeFormat, _ value: String) throws -> BarcodeSymbol {
        try #require(try ZintDrawing().symbols(for: BarcodeContent(value, as: format)).first)
    }

    /// The pixels that the rectangles of an SVG cover, each at most once.
    private func pixels(_ svg: String, width: Int, height: Int) throws -> [Bool] {
        let start = try #require(svg.firstRange(of: " d=\"")).upperBound
        let path = svg[start...].prefix { $0 != "\"" }
        var dark = [Bool](repeating: false, count: width * height)
        var overlaps = 0
        for rectangle in path.split(separator: "z") {
            let numbers = rectangle.split { "Mhv -".contains($0) }.compactMap { Int($0) }
            try #require(numbers.count == 5 && numbers[2] == numbers[4])
            for y in numbers[1]..<numbers[1] + numbers[3] {
                for x in numbers[0]..<numbers[0] + numbers[2] {
                    overlaps += dark[y * width + x] ? 1 : 0
                    dark[y * width + x] = true
                }
            }
        }
        #expect(overlaps == 0)
        return dark
    }

    @Test(
        "an SVG has the same pixels as a PNG",
        arguments: [(BarcodeFormat.ean13, "5901234123457"), (.qrCode, "HELLO"), (.maxiCode, "HELLO")])
    func svg(format: BarcodeFormat, value: String) throws {
        let symbol = try symbol(format, value)
        let fit = try #require(BarcodeSizes.file(symbol, moduleWidth: 8))
        let raster = BarcodeRaster(fit)
        let svg = try #require(BarcodeFile.svg(symbol))
        #expect(svg.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(raster.width)\""))
        #expect(try pixels(svg, width: raster.width, height: raster.height) == raster.dark)
        let inverted = try #require(BarcodeFile.svg(symbol, isInverted: true))
        #expect(inverted.contains("fill=\"#000\"/>") && inverted.contains("<path fill=\"#fff\""))
    }

    @Test("a PNG is one, inverted too") func png() throws {
        let symbol = try symbol(.qrCode, "HELLO")
        let (usual, inverted) = (BarcodeFile.png(symbol), BarcodeFile.png(symbol, isInverted: true))
        #expect(usual?.starts(with: [0x89, 0x50, 0x4E, 0x47]) == true)
        #expect(inverted != nil && inverted != usual)
    }
}
