internal import Basics
internal import Cards

/// A 24-bit colour of a scheme, and its contrast with another (WCAG 2).
struct SchemeColor: Hashable, Sendable {
    let red: UInt8
    let green: UInt8
    let blue: UInt8

    static let black = SchemeColor(red: 0, green: 0, blue: 0)
    static let white = SchemeColor(red: 255, green: 255, blue: 255)

    init(red: UInt8, green: UInt8, blue: UInt8) { (self.red, self.green, self.blue) = (red, green, blue) }

    /// Parses `rrggbb` or `#rrggbb`, case-insensitive; nil for anything else.
    init?(_ text: String) {
        let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
        guard digits.utf8.count == 6, let bytes = Hexadecimal.bytes(of: digits), bytes.count == 3 else { return nil }
        self.init(red: bytes[0], green: bytes[1], blue: bytes[2])
    }

    /// Relative luminance, from 0 (black) to 1 (white).
    var luminance: Double { cardColor.luminance }

    /// Contrast ratio, from 1 (equal) to 21 (black on white). From 4.5 on text is readable with ease.
    func contrast(with other: SchemeColor) -> Double { cardColor.contrast(with: other.cardColor) }

    private var cardColor: CardColor { CardColor(red: red, green: green, blue: blue) }

    /// Interpolates by a number of twentieths towards the other colour.
    func moved(twentieths: Int, to other: SchemeColor) -> SchemeColor {
        func part(_ field: KeyPath<SchemeColor, UInt8>) -> UInt8 {
            let parts = Int(self[keyPath: field]) * (20 - twentieths) + Int(other[keyPath: field]) * twentieths
            return UInt8(clamping: (parts + 10) / 20)
        }
        return SchemeColor(red: part(\.red), green: part(\.green), blue: part(\.blue))
    }

    /// The same colour if its contrast with the background is sufficient; else the first one on the way to one of the
    /// poles whose contrast is. Black and white are the last poles; one of them reaches 4.5 on every background.
    func standingOut(by ratio: Double, from ground: SchemeColor, toward poles: [SchemeColor]) -> SchemeColor {
        let blackOrWhite = [SchemeColor.black, .white].sorted { $0.contrast(with: ground) > $1.contrast(with: ground) }
        for pole in poles + blackOrWhite {
            for step in 0...20 {
                let color = moved(twentieths: step, to: pole)
                if color.contrast(with: ground) >= ratio { return color }
            }
        }
        return blackOrWhite[0]
    }
}
