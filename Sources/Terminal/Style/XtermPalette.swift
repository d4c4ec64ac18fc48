/// The colors 16 to 255 of terminals with 256 colors, which users do not redefine: a cube, then greys.
public enum XtermPalette {
    private static let cubeLevels = [0, 95, 135, 175, 215, 255]

    /// - Parameter index: from 16 on.
    public static func components(of index: UInt8) -> (red: Int, green: Int, blue: Int) {
        if index >= 232 {
            let gray = 8 + (Int(index) - 232) * 10
            return (gray, gray, gray)
        }
        let offset = Int(index) - 16
        return (cubeLevels[offset / 36], cubeLevels[offset / 6 % 6], cubeLevels[offset % 6])
    }

    /// The index of exactly this color; nil if they lack it.
    public static func index(red: Int, green: Int, blue: Int) -> UInt8? {
        let index = nearest(red: red, green: green, blue: blue)
        return components(of: index) == (red, green, blue) ? index : nil
    }

    /// The nearest of them: from the corners of the cube around the color, or from the greys. A color that has a hue keeps one: the nearest
    /// of a dark green would be a grey.
    public static func nearest(red: Int, green: Int, blue: Int) -> UInt8 {
        let hasHue = max(red, green, blue) - min(red, green, blue) >= leastHue
        var best = (index: 16, distance: Int.max)
        func consider(_ index: Int) {
            let other = components(of: UInt8(index))
            if hasHue, other.red == other.green, other.green == other.blue { return }
            let (red, green, blue) = (red - other.red, green - other.green, blue - other.blue)
            let distance = red * red + green * green + blue * blue
            if distance < best.distance { best = (index, distance) }
        }
        for red in levels(around: red) {
            for green in levels(around: green) {
                for blue in levels(around: blue) { consider(16 + 36 * red + 6 * green + blue) }
            }
        }
        consider(232 + max(0, min(23, ((red + green + blue) / 3 - 3) / 10)))
        return UInt8(best.index)
    }

    /// The difference between the strongest and the weakest part of a color that is no grey.
    private static let leastHue = 32

    private static func levels(around value: Int) -> ClosedRange<Int> {
        let below = cubeLevels.lastIndex { $0 <= value } ?? 0
        return below...min(5, below + 1)
    }
}

/// The colors of a picture on such a terminal: the nearest by brightness and hue. By red, green and blue alone neighbouring parts of a
/// gradient get other hues, or become grey.
struct PaletteMatching {
    /// A color as brightness, and as how blue and how red it is (ITU-R BT.601).
    private struct Entry {
        let luma: Int
        let blue: Int
        let red: Int

        init(_ red: Int, _ green: Int, _ blue: Int) {
            luma = (299 * red + 587 * green + 114 * blue) / 1000
            self.blue = (blue - luma) * 564 / 1000
            self.red = (red - luma) * 713 / 1000
        }

        func distance(to other: Entry) -> Int {
            let (luma, blue, red) = (luma - other.luma, blue - other.blue, red - other.red)
            return luma * luma + PaletteMatching.hueWeight * (blue * blue + red * red)
        }
    }

    /// How much a difference in hue counts beside one in brightness.
    private static let hueWeight = 2
    private static let first = 16
    private static let entries: [Entry] = (first...255).map { index in
        let color = XtermPalette.components(of: UInt8(index))
        return Entry(color.red, color.green, color.blue)
    }

    private var known: [Int32: UInt8] = [:]

    /// - Parameter rgb: red, green and blue, a byte each.
    mutating func index(of rgb: Int32) -> UInt8 {
        if let known = known[rgb] { return known }
        let wanted = Entry(Int(rgb >> 16 & 0xFF), Int(rgb >> 8 & 0xFF), Int(rgb & 0xFF))
        var best = (index: Self.first, distance: Int.max)
        for (offset, entry) in Self.entries.enumerated() {
            let distance = entry.distance(to: wanted)
            if distance < best.distance { best = (Self.first + offset, distance) }
        }
        let index = UInt8(clamping: best.index)
        known[rgb] = index
        return index
    }
}
