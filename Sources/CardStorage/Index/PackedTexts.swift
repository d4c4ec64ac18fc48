/// Folded texts one behind the other in one piece of memory. Every text begins with the mark of its first field, see
/// ``SearchColumns``.
struct PackedTexts: Equatable, Sendable {
    /// Behind the last text, so that looking ahead needs no check.
    static let padding = 32

    /// The texts, and when closed the padding.
    private(set) var bytes: [UInt8] = []
    private(set) var starts: [UInt16] = []
    /// Where the last text ends.
    private(set) var end = 0

    var count: Int { starts.count }

    /// Whether one more text can begin behind the last one.
    var hasRoom: Bool { end <= Int(UInt16.max) }

    subscript(index: Int) -> ArraySlice<UInt8> { bytes[range(index)] }

    func range(_ index: Int) -> Range<Int> {
        Int(starts[index])..<(index + 1 < starts.count ? Int(starts[index + 1]) : end)
    }

    /// Must have room; begins a text that the bytes added next belong to.
    mutating func begin() { starts.append(UInt16(truncatingIfNeeded: end)) }

    mutating func add(_ more: some Collection<UInt8>) {
        bytes.append(contentsOf: more)
        end = bytes.count
    }

    mutating func add(_ byte: UInt8) {
        bytes.append(byte)
        end = bytes.count
    }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        starts.removeAll(keepingCapacity: true)
        end = 0
    }

    /// The same with its padding, in no more memory than it needs. Nothing can be added any more.
    var closed: PackedTexts {
        var copy = PackedTexts()
        copy.bytes = Array(unsafeUninitializedCapacity: end + Self.padding) { buffer, count in
            bytes.withUnsafeBufferPointer { source in
                if let target = buffer.baseAddress {
                    if let source = source.baseAddress { target.initialize(from: source, count: end) }
                    (target + end).initialize(repeating: SearchColumns.textMark, count: Self.padding)
                }
            }
            count = end + Self.padding
        }
        copy.starts = starts.trimmed
        copy.end = end
        return copy
    }

    /// Whether texts and places are the same, padded or not.
    static func == (left: PackedTexts, right: PackedTexts) -> Bool {
        left.end == right.end && left.starts == right.starts
            && left.bytes.prefix(left.end) == right.bytes.prefix(right.end)
    }
}
