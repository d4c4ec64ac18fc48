import Cards
import Testing

@Suite("The main colour of a picture")
struct MainColorTests {
    /// A picture of these colors, one column each, as often as they are named.
    private func image(_ colors: [[UInt8]], height: Int = 8) throws -> PixelImage {
        let row: [UInt8] = colors.flatMap { (color: [UInt8]) -> [UInt8] in color.count == 3 ? color + [255] : color }
        return try #require(
            PixelImage(
                size: PixelSize(width: colors.count, height: height),
                rgba: Array(repeatElement(row, count: height).joined())))
    }

    private let white: [UInt8] = [255, 255, 255]
    private let red: [UInt8] = [200, 30, 40]
    private let blue: [UInt8] = [20, 60, 160]

    @Test("is that of the hue that has most of it, whatever is white or black beside")
    func main() throws {
        let white = white
        #expect(CardColor(mainOf: try image([red])) == CardColor(red: 200, green: 30, blue: 40))
        let card = [[UInt8]](repeating: white, count: 6) + [red, red, red, blue, [0, 0, 0]]
        #expect(CardColor(mainOf: try image(card)) == CardColor(red: 200, green: 30, blue: 40))
        let other = [[UInt8]](repeating: white, count: 6) + [red, blue, blue, blue]
        #expect(CardColor(mainOf: try image(other)) == CardColor(red: 20, green: 60, blue: 160))
    }

    @Test("there is none in greys, in a speck of colour, and in what is transparent")
    func none() throws {
        #expect(CardColor(mainOf: try image([[0, 0, 0], white, [128, 128, 128], [100, 110, 120]])) == nil)
        #expect(CardColor(mainOf: try image([[UInt8]](repeating: white, count: 90) + [red])) == nil)
        #expect(CardColor(mainOf: try image([red + [0]])) == nil)
    }

    @Test("each hue is itself, and a large picture has that of a small one", arguments: 0..<12)
    func hues(index: Int) throws {
        let channels: [[UInt8]] = [
            [220, 20, 20], [220, 120, 20], [220, 220, 20], [120, 220, 20], [20, 220, 20], [20, 220, 120],
            [20, 220, 220],
            [20, 120, 220], [20, 20, 220], [120, 20, 220], [220, 20, 220], [220, 20, 120],
        ]
        let color = channels[index]
        let expected = CardColor(red: color[0], green: color[1], blue: color[2])
        #expect(CardColor(mainOf: try image([color, white])) == expected)
        let large = try image(
            [[UInt8]](repeating: color, count: 700) + [[UInt8]](repeating: white, count: 300), height: 300)
        #expect(CardColor(mainOf: large) == expected)
    }
}
