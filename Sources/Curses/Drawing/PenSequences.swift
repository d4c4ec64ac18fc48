internal import CNcurses
internal import Terminal

/// The sequences that change what the next cells look like, where the terminal's description has them in the usual form (`CSI … m`):
/// one for all that changes together, while ncurses writes one for each.
struct PenSequences {
    private static let capabilities: [(name: String, attribute: Style.Attributes)] = [
        ("bold", .bold), ("dim", .dim), ("sitm", .italic), ("smul", .underline), ("rev", .reverse),
    ]

    private let attributes: [(attribute: Style.Attributes, parameter: [UInt8])]
    private let hasDirectColors: Bool
    /// By the color. Keys of `Int`, as other tables of a start have: for each other type it looks through all conformances.
    private var foregrounds: [Int: [UInt8]] = [-1: Array("39".utf8)]
    private var backgrounds: [Int: [UInt8]] = [-1: Array("49".utf8)]

    /// Nil where the description has another form. Call after ncurses has been started with it.
    init?(depth: ColorDepth) {
        hasDirectColors = depth == .trueColor
        var known: [(Style.Attributes, [UInt8])] = []
        for (name, attribute) in Self.capabilities {
            guard let text = curses_string(name) else { continue }
            guard let parameter = Self.parameters(text) else { return nil }
            known.append((attribute, parameter))
        }
        attributes = known
        // Attributes that a terminal does not show together with colors are left to ncurses.
        guard tigetnum("ncv") <= 0 else { return nil }
        guard depth != .monochrome else { return }
        guard curses_string("op").flatMap(Self.parameters) == Array("39;49".utf8), parameters(of: 1, true) != nil,
            parameters(of: 1, false) != nil
        else { return nil }
    }

    /// What is between the introducer and the end; nil for another sequence.
    private static func parameters(_ text: UnsafePointer<CChar>) -> [UInt8]? {
        let bytes = Array(String(cString: text).utf8)
        guard bytes.starts(with: [0x1B, 0x5B]), bytes.last == UInt8(ascii: "m"),
            bytes.dropFirst(2).dropLast().allSatisfy({ (0x30...0x3B).contains($0) })
        else { return nil }
        return Array(bytes.dropFirst(2).dropLast())
    }

    private mutating func parameters(of color: Int32, _ isForeground: Bool) -> [UInt8]? {
        if let known = isForeground ? foregrounds[Int(color)] : backgrounds[Int(color)] { return known }
        var found: [UInt8]?
        if hasDirectColors, color > 16, let index = NearestColor.paletteIndex(ofDirect: color) {
            found = Array("\(isForeground ? 38 : 48);5;\(index)".utf8)
        } else {
            found = curses_color_sequence(isForeground ? 1 : 0, color).flatMap(Self.parameters)
        }
        if isForeground { foregrounds[Int(color)] = found } else { backgrounds[Int(color)] = found }
        return found
    }

    /// Appends the shortest sequence; returns false if the terminal has none for one of the colors.
    mutating func change(from old: Look, to new: Look, _ bytes: inout [UInt8]) -> Bool {
        guard old != new else { return true }
        let start = bytes.count
        // An attribute is turned off only together with everything else: not every terminal turns single ones off.
        let isKept = old.attributes.isSubset(of: new.attributes)
        guard isKept else { return append(from: nil, to: new, &bytes) }
        guard append(from: old, to: new, &bytes) else { return false }
        var other: [UInt8] = []
        guard old != .plain, append(from: nil, to: new, &other), other.count < bytes.count - start else { return true }
        bytes.replaceSubrange(start..., with: other)
        return true
    }

    /// - Parameter old: nil to turn everything off first, which an empty parameter does.
    private mutating func append(from old: Look?, to new: Look, _ bytes: inout [UInt8]) -> Bool {
        bytes.append(contentsOf: "\u{1B}[".utf8)
        var isFirst = old != nil
        func add(_ parameter: [UInt8]) {
            if !isFirst { bytes.append(UInt8(ascii: ";")) }
            isFirst = false
            bytes.append(contentsOf: parameter)
        }
        let before = old ?? .plain
        for (attribute, parameter) in attributes
        where new.attributes.contains(attribute) && !before.attributes.contains(attribute) {
            add(parameter)
        }
        if before.foreground != new.foreground {
            guard let parameter = parameters(of: new.foreground, true) else { return false }
            add(parameter)
        }
        if before.background != new.background {
            guard let parameter = parameters(of: new.background, false) else { return false }
            add(parameter)
        }
        // Attributes that this terminal does not have need no sequence, and an empty one would turn everything off.
        if isFirst { bytes.removeLast(2) } else { bytes.append(UInt8(ascii: "m")) }
        return true
    }
}
