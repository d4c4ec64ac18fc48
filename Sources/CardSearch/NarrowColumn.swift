/// A compact column of mostly small, non-negative numbers: it allocates nothing while every value is nil, and keeps numbers that
/// do not fit in a dictionary.
struct NarrowColumn<Narrow: FixedWidthInteger & UnsignedInteger & Sendable>: Equatable, Sendable {
    private(set) var count = 0
    /// 0 stands for nil, n + 1 for n, and the maximum for a number in ``wide``. Empty while all values are nil.
    private var values: [Narrow] = []
    private var wide: [Int: Int64] = [:]

    mutating func append(_ value: Int64?) {
        if value != nil, values.isEmpty { values = Array(repeating: 0, count: count) }
        if let value {
            if value >= 0, value < Int64(Narrow.max) - 1 {
                values.append(Narrow(value) + 1)
            } else {
                wide[count] = value
                values.append(.max)
            }
        } else if !values.isEmpty {
            values.append(0)
        }
        count += 1
    }

    subscript(index: Int) -> Int64? {
        guard !values.isEmpty else { return nil }
        switch values[index] {
        case 0: return nil
        case .max: return wide[index]
        case let value: return Int64(value) - 1
        }
    }

    /// The indices of the values that satisfy the predicate; nils do not.
    @inline(__always)
    func indices(where predicate: (Int64) -> Bool) -> [Int] {
        var found: [Int] = []
        values.withUnsafeBufferPointer { values in
            for index in values.indices where values[index] != 0 {
                let value = values[index] == .max ? wide[index] ?? 0 : Int64(values[index]) - 1
                if predicate(value) { found.append(index) }
            }
        }
        return found
    }

    func firstIndex(of value: Int64) -> Int? {
        guard value >= 0, value < Int64(Narrow.max) - 1 else { return wide.first { $0.value == value }?.key }
        return values.firstIndex(of: Narrow(value) + 1)
    }

    mutating func removeAll() {
        count = 0
        values.removeAll(keepingCapacity: true)
        wide = [:]
    }

    /// A copy without spare capacity.
    var trimmed: Self {
        var copy = self
        copy.values = values.trimmed
        return copy
    }
}

extension Array {
    /// A copy without spare capacity.
    var trimmed: [Element] { withUnsafeBufferPointer { Array($0) } }
}

/// Sets of cards as bit fields: bit n of word w stands for slot 64 w + n of an index.
extension Collection<UInt64> {
    var bitCount: Int { reduce(0) { $0 + $1.nonzeroBitCount } }

    /// Calls the body with the index of every set bit, counted from the first word.
    @inline(__always)
    func forEachBit(_ body: (Int) -> Void) {
        var start = 0
        for word in self {
            var bits = word
            while bits != 0 {
                body(start + bits.trailingZeroBitCount)
                bits &= bits - 1
            }
            start += 64
        }
    }
}

extension [UInt64] {
    /// Both must have the same length.
    mutating func formIntersection(_ other: [UInt64]) {
        for word in indices { self[word] &= other[word] }
    }

    func contains(slot: Int) -> Bool { self[slot / 64] >> UInt64(slot % 64) & 1 == 1 }
}

extension UInt64 {
    /// The index of the nth set bit, counted from 0; there must be as many.
    func index(ofBit number: Int) -> Int {
        var rest = self
        for _ in 0..<number { rest &= rest - 1 }
        return rest.trailingZeroBitCount
    }

    /// A mask of the lowest `count` bits.
    static func low(_ count: Int) -> UInt64 { count >= 64 ? .max : (1 << UInt64(count)) - 1 }
}

extension CardIndex {
    /// The bit field with all cards.
    public var allBits: [UInt64] {
        var bits: [UInt64] = []
        bits.reserveCapacity(wordCount)
        for segment in segments {
            for word in 0..<segment.wordCount { bits.append(.low(segment.count - word * 64)) }
        }
        return bits
    }
}

extension Range<Int> {
    /// The range split into chunks of this length; the last may be shorter.
    func chunks(of length: Int) -> [Range<Int>] {
        stride(from: lowerBound, to: upperBound, by: length).map { $0..<Swift.min($0 + length, upperBound) }
    }
}
