import Cards
import Testing

@Suite("Parts of a picture")
struct PixelImagePartTests {
    /// Three by two pixels, named by their first byte: 1 2 3 over 4 5 6.
    private let image: PixelImage

    init() throws {
        image = try #require(
            PixelImage(size: PixelSize(width: 3, height: 2), rgba: (1...6).flatMap { [$0, 10, 20, 30 + $0] }))
    }

    /// The rows of a picture by its pixels' names.
    private func names(_ image: PixelImage?) -> [[UInt8]]? {
        image.map { image in
            (0..<image.size.height).map { row in
                (0..<image.size.width).map { image.rgba[(row * image.size.width + $0) * 4] }
            }
        }
    }

    @Test(
        "quarter turns go to the right",
        arguments: [
            (0, [[1, 2, 3], [4, 5, 6]]), (1, [[4, 1], [5, 2], [6, 3]]), (2, [[6, 5, 4], [3, 2, 1]]),
            (3, [[3, 6], [2, 5], [1, 4]]), (4, [[1, 2, 3], [4, 5, 6]]), (-1, [[3, 6], [2, 5], [1, 4]]),
        ] as [(Int, [[UInt8]])])
    func turned(quarters: Int, expected: [[UInt8]]) {
        #expect(names(image.part(left: 0, top: 0, width: 9, height: 9, quarterTurns: quarters)) == expected)
    }

    @Test("a part is given in pixels of the turned picture")
    func part() {
        #expect(names(image.part(left: 1, top: 0, width: 2, height: 1)) == [[2, 3]])
        #expect(names(image.part(left: 1, top: 1, width: 1, height: 2, quarterTurns: 1)) == [[2], [3]])
        #expect(names(image.part(left: 0, top: 0, width: 2, height: 1, quarterTurns: 2)) == [[6, 5]])
        #expect(names(image.part(left: 0, top: 2, width: 2, height: 1, quarterTurns: 3)) == [[1, 4]])
    }

    @Test("a part is clipped to the picture, and an empty part gives no picture")
    func edges() {
        #expect(names(image.part(left: -5, top: -5, width: 6, height: 6)) == [[1]])
        #expect(names(image.part(left: 2, top: 1, width: 100, height: 100)) == [[6]])
        #expect(image.part(left: 3, top: 0, width: 1, height: 1) == nil)
        #expect(image.part(left: 0, top: 0, width: 0, height: 1) == nil)
        #expect(image.part(left: 5, top: 5, width: -3, height: -3) == nil)
    }

    @Test("inverting keeps the transparency, and inverting twice restores the picture")
    func inverted() throws {
        let inverted = try #require(image.part(left: 0, top: 0, width: 3, height: 2, isInverted: true))
        #expect(Array(inverted.rgba.prefix(4)) == [254, 245, 235, 31])
        #expect(inverted.part(left: 0, top: 0, width: 3, height: 2, isInverted: true) == image)
    }
}
