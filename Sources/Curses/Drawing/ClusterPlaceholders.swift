internal import CNcurses
internal import Terminal

/// What ncurses has no cells for: grapheme clusters whose width terminals dispute or that are too long (syllables of several letters,
/// flags, keycaps, families), and the cells of links.
///
/// ncurses gets a private use character for the first column of each, and ``filler`` for the others. Its output is read
/// before it is sent, and the clusters replace their characters, with the cursor set again behind each. So position,
/// colors, scrolling and erasing are left to ncurses, and every column is right whatever width the terminal gives the
/// cluster.
struct ClusterPlaceholders {
    /// Untrusted text contains no private use characters (``SafeText``).
    private static let first: UInt32 = 0xF0000
    private static let limit = 65_000
    private static let filler: UInt32 = 0x10FFFD

    private struct Cluster: Hashable {
        let text: String
        let columns: Int
        /// Whether the cursor has to be set again behind it.
        let isDisputed: Bool
        let overhangs: Bool
        let link: Hyperlink?

        var isFlag: Bool { text.unicodeScalars.first.map { (0x1F1E6...0x1F1FF).contains($0.value) } ?? false }
    }

    private var clusters: [Cluster] = []
    private var numbers: [Cluster: Int] = [:]
    private var frameStart = 0
    /// Whether the terminal gives direction marks a column: a blank with one is then written as an isolate, which is
    /// blank too, and any other cell without its mark.
    private let countsMarks: Bool

    init(countsMarks: Bool = false) { self.countsMarks = countsMarks }

    /// Whether the clusters have to be reset; that needs a screen on which none of them is left.
    var isFull: Bool { clusters.count > Self.limit / 2 }

    mutating func reset() {
        clusters = []
        numbers = [:]
        frameStart = 0
    }

    /// Begins a frame: clusters added from here on are new in it.
    mutating func startFrame() { frameStart = clusters.count }

    /// The cells that represent a cluster, as null-terminated strings; nil if there are too many clusters.
    mutating func cells(for cell: Cell, isDisputed: Bool, overhanging: Bool, link: Hyperlink?) -> [[wchar_t]]? {
        let cluster = Cluster(
            text: text(of: cell), columns: Int(cell.width), isDisputed: isDisputed, overhangs: overhanging, link: link)
        guard let number = overhanging ? nil : numbers[cluster] else {
            guard clusters.count < Self.limit else { return nil }
            numbers[cluster] = clusters.count
            clusters.append(cluster)
            return cells(clusters.count - 1, cluster.columns)
        }
        return cells(number, cluster.columns)
    }

    private func text(of cell: Cell) -> String {
        guard countsMarks, cell.text.unicodeScalars.last == WritingDirection.mark else { return cell.text }
        let bare = String(String.UnicodeScalarView(cell.text.unicodeScalars.dropLast()))
        return bare == " " ? String(Character(WritingDirection.isolate)) : bare
    }

    private func cells(_ number: Int, _ columns: Int) -> [[wchar_t]] {
        [[wchar_t(bitPattern: Self.first + UInt32(number)), 0]]
            + Array(repeating: [wchar_t(bitPattern: Self.filler), 0], count: columns - 1)
    }

    /// Inserts the clusters into ncurses' output for a frame.
    ///
    /// A link is open only within a run of its cells, so it never reaches what ncurses or somebody else writes next.
    ///
    /// A terminal that does not know an emoji sequence draws it wider than its columns. The cells behind it are then
    /// written again, but only in the frame in which it is new: ncurses may write an old one in passing.
    func fillIn(_ bytes: [UInt8]) -> [UInt8] {
        guard !clusters.isEmpty else { return bytes }
        var (result, rest): ([UInt8], ArraySlice<UInt8>) = ([], bytes[...])
        var link: Hyperlink?
        func open(_ next: Hyperlink?) {
            if next != link { result += next?.opening ?? Hyperlink.closing }
            link = next
        }
        /// Flags beside each other are written together: a terminal that counts their letters in pairs (foot) would begin a pair with the last
        /// letter of the flag before, once the cursor was set in between.
        var run: [(cluster: Cluster, columns: Int)] = []
        func endRun() {
            guard !run.isEmpty else { return }
            result += Self.written(run.map(\.cluster))
            result += Array("\u{1B}[\(run.reduce(0) { $0 + $1.columns })C".utf8)
            run = []
        }
        while let start = rest.firstIndex(where: { $0 >= 0xF3 }) {
            if start > rest.startIndex {
                endRun()
                open(nil)
            }
            result += rest[..<start]
            rest = rest[start...]
            guard let character = Self.removeCharacter(&rest) else {
                endRun()
                open(nil)
                result.append(rest.removeFirst())
                continue
            }
            let number = Int(character) - Int(Self.first)
            let cluster = clusters.indices.contains(number) ? clusters[number] : nil
            var columns = 1
            while columns < cluster?.columns ?? .max, rest.starts(with: Self.fillerBytes) {
                rest = rest.dropFirst(Self.fillerBytes.count)
                columns += 1
            }
            let isJoined = run.last?.cluster.isFlag == true && cluster?.isFlag == true && cluster?.link == link
            if !isJoined { endRun() }
            open(cluster?.link)
            if let cluster, !cluster.isDisputed, columns == cluster.columns {
                result += Array(cluster.text.utf8)
            } else if let cluster, !cluster.overhangs || number >= frameStart {
                run.append((cluster, columns))
            } else {
                endRun()
                result += Array("\u{1B}[\(columns)C".utf8)
            }
        }
        endRun()
        open(nil)
        return result + rest
    }

    /// Writes blanks first: a terminal may draw the cluster narrower. The position is saved again for each restore:
    /// some emulators keep a stack of positions.
    private static func written(_ clusters: [Cluster]) -> [UInt8] {
        let blanks = String(repeating: " ", count: clusters.reduce(0) { $0 + $1.columns })
        return Array("\u{1B}7\(blanks)\u{1B}8\u{1B}7\(clusters.map(\.text).joined())\u{1B}8".utf8)
    }

    private static let fillerBytes = Array(String(Unicode.Scalar(filler).map(Character.init) ?? " ").utf8)

    /// Removes a character beyond U+C0000 from the beginning; nil if there is none.
    private static func removeCharacter(_ bytes: inout ArraySlice<UInt8>) -> UInt32? {
        guard bytes.count >= 4 else { return nil }
        let value = bytes.prefix(4).reduce(UInt32(0)) { $0 << 6 | UInt32($1 & 0x3F) } & 0x1F_FFFF
        guard value >= first else { return nil }
        bytes = bytes.dropFirst(4)
        return value
    }
}
