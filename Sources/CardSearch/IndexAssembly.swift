/// Makes an index of a stream of cards, which come in its order. Segments that are equal in an older index are reused.
public struct IndexAssembly {
    /// Less than the capacity, since the next insertion would split a full segment.
    private static let usualCount = 768

    private var content = SegmentContent(group: 0)
    private var segments: [CardSegment] = []
    private let old: [CardSegment]
    /// Old segments by their first row.
    private var oldNumbers: [Int64: Int] = [:]

    public init(reusing index: CardIndex?) {
        old = index?.segments ?? []
        for (number, segment) in old.enumerated() {
            if let row = segment.content.rows[0] { oldNumbers[row] = number }
        }
    }

    /// - Parameters:
    ///   - name: folded.
    ///   - search: as ``SearchColumns`` writes it.
    public mutating func append(
        name: UnsafeRawBufferPointer, search: UnsafeRawBufferPointer, _ values: IndexedValues
    ) {
        begin(group: values.group, row: values.row)
        content.append(name: name, search: search, values)
    }

    /// The index of all cards so far.
    public mutating func finished(version: Int) -> CardIndex {
        if content.count > 0 { cut() }
        return CardIndex(segments: segments, version: version)
    }

    /// Prepares for the next card: begins a new segment where the present one is full or an older segment began.
    private mutating func begin(group: Int, row: Int64) {
        if content.count == 0 {
            content.group = group
            return
        }
        guard
            group != content.group || content.isFull || (old.isEmpty && content.count >= Self.usualCount)
                || (!oldNumbers.isEmpty && oldNumbers[row] != nil)
        else { return }
        cut()
        content.removeAll(group: group)
    }

    private mutating func cut() {
        if let row = content.rows[0], let number = oldNumbers[row], old[number].content == content {
            segments.append(old[number])
        } else {
            segments.append(CardSegment(content))
        }
    }
}
