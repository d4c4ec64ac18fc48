/// Folded texts in one contiguous buffer. Every text begins with the mark of its first field, see ``SearchColumns``.
struct PackedTexts: Equatable, Sendable {
    /// Bytes after the last text, so that reading ahead needs no check.
    static let padding = 32

    /// The texts, followed by the padding once closed.
    private(set) var bytes: [UInt8] = []
    private(set) var starts: [UInt16] = []
    /// The end of the last text.
    private(set) var end = 0

    var count: Int { starts.count }

    /// Whether another text can be added: its start must fit into 16 bits.
    var hasRoom: Bool { end <= Int(UInt16.max) }

    subscript(index: Int) -> ArraySlice<UInt8> { bytes[range(index)] }

    func range(_ index: Int) -> Range<Int> {
        Int(starts[index])..<(index + 1 < starts.count ? Int(starts[index + 1]) : end)
    }

    /// Begins a text, to which the bytes added next belong; ``hasRoom`` must be true.
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

    /// A copy with padding and without spare capacity, to which nothing can be added.
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

    /// Compares the texts, padded or not.
    static func == (left: PackedTexts, right: PackedTexts) -> Bool {
        left.end == right.end && left.starts == right.starts
            && left.bytes.prefix(left.end) == right.bytes.prefix(right.end)
    }
}
