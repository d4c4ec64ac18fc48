import Glibc
import Testing

@testable import Cards

/// The colors of cards that have none of their own.
struct FaceColorTests {
    private func color(_ name: String, _ own: CardColor? = nil) -> CardColor {
        var card = Card(identifier: .random(), name: name)
        card.color = own
        return CardColor.face(of: CardSummary(card))
    }

    @Test("a card has its own colour, or one that follows from its name, whatever its case and accents")
    func names() {
        let own = CardColor(red: 1, green: 2, blue: 3)
        #expect(color("Boots", own) == own)
        #expect(color("Café") == color("CAFE") && CardColor.hues.contains(color("Café")))
        #expect(CardColor.hues.contains(color("")))
        // The same on every device: these must never change.
        #expect(color("Boots") == color("boots"))
        #expect(["Boots", "Tesco", "Zoo"].map { color($0).text } == ["#ae4acf", "#b95f31", "#7d7a21"])
    }

    @Test("a hundred names use all hues")
    func spread() {
        #expect(Set((0..<100).map { color("Shop \($0)") }).count == CardColor.hues.count)
    }

    /// Relative luminance (WCAG 2).
    private func luminance(_ color: CardColor) -> Double {
        func linear(_ part: UInt8) -> Double {
            let value = Double(part) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
    }

    @Test(
        "each hue can be told from white and from dark grounds, so its mark is the hue itself",
        arguments: CardColor.hues)
    func contrast(hue: CardColor) {
        let light = luminance(hue)
        #expect(1.05 / (light + 0.05) >= 3.5)
        #expect((light + 0.05) / 0.063 >= 3)
        #expect(hue.mark == hue)
    }

    @Test(
        "the mark of a colour of one's own can be told from white and from dark grounds, and keeps its hue",
        arguments: ["#000000", "#432818", "#001133", "#ffffff", "#fdd835", "#4fc3f7", "#c62828"])
    func marks(text: String) throws {
        let own = try #require(CardColor(text))
        let mark = own.mark
        let light = luminance(mark)
        #expect(1.05 / (light + 0.05) >= 2.9 && (light + 0.05) / 0.0644 >= 2.9, "\(mark.text)")
        func order(_ color: CardColor) -> [Bool] {
            [color.red >= color.green, color.green >= color.blue, color.red >= color.blue]
        }
        #expect(order(mark) == order(own), "\(mark.text)")
        #expect(mark.mark == mark)
    }

    @Test(
        "text on a card's colour has a contrast of 4.5 at least; white makes the colour darker, but not another one",
        arguments: CardColor.hues + CardColor.palette.map(\.color)
            + ["#d98324", "#bc6c25", "#38a3a5", "#001133"].compactMap { CardColor($0) })
    func ground(color: CardColor) {
        let ground = color.ground
        #expect(ground.contrast(with: ground.ink) >= 4.5, "\(ground.text)")
        #expect(abs(luminance(ground) - luminance(color)) < 0.035, "\(ground.text)")
        if ground.ink == .black { #expect(ground == color) }
        if CardColor.hues.contains(color) { #expect(ground.ink == .white) }
    }
}
