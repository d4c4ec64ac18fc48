/// A number in the largest digits that fit, in balanced lines.
///
/// Lines break between groups. Smaller digits are better than a group that is split or a character that is alone on its line.
public struct LargeDigits: Equatable, Sendable {
    /// From the top, each followed by a light row.
    private let lines: [DotGrid]

    /// Nil if it does not fit, or contains anything but digits, letters, blanks and - . / + ( )
    /// - Parameters:
    ///   - isPlain: whole cells only.
    ///   - keepsOneLine: smaller digits are better than a second line.
    public init?(_ text: String, fitting size: Size, isPlain: Bool = false, keepsOneLine: Bool = false) {
        // A lower bound of the cells needed: a longer text is rejected without laying it out.
        guard text.utf8.count <= size.columns * size.rows / Self.fewestCells else { return nil }
        let groups = text.split(separator: " ")
        func lines(_ font: DotFont, _ scale: Int, splitsGroups: Bool) -> [DotGrid]? {
            let wrapping = DigitLines(font, columns: size.columns / scale, splitsGroups: splitsGroups)
            // At least two rows for each line, so that a text that is far too long is not laid out.
            guard let texts = wrapping.lines(of: groups, atMost: size.rows / 2) else { return nil }
            let lines = texts.compactMap { Self.grid(of: $0, font, scale, isPlain) }
            let rows = lines.reduce(0) { $0 + $1.size.rows } + lines.count - 1
            return lines.count == texts.count && rows <= size.rows ? lines : nil
        }
        let whole = Self.sizes.lazy.compactMap { lines($0, $1, splitsGroups: false) }
        let best = (keepsOneLine ? whole.first { $0.count == 1 } : nil) ?? whole.first
        // Of the sizes that split groups, the largest of those with the fewest parts.
        let split = { Self.sizes.compactMap { lines($0, $1, splitsGroups: true) }.min { $0.count < $1.count } }
        guard let lines = best ?? split() else { return nil }
        self.lines = lines
    }

    public var size: Size {
        Size(
            columns: lines.lazy.map(\.size.columns).max() ?? 0,
            rows: lines.reduce(0) { $0 + $1.size.rows } + max(0, lines.count - 1))
    }

    /// Draws in the middle of the area.
    public func draw(on canvas: inout Canvas, in area: Rect, ink: Ink) {
        let frame = area.centered(size)
        var row = frame.top
        for line in lines {
            let columns = line.size.columns
            line.draw(
                on: &canvas,
                in: Rect(
                    column: area.left + (area.columns - columns) / 2, row: row, columns: columns, rows: line.size.rows),
                ink: ink)
            row += line.size.rows + 1
        }
    }

    /// The cells of a blank in the small font, with the gaps beside and beneath it.
    private static let fewestCells = 4

    /// Largest first: font, and columns per dot.
    private static let sizes: [(DotFont, Int)] = [
        (.large, 4), (.small, 4), (.large, 2), (.small, 2), (.large, 1), (.small, 1),
    ]

    private static func grid(of text: String, _ font: DotFont, _ scale: Int, _ isPlain: Bool) -> DotGrid? {
        guard let dots = font.dots(of: text) else { return nil }
        let wide = dots.map { $0.flatMap { [Bool](repeating: $0, count: scale) } }
        let high = isPlain ? max(1, scale / 2) : scale
        return DotGrid(wide.flatMap { [[Bool]](repeating: $0, count: high) }, split: isPlain ? .whole : .rows)
    }
}

/// Wraps groups of digits into lines of a font: as few as possible, all about as long.
struct DigitLines {
    private typealias Group = (text: Substring, columns: Int)

    private let font: DotFont
    /// In dots of the font.
    private let columns: Int
    private let splitsGroups: Bool

    /// - Parameter splitsGroups: splits a group that is longer than a line, into parts of about the same length.
    init(_ font: DotFont, columns: Int, splitsGroups: Bool = false) {
        self.font = font
        self.columns = columns
        self.splitsGroups = splitsGroups
    }

    /// Nil if the groups do not fit, if a character would be alone on its line, or if the font lacks one.
    func lines(of groups: [Substring], atMost maximum: Int) -> [String]? {
        var (lines, run): ([String], [Group]) = ([], [])
        for group in groups {
            guard let width = font.columns(of: group) else { return nil }
            if width <= columns {
                run.append((group, width))
                continue
            }
            // The parts have lines of their own: a blank beside them would look like the end of a group.
            guard splitsGroups, let before = balanced(run, atMost: maximum), let parts = parts(of: group) else {
                return nil
            }
            lines += before + parts
            run = []
        }
        guard let last = balanced(run, atMost: maximum) else { return nil }
        lines += last
        let isAnyAlone = lines.count > 1 && lines.contains { $0.count == 1 }
        return lines.isEmpty || lines.count > maximum || isAnyAlone ? nil : lines
    }

    /// The narrowest lines of which there are as few as possible, and none with a single character; nil if there are none.
    private func balanced(_ groups: [Group], atMost maximum: Int) -> [String]? {
        guard let widest = groups.map(\.columns).max() else { return [] }
        let fewest = wrapped(groups, within: columns).count
        guard fewest <= maximum else { return nil }
        for width in widest...columns {
            let lines = wrapped(groups, within: width)
            guard lines.count == fewest else { continue }
            let texts = lines.map { groups[$0].map(\.text).joined(separator: " ") }
            if texts.count == 1 || texts.allSatisfy({ $0.count > 1 }) { return texts }
        }
        return nil
    }

    /// The groups of each line, if each line is filled.
    private func wrapped(_ groups: [Group], within columns: Int) -> [Range<Int>] {
        var lines: [Range<Int>] = []
        var end = 0
        for (index, group) in groups.enumerated() {
            let longer = end + font.gap + group.columns
            if let line = lines.last, longer <= columns {
                lines[lines.count - 1] = line.lowerBound..<index + 1
                end = longer
            } else {
                lines.append(index..<index + 1)
                end = group.columns
            }
        }
        return lines
    }

    /// Nil if a line has no space for two characters.
    private func parts(of group: Substring) -> [String]? {
        let longest = font.characters(within: columns)
        guard longest > 1 else { return nil }
        let count = (group.count + longest - 1) / longest
        var rest = group
        return (0..<count).map { index in
            let part = rest.prefix((rest.count + count - index - 1) / (count - index))
            rest = rest.dropFirst(part.count)
            return String(part)
        }
    }
}

/// Digits and letters as dots, in two sizes: for numbers that are read from a distance.
struct DotFont: Equatable, Sendable {
    let height: Int
    private let width: Int
    /// The rows of each character; the leftmost dot is the highest bit.
    private let rows: [Character: [UInt8]]

    /// The dots of a text in one line, from the top; nil if a character has no glyph. Lower case is shown as upper case.
    func dots(of text: some StringProtocol) -> [[Bool]]? {
        var lines = [[Bool]](repeating: [], count: height)
        for character in text.uppercased() {
            if !lines[0].isEmpty { for line in lines.indices { lines[line].append(false) } }
            if character == " " {
                for line in lines.indices { lines[line] += [Bool](repeating: false, count: blank) }
                continue
            }
            guard let rows = rows[character] else { return nil }
            for (line, bits) in rows.enumerated() {
                for place in (0..<width).reversed() { lines[line].append(bits >> UInt8(place) & 1 == 1) }
            }
        }
        return lines
    }

    /// The dots of a text in one line, across; nil if a character has no glyph.
    func columns(of text: some StringProtocol) -> Int? {
        var columns = 0
        for character in text.uppercased() {
            guard character == " " || rows[character] != nil else { return nil }
            columns += (columns == 0 ? 0 : 1) + (character == " " ? blank : width)
        }
        return columns
    }

    /// How many characters without blanks fit.
    func characters(within columns: Int) -> Int { (columns + 1) / (width + 1) }

    /// The dots between two groups: a blank with its gaps.
    var gap: Int { blank + 2 }

    /// Narrower than a digit, so that groups look connected.
    private var blank: Int { width - 2 }

    static let large = DotFont(
        height: 7, width: 5,
        rows: [
            "0": [0x0E, 0x11, 0x13, 0x15, 0x19, 0x11, 0x0E], "1": [0x04, 0x0C, 0x04, 0x04, 0x04, 0x04, 0x0E],
            "2": [0x0E, 0x11, 0x01, 0x02, 0x04, 0x08, 0x1F], "3": [0x1F, 0x02, 0x04, 0x02, 0x01, 0x11, 0x0E],
            "4": [0x02, 0x06, 0x0A, 0x12, 0x1F, 0x02, 0x02], "5": [0x1F, 0x10, 0x1E, 0x01, 0x01, 0x11, 0x0E],
            "6": [0x06, 0x08, 0x10, 0x1E, 0x11, 0x11, 0x0E], "7": [0x1F, 0x01, 0x02, 0x04, 0x08, 0x08, 0x08],
            "8": [0x0E, 0x11, 0x11, 0x0E, 0x11, 0x11, 0x0E], "9": [0x0E, 0x11, 0x11, 0x0F, 0x01, 0x02, 0x0C],
            "A": [0x0E, 0x11, 0x11, 0x11, 0x1F, 0x11, 0x11], "B": [0x1E, 0x11, 0x11, 0x1E, 0x11, 0x11, 0x1E],
            "C": [0x0E, 0x11, 0x10, 0x10, 0x10, 0x11, 0x0E], "D": [0x1C, 0x12, 0x11, 0x11, 0x11, 0x12, 0x1C],
            "E": [0x1F, 0x10, 0x10, 0x1E, 0x10, 0x10, 0x1F], "F": [0x1F, 0x10, 0x10, 0x1E, 0x10, 0x10, 0x10],
            "G": [0x0E, 0x11, 0x10, 0x17, 0x11, 0x11, 0x0F], "H": [0x11, 0x11, 0x11, 0x1F, 0x11, 0x11, 0x11],
            "I": [0x0E, 0x04, 0x04, 0x04, 0x04, 0x04, 0x0E], "J": [0x07, 0x02, 0x02, 0x02, 0x02, 0x12, 0x0C],
            "K": [0x11, 0x12, 0x14, 0x18, 0x14, 0x12, 0x11], "L": [0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x1F],
            "M": [0x11, 0x1B, 0x15, 0x15, 0x11, 0x11, 0x11], "N": [0x11, 0x11, 0x19, 0x15, 0x13, 0x11, 0x11],
            "O": [0x0E, 0x11, 0x11, 0x11, 0x11, 0x11, 0x0E], "P": [0x1E, 0x11, 0x11, 0x1E, 0x10, 0x10, 0x10],
            "Q": [0x0E, 0x11, 0x11, 0x11, 0x15, 0x12, 0x0D], "R": [0x1E, 0x11, 0x11, 0x1E, 0x14, 0x12, 0x11],
            "S": [0x0F, 0x10, 0x10, 0x0E, 0x01, 0x01, 0x1E], "T": [0x1F, 0x04, 0x04, 0x04, 0x04, 0x04, 0x04],
            "U": [0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x0E], "V": [0x11, 0x11, 0x11, 0x11, 0x11, 0x0A, 0x04],
            "W": [0x11, 0x11, 0x11, 0x15, 0x15, 0x15, 0x0A], "X": [0x11, 0x11, 0x0A, 0x04, 0x0A, 0x11, 0x11],
            "Y": [0x11, 0x11, 0x11, 0x0A, 0x04, 0x04, 0x04], "Z": [0x1F, 0x01, 0x02, 0x04, 0x08, 0x10, 0x1F],
            "-": [0x00, 0x00, 0x00, 0x1F, 0x00, 0x00, 0x00], ".": [0x00, 0x00, 0x00, 0x00, 0x00, 0x0C, 0x0C],
            "/": [0x00, 0x01, 0x02, 0x04, 0x08, 0x10, 0x00], "+": [0x00, 0x04, 0x04, 0x1F, 0x04, 0x04, 0x00],
            "(": [0x02, 0x04, 0x08, 0x08, 0x08, 0x04, 0x02], ")": [0x08, 0x04, 0x02, 0x02, 0x02, 0x04, 0x08],
        ])

    static let small = DotFont(
        height: 5, width: 3,
        rows: [
            "0": [7, 5, 5, 5, 7], "1": [2, 6, 2, 2, 7], "2": [7, 1, 7, 4, 7], "3": [7, 1, 7, 1, 7],
            "4": [5, 5, 7, 1, 1], "5": [7, 4, 7, 1, 7], "6": [7, 4, 7, 5, 7], "7": [7, 1, 1, 1, 1],
            "8": [7, 5, 7, 5, 7], "9": [7, 5, 7, 1, 7], "A": [2, 5, 7, 5, 5], "B": [6, 5, 6, 5, 6],
            "C": [3, 4, 4, 4, 3], "D": [6, 5, 5, 5, 6], "E": [7, 4, 6, 4, 7], "F": [7, 4, 6, 4, 4],
            "G": [3, 4, 5, 5, 3], "H": [5, 5, 7, 5, 5], "I": [7, 2, 2, 2, 7], "J": [1, 1, 1, 5, 2],
            "K": [5, 5, 6, 5, 5], "L": [4, 4, 4, 4, 7], "M": [5, 7, 7, 5, 5], "N": [6, 5, 5, 5, 5],
            "O": [2, 5, 5, 5, 2], "P": [6, 5, 6, 4, 4], "Q": [2, 5, 5, 6, 3], "R": [6, 5, 6, 5, 5],
            "S": [3, 4, 2, 1, 6], "T": [7, 2, 2, 2, 2], "U": [5, 5, 5, 5, 7], "V": [5, 5, 5, 5, 2],
            "W": [5, 5, 7, 7, 5], "X": [5, 5, 2, 5, 5], "Y": [5, 5, 2, 2, 2], "Z": [7, 1, 2, 4, 7],
            "-": [0, 0, 7, 0, 0], ".": [0, 0, 0, 0, 2], "/": [1, 1, 2, 4, 4], "+": [0, 2, 7, 2, 0],
            "(": [1, 2, 2, 2, 1], ")": [4, 2, 2, 2, 4],
        ])
}
