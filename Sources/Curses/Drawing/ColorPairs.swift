internal import CNcurses
internal import Terminal

/// The pairs of foreground and background for ncurses, allocated on demand up to its limit.
struct ColorPairs {
    private struct Pair: Hashable {
        let foreground: Int32
        let background: Int32
    }

    private let depth: ColorDepth
    /// Pair 0 is the terminal's own two colours.
    private let limit: Int32
    private let available: Int
    /// With NO_COLOR only black and white content (``Ink``) is coloured: a barcode in reverse video would be white on
    /// black on a terminal that is black on white.
    private let isInkOnly: Bool
    private var numbers: [Pair: Int32] = [:]
    /// Set when a pair could not be allocated.
    private(set) var isExhausted = false

    /// Call after ncurses has started its colours.
    init(depth: ColorDepth, limit: Int32, available: Int, isInkOnly: Bool) {
        self.depth = depth
        self.limit = limit
        self.available = available
        self.isInkOnly = isInkOnly
    }

    /// What the terminal makes of a style.
    func look(of style: Style) -> Look {
        var look = Look(attributes: style.attributes)
        if isBrightByBold(style) { look.attributes.insert(.bold) }
        if isGrayByBold(style) { look.attributes.remove(.bold) }
        if isInkOnly, !Ink.isInk(style, in: depth) { return look }
        look.foreground = style.foreground.number(depth: depth, available: available)
        look.background = style.background.number(depth: depth, available: available)
        return look
    }

    /// The number of a look's pair; 0 if none can be allocated.
    mutating func number(of look: Look) -> Int32 {
        let pair = Pair(foreground: look.foreground, background: look.background)
        if pair.foreground < 0, pair.background < 0 { return 0 }
        if let number = numbers[pair] { return number }
        let number = Int32(numbers.count) + 1
        guard number < limit, init_extended_pair(number, pair.foreground, pair.background) == OK else {
            isExhausted = true
            return 0
        }
        numbers[pair] = number
        return number
    }

    /// Frees all pairs: the whole screen has to be put again.
    mutating func reset() {
        reset_color_pairs()
        numbers.removeAll(keepingCapacity: true)
        isExhausted = false
    }

    /// Bright colours on a terminal of eight are shown as bold.
    private func isBrightByBold(_ style: Style) -> Bool {
        !isInkOnly && depth == .sixteen && available < 16 && style.foreground.number(depth: depth, available: 16) >= 8
    }

    /// Where bold means bright, bold black is grey: bars of a barcode would be too pale for a scanner.
    private func isGrayByBold(_ style: Style) -> Bool {
        (!isInkOnly || Ink.isInk(style, in: depth)) && depth == .sixteen && available < 16
            && style.foreground.number(depth: depth, available: 16) == 0
    }
}
