import CardBarcodes
import Cards
import Testing

@Suite("Reading barcodes")
struct ReadingTests {
    @Test("nothing is found on white")
    func white() throws {
        let image = try #require(GreyImage(width: 100, height: 100, pixels: Array(repeating: 255, count: 10_000)))
        #expect(try ZXingReader().codes(in: image).isEmpty)
    }
}
