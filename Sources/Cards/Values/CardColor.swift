internal import Basics
internal import Glibc

/// The color of a card, 24 bit, written `#rrggbb`.
public struct CardColor: Hashable, Sendable {
    public let red: UInt8
    public let green: UInt8
    public let blue: UInt8

    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// Parses `#rrggbb`, `rrggbb` or `#rgb`, in any case; nil for anything else.
    public init?(_ text: String) {
        let digits = text.utf8.first == UInt8(ascii: "#") ? text.utf8.dropFirst() : text.utf8[...]
        var value: UInt32 = 0
        for byte in digits.prefix(6) {
            guard let digit = Hexadecimal.value(of: byte) else { return nil }
            value = value << 4 | UInt32(digit)
        }
        switch digits.count {
        case 6: self.init(rgb: value)
        case 3: self.init(rgb: 0x11 * (value & 0xF | (value & 0xF0) << 4 | (value & 0xF00) << 8))
        default: return nil
        }
    }

    public var text: String { "#" + Hexadecimal.text(of: [red, green, blue]) }
}

/// The colors that can be picked or typed by name.
extension CardColor {
    public struct Named: Equatable, Sendable {
        public let name: String
        public let color: CardColor
    }

    /// The palette: distinct on dark and light, in the order of the rainbow, then the greys.
    public static let palette: [Named] = [
        ("red", 0xC62828), ("orange", 0xEF6C00), ("amber", 0xFFB300), ("yellow", 0xFDD835), ("lime", 0xAFB42B),
        ("green", 0x2E7D32), ("teal", 0x00897B), ("cyan", 0x00ACC1), ("blue", 0x1565C0), ("indigo", 0x3949AB),
        ("purple", 0x6A1B9A), ("pink", 0xD81B60), ("brown", 0x6D4C41), ("gray", 0x757575), ("black", 0x000000),
        ("white", 0xFFFFFF),
    ].map { Named(name: $0, color: CardColor(rgb: $1)) }

    /// Other names that people type.
    private static let others: [String: UInt32] = [
        "grey": 0x757575, "navy": 0x1A237E, "maroon": 0x7B1F1F, "olive": 0x827717, "gold": 0xD4AF37,
        "silver": 0xBDBDBD, "turquoise": 0x26A69A, "violet": 0x7E57C2, "magenta": 0xC2185B, "beige": 0xE8DCC0,
        "cream": 0xFFF3D6, "crimson": 0xB71C3C, "sky": 0x4FC3F7, "mint": 0x80CBC4,
    ]

    private init(rgb: UInt32) {
        self.init(
            red: UInt8(truncatingIfNeeded: rgb >> 16), green: UInt8(truncatingIfNeeded: rgb >> 8),
            blue: UInt8(truncatingIfNeeded: rgb))
    }

    /// The name in the palette; nil for any other color.
    public var name: String? { Self.palette.first { $0.color == self }?.name }

    /// Reads a color as people type it: a name in any case, or what ``init(_:)`` reads.
    public init?(typed text: String) {
        let name = TextFolding.fold(text)
        if let named = Self.palette.first(where: { $0.name == name }) {
            self = named.color
        } else if let rgb = Self.others[name] {
            self.init(rgb: rgb)
        } else {
            self.init(text)
        }
    }
}

/// The color with which a card is drawn. It is never the only sign of anything.
extension CardColor {
    /// Of one lightness: each has a contrast of at least 3.5 to white and to the grounds of dark themes.
    static let hues: [CardColor] = [
        0xCF4A4A, 0xB95F31, 0x997029, 0x7D7A21, 0x4C8523, 0x248946, 0x238575, 0x2A809D, 0x3A76CB, 0x7966D6, 0xAE4ACF,
        0xCC3E90,
    ].map { CardColor(rgb: $0) }

    static let white = CardColor(red: 255, green: 255, blue: 255)
    static let black = CardColor(red: 0, green: 0, blue: 0)

    /// The card's own, or one of twelve hues that follows from its name, whatever its case and accents: the same on every device.
    public static func face(of card: CardSummary) -> CardColor {
        if let own = card.color { return own }
        // More letters would not tell names better apart.
        let start = String(card.name.unicodeScalars.prefix(64))
        return hues[Int(TextFolding.fold(start).utf8.stableHash % UInt64(hues.count))]
    }

    /// The color for a thin mark: made lighter or darker where its contrast to white or to the grounds of dark themes would be below 3, the
    /// least for parts of a picture (WCAG 2.2, 1.4.11).
    public var mark: CardColor { with(luminance: luminance.clamped(to: Self.markLuminance)) }

    /// The luminances with a contrast of 3 to white, and to `#202020`.
    private static let markLuminance = 0.144...0.29

    /// The color as a ground for text: as much darker as white text needs (a contrast of 4.5; WCAG 2.2, 1.4.3). What would become
    /// another color by that has black text, and stays.
    public var ground: CardColor {
        luminance > Self.mostOfDark ? self : with(luminance: min(luminance, Self.groundOfWhite))
    }

    /// The text on this ground: white or black.
    public var ink: CardColor { contrast(with: .white) >= 4.5 ? .white : .black }

    /// Brighter ones have a contrast below 4 to white.
    private static let mostOfDark = 0.2125
    /// White has a contrast of 4.5 to it.
    private static let groundOfWhite = 0.181

    /// Relative luminance (WCAG 2), from 0 (black) to 1 (white).
    public var luminance: Double {
        let linear = linear
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }

    /// Contrast (WCAG 2), from 1 (equal) to 21 (black and white).
    public func contrast(with other: CardColor) -> Double {
        let (low, high) = (min(luminance, other.luminance), max(luminance, other.luminance))
        return (high + 0.05) / (low + 0.05)
    }

    /// The channels as light, from 0 to 1. Rows are drawn with it at each key: nothing is allocated.
    private var linear: SIMD3<Double> {
        func light(_ channel: UInt8) -> Double {
            let value = Double(channel) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return SIMD3(light(red), light(green), light(blue))
    }

    /// The same hue, lighter or darker.
    private func with(luminance seen: Double) -> CardColor {
        let luminance = luminance
        if seen == luminance { return self }
        func channel(_ value: Double) -> UInt8 {
            let moved =
                seen < luminance ? value * seen / luminance : value + (1 - value) * (seen - luminance) / (1 - luminance)
            return UInt8((255 * (moved <= 0.0031308 ? 12.92 * moved : 1.055 * pow(moved, 1 / 2.4) - 0.055)).rounded())
        }
        let light = linear
        return CardColor(red: channel(light[0]), green: channel(light[1]), blue: channel(light[2]))
    }
}

extension CardColor {
    /// As many hues are told apart.
    private static let hueCount = 24
    /// Pixels of less color, or darker ones, are grey.
    private static let leastChroma = 40
    /// The share of the picture that its main hue must have, in thousandths of the strongest color.
    private static let leastShare = 30
    /// More pixels of a side are not looked at.
    private static let samples = 96

    /// The main color of a picture: the mean of the pixels of the hue that has most of it, by how strong their colors are. Nil for one
    /// that is grey, or nearly so.
    public init?(mainOf image: PixelImage) {
        let (width, height) = (image.size.width, image.size.height)
        let step = (max(1, width / Self.samples), max(1, height / Self.samples))
        var hues = [(weight: Int, red: Int, green: Int, blue: Int)](repeating: (0, 0, 0, 0), count: Self.hueCount)
        var count = 0
        for y in stride(from: 0, to: height, by: step.1) {
            for x in stride(from: 0, to: width, by: step.0) {
                let place = (y * width + x) * 4
                count += 1
                guard image.rgba[place + 3] >= 128 else { continue }
                let (red, green, blue) = (
                    Int(image.rgba[place]), Int(image.rgba[place + 1]), Int(image.rgba[place + 2])
                )
                let chroma = max(red, green, blue) - min(red, green, blue)
                guard chroma >= Self.leastChroma else { continue }
                let hue = Self.hue(red, green, blue, chroma: chroma)
                hues[hue].weight += chroma
                hues[hue].red += red * chroma
                hues[hue].green += green * chroma
                hues[hue].blue += blue * chroma
            }
        }
        guard let main = hues.max(by: { $0.weight < $1.weight }), main.weight * 1000 >= count * 255 * Self.leastShare
        else { return nil }
        func mean(_ sum: Int) -> UInt8 { UInt8(clamping: sum / main.weight) }
        self.init(red: mean(main.red), green: mean(main.green), blue: mean(main.blue))
    }

    /// The hue of the color wheel, by the largest channel.
    private static func hue(_ red: Int, _ green: Int, _ blue: Int, chroma: Int) -> Int {
        let sixth = hueCount / 6
        // In parts of a sixth of the wheel, from -1 to 1.
        let (base, offset) =
            if red >= green, red >= blue { (0, green - blue) } else if green >= blue { (2, blue - red) } else {
                (4, red - green)
            }
        return (base * sixth + offset * sixth / chroma + hueCount) % hueCount
    }
}

extension PhotoDecoder {
    private static var colorSize: PixelSize { PixelSize(width: 96, height: 96) }

    /// The main color of a photo; nil for a grey one, and for one that cannot be decoded.
    public func mainColor(of bytes: [UInt8]) async -> CardColor? {
        (try? await decode(bytes, fitting: Self.colorSize)).flatMap { CardColor(mainOf: $0) }
    }
}
