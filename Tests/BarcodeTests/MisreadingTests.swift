import BarcodeSupport
import Cards
import TestSupport
import Testing

@testable import CardCodes

@Suite("Readings that disagree")
struct MisreadingTests {
    private let ean = ScannedCode(format: .ean13, bytes: Array("5901234123457".utf8))
    private let other = ScannedCode(format: .upcE, bytes: Array("01234565".utf8))
    private let square = ScannedCode(format: .qrCode, bytes: [65])

    @Test("a code that is found in few lines comes last, and is marked") func judged() {
        let judged = ZXingReader.judged([(other, 2), (ean, 60)], confirmed: [other, ean])
        #expect(judged.map(\.format) == [.ean13, .upcE])
        #expect(judged.map(\.isDoubtful) == [false, true])
        #expect(judged.last?.barcode.isDoubtful == true)
    }

    @Test("a code that the strict reading does not confirm comes last, and is marked, whatever its lines")
    func unconfirmed() {
        #expect(ZXingReader.judged([(other, 60), (ean, 60)], confirmed: [ean]).map(\.format) == [.ean13, .upcE])
        #expect(ZXingReader.judged([(other, 60), (ean, 60)], confirmed: [ean]).map(\.isDoubtful) == [false, true])
        // It is unknown which one is right.
        #expect(ZXingReader.judged([(other, 60), (ean, 60)], confirmed: []).map(\.isDoubtful) == [true, true])
        // The code itself has to be confirmed, not its value as another kind.
        let asUPC = ScannedCode(format: .upcA, bytes: ean.bytes)
        #expect(ZXingReader.judged([(asUPC, 9), (ean, 60)], confirmed: [ean]).map(\.isDoubtful) == [false, true])
    }

    @Test("two codes with similar lines, and codes that are not linear, are not doubtful") func notDoubted() {
        let judged = ZXingReader.judged([(other, 30), (ean, 60)], confirmed: [other, ean])
        #expect(judged.allSatisfy { !$0.isDoubtful })
        #expect(ZXingReader.judged([(square, 0), (ean, 60)], confirmed: [ean]).map(\.isDoubtful) == [false, false])
        #expect(ZXingReader.judged([(other, 2)], confirmed: [other]).map(\.isDoubtful) == [false])
        // With a library that does not report the number of lines.
        let uncounted = ZXingReader.judged([(other, 0), (ean, 0)], confirmed: [other, ean])
        #expect(uncounted.map(\.isDoubtful) == [false, false])
    }

    /// Where a scan line leaves the bars, an Interleaved 2 of 5 looks like a shorter one: it has no check digit.
    @Test(
        "of rotated, blurred and noisy bars the library reads several values: nine in ten wrong ones are doubtful"
    )
    func pictures() throws {
        var (disagreeing, wrong, doubted) = (0, 0, 0)
        // Of the first 400 pictures, zxing-cpp 1.4 reads several values in these.
        for seed in [12, 34, 53, 104, 126, 164, 217, 270, 280, 298, 340, 354, 380, 393] as [UInt64] {
            var generator = SeededGenerator(seed: seed)
            let value = (0..<10).map { _ in String(Int.random(in: 0...9, using: &generator)) }.joined()
            let codes = try ZXingReader().codes(in: askew(value, using: &generator))
            guard codes.count > 1 else { continue }
            disagreeing += 1
            let misread = codes.filter { !$0.bytes.elementsEqual(value.utf8) }
            wrong += misread.count
            doubted += misread.count(where: \.isDoubtful)
        }
        #expect(disagreeing >= 3)
        #expect(doubted * 10 >= wrong * 9)
    }

    /// A strip of bars as a camera sees it, so low that many scan lines leave it.
    private func askew(_ value: String, using generator: inout SeededGenerator) throws -> GreyImage {
        let symbols = try ZintDrawing().symbols(for: BarcodeContent(value, as: .itf))
        let symbol = try #require(symbols.first)
        let tall = try #require(SymbolPicture.image(of: symbol, pixelsPerModule: 3))
        let height = Int.random(in: 70...120, using: &generator)
        let strip = try #require(
            GreyImage(width: tall.width, height: height, pixels: Array(tall.pixels.prefix(tall.width * height))))
        var look = CameraSimulation()
        look.degrees = Double.random(in: 6...22, using: &generator)
        look.blur = Double.random(in: 0.3...1.2, using: &generator)
        look.scale = Double.random(in: 0.6...1.4, using: &generator)
        look.noise = Int.random(in: 0...40, using: &generator)
        let image = look.image(of: strip, using: &generator)
        return try #require(image)
    }

    @Test("the conversion to black and white keeps bars, whatever shadow is on them")
    func blackAndWhite() throws {
        // Bars of eight pixels each, with the brightness falling to a sixth.
        let (width, height) = (320, 60)
        let pixels = (0..<height).flatMap { _ in
            (0..<width).map { x in UInt8((x / 8 % 2 == 0 ? 60 : 240) * (width * 6 - x * 5) / (width * 6)) }
        }
        let image = try #require(GreyImage(width: width, height: height, pixels: pixels))
        let expected = (0..<height).flatMap { _ in (0..<width).map { x in x / 8 % 2 == 0 ? UInt8(0) : 255 } }
        #expect(image.blackAndWhite.pixels == expected)
        let even = try #require(GreyImage(width: 3, height: 2, pixels: [90, 91, 90, 89, 90, 91]))
        #expect(even.blackAndWhite.pixels == [UInt8](repeating: 255, count: 6))
    }
}
