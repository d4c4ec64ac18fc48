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
