import Testing

@testable import Cards

/// The colours of cards that have none of their own.
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

    @Test("each hue can be told from white and from dark grounds", arguments: CardColor.hues)
    func contrast(hue: CardColor) {
        func linear(_ part: UInt8) -> Double {
            let value = Double(part) / 255
            // The curve of sRGB, nearly.
            return value * value * (0.6 + 0.4 * value)
        }
        let light = 0.2126 * linear(hue.red) + 0.7152 * linear(hue.green) + 0.0722 * linear(hue.blue)
        #expect(1.05 / (light + 0.05) >= 3.5)
        #expect((light + 0.05) / 0.063 >= 3)
    }
}
