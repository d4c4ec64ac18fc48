import Cards
import Testing

@Suite("The edges of a card on a photo")
struct CardEdgesTests {
    /// A photo of one color with rectangles on it.
    private func photo(
        _ width: Int, _ height: Int, ground: [UInt8] = [200, 180, 150],
        _ rectangles: [(x: Range<Int>, y: Range<Int>, color: [UInt8])]
    ) throws -> PixelImage {
        var pixels: [UInt8] = []
        for y in 0..<height {
            for x in 0..<width {
                let color = rectangles.last { $0.x.contains(x) && $0.y.contains(y) }?.color ?? ground
                // A little noise, as a camera has it.
                let noise = UInt8((x * 7 + y * 13) % 9)
                pixels += color.map { $0 + noise } + [255]
            }
        }
        return try #require(PixelImage(size: PixelSize(width: width, height: height), rgba: pixels))
    }

    private static let red: [UInt8] = [190, 20, 30]
    private static let white: [UInt8] = [240, 240, 240]

    @Test("a card on a plain ground is found to the pixel, upright too", arguments: [false, true])
    func found(isUpright: Bool) throws {
        let (across, down) = isUpright ? (60..<161, 40..<200) : (40..<200, 60..<161)
        // A band and a logo on the card do not matter, nor does a speck beside it.
        let image = try photo(
            240, 240,
            [
                (across, down, Self.red), (across, down.lowerBound + 20..<down.lowerBound + 30, Self.white),
                (10..<12, 10..<14, Self.red),
            ])
        let part = try #require(CardEdges.card(in: image))
        let frame = PhotoCrop(part).frame(in: image.size)
        #expect(abs(frame.origin.x - Double(across.lowerBound)) < 0.01)
        #expect(abs(frame.origin.y - Double(down.lowerBound)) < 0.01)
        #expect(abs(frame.width - Double(across.count)) < 0.01 && abs(frame.height - Double(down.count)) < 0.01)
    }

    @Test("without clear edges there is no card: no contrast, cut off, another shape, too small, a pattern, askew")
    func notFound() throws {
        let card = (40..<200, 60..<161)
        #expect(CardEdges.card(in: try photo(240, 240, [(card.0, card.1, [205, 185, 160])])) == nil)
        #expect(CardEdges.card(in: try photo(240, 240, [(0..<200, card.1, Self.red)])) == nil)
        #expect(CardEdges.card(in: try photo(240, 240, [(40..<200, 40..<200, Self.red)])) == nil)
        #expect(CardEdges.card(in: try photo(240, 240, [(40..<88, 60..<90, Self.red)])) == nil)
        #expect(CardEdges.card(in: try photo(240, 240, [])) == nil)
        #expect(CardEdges.card(in: try photo(16, 16, [(2..<14, 3..<11, Self.red)])) == nil)
        let stripes = (0..<12).map { (x: $0 * 20..<$0 * 20 + 10, y: 0..<240, color: Self.white.map { $0 / 3 }) }
        #expect(CardEdges.card(in: try photo(240, 240, stripes + [(card.0, card.1, Self.red)])) == nil)
        // Rows that shift to the right, as the edges of a card that lies askew.
        let askew = (0..<101).map { (x: 30 + $0 / 2..<160 + $0 / 2, y: 60 + $0..<61 + $0, color: Self.red) }
        #expect(CardEdges.card(in: try photo(240, 240, askew)) == nil)
    }
}
