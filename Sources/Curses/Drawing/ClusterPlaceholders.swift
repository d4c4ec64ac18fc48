internal import CNcurses
internal import Terminal

/// Grapheme clusters whose width terminals dispute, or that are too long for a cell of ncurses: syllables of several letters,
/// flags, keycaps, families.
///
/// ncurses gets a character for private use in the first column of each, and ``filler`` in the others; what it writes is read
/// before it is sent, and the clusters are put where their characters stand, with the cursor set again behind each. So place,
/// colors, scrolling and erasing are ncurses' own, and every column is right whatever the terminal makes of the cluster.
struct ClusterPlaceholders {
    /// Text from outside holds no characters for private use (``SafeText``).
    private static let first: UInt32 = 0xF0000
    private static let limit = 65_000
    private static let filler: UInt32 = 0x10FFFD

    private struct Cluster: Hashable {
        let text: String
        let columns: Int
        let overhangs: Bool
    }

    private var clusters: [Cluster] = []
    private var numbers: [Cluster: Int] = [:]
    private var frameStart = 0

    /// Whether it is time to begin anew, with a screen on which none of them is left.
    var isFull: Bool { clusters.count > Self.limit / 2 }

    mutating func reset() {
        clusters = []
        numbers = [:]
        frameStart = 0
    }

    /// From here on clusters are those of the next frame.
    mutating func startFrame() { frameStart = clusters.count }

    /// The cells that stand for a cluster, each with a zero at its end; nil when there are too many clusters.
    mutating func cells(for cell: Cell, overhanging: Bool) -> [[wchar_t]]? {
        let cluster = Cluster(text: cell.text, columns: Int(cell.width), overhangs: overhanging)
        guard let number = overhanging ? nil : numbers[cluster] else {
            guard clusters.count < Self.limit else { return nil }
            numbers[cluster] = clusters.count
            clusters.append(cluster)
            return cells(clusters.count - 1, cluster.columns)
        }
        return cells(number, cluster.columns)
    }

    private func cells(_ number: Int, _ columns: Int) -> [[wchar_t]] {
        [[wchar_t(bitPattern: Self.first + UInt32(number)), 0]]
            + Array(repeating: [wchar_t(bitPattern: Self.filler), 0], count: columns - 1)
    }

    /// What ncurses has written for a frame, with the clusters in their places.
    ///
    /// A terminal that does not know an emoji sequence draws it further than its columns. What is there is written behind it
    /// then, but only in the frame in which it is new: ncurses may write an old one in passing.
    func fillIn(_ bytes: [UInt8]) -> [UInt8] {
        guard !clusters.isEmpty else { return bytes }
        var (result, rest): ([UInt8], ArraySlice<UInt8>) = ([], bytes[...])
        while let start = rest.firstIndex(where: { $0 >= 0xF3 }) {
            result += rest[..<start]
            rest = rest[start...]
            guard let character = Self.takeCharacter(&rest) else {
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
            if let cluster, !cluster.overhangs || number >= frameStart { result += Self.written(cluster) }
            result += Array("\u{1B}[\(columns)C".utf8)
        }
        return result + rest
    }

    /// Blanks first: a terminal may take it for narrower. The place is saved once for each time that it is taken: some emulators
    /// keep a stack of them.
    private static func written(_ cluster: Cluster) -> [UInt8] {
        Array("\u{1B}7\(String(repeating: " ", count: cluster.columns))\u{1B}8\u{1B}7\(cluster.text)\u{1B}8".utf8)
    }

    private static let fillerBytes = Array(String(Unicode.Scalar(filler).map(Character.init) ?? " ").utf8)

    /// A character beyond U+C0000.
    private static func takeCharacter(_ bytes: inout ArraySlice<UInt8>) -> UInt32? {
        guard bytes.count >= 4 else { return nil }
        let value = bytes.prefix(4).reduce(UInt32(0)) { $0 << 6 | UInt32($1 & 0x3F) } & 0x1F_FFFF
        guard value >= first else { return nil }
        bytes = bytes.dropFirst(4)
        return value
    }
}
