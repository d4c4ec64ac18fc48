internal import Glibc

/// Text that is compared by code points.
///
/// Swift's `==` on `String` uses canonical equivalence: `é` equals `e` with U+0301. For barcodes, unknown members and merges these
/// differ: a scanner returns other bytes, and a change between them must be synced. The order is that of the code points.
public struct ExactText: Sendable {
    public let text: String

    public init(_ text: String) { self.text = text }
}

extension ExactText: Hashable {
    public static func == (left: ExactText, right: ExactText) -> Bool { left.text.isSameText(as: right.text) }

    public func hash(into hasher: inout Hasher) { text.hashText(into: &hasher) }
}

extension ExactText: Comparable {
    public static func < (left: ExactText, right: ExactText) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }
}

extension ExactText: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self.init(text) }
}

/// A value that is compared by the code points of its text.
public protocol CodePointComparable: Sendable {
    func isSameText(as other: Self) -> Bool
    /// Consistent with ``isSameText(as:)``: the same text gives the same hash.
    func hashText(into hasher: inout Hasher)
}

/// Compares a stored property by code points, so that synthesized `==` and hash of its type do too.
@propertyWrapper
public struct ByCodePoints<Value> {
    public var wrappedValue: Value

    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

extension ByCodePoints: Sendable where Value: Sendable {}

// Only here: with a requirement for the type itself, a program's first copy of one looks through all conformances that it has.
extension ByCodePoints: Equatable where Value: CodePointComparable {
    public static func == (left: ByCodePoints, right: ByCodePoints) -> Bool {
        left.wrappedValue.isSameText(as: right.wrappedValue)
    }
}

extension ByCodePoints: Hashable where Value: CodePointComparable {
    public func hash(into hasher: inout Hasher) { wrappedValue.hashText(into: &hasher) }
}

extension String: CodePointComparable {
    public func isSameText(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        let isSame = utf8.withContiguousStorageIfAvailable { left in
            other.utf8.withContiguousStorageIfAvailable { right in
                guard let first = left.baseAddress, let second = right.baseAddress else { return left.isEmpty }
                return memcmp(first, second, left.count) == 0
            }
        }
        return (isSame ?? nil) ?? utf8.elementsEqual(other.utf8)
    }

    public func hashText(into hasher: inout Hasher) {
        hasher.combine(utf8.count)
        var text = self
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension Optional: CodePointComparable where Wrapped: CodePointComparable {
    public func isSameText(as other: Wrapped?) -> Bool {
        switch (self, other) {
        case (let text?, let other?): text.isSameText(as: other)
        case (nil, nil): true
        default: false
        }
    }

    public func hashText(into hasher: inout Hasher) {
        hasher.combine(self != nil)
        self?.hashText(into: &hasher)
    }
}

extension Array: CodePointComparable where Element: CodePointComparable {
    public func isSameText(as other: [Element]) -> Bool {
        guard count == other.count else { return false }
        // All cards of a file share its list of groups.
        let isOneStorage = withUnsafeBufferPointer { left in
            other.withUnsafeBufferPointer { left.baseAddress == $0.baseAddress }
        }
        return isOneStorage || zip(self, other).allSatisfy { $0.isSameText(as: $1) }
    }

    public func hashText(into hasher: inout Hasher) {
        hasher.combine(count)
        for text in self { text.hashText(into: &hasher) }
    }
}
