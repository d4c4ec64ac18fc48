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
