internal import Basics

/// A decimal number of any length, for sums of amounts: no binary fraction takes part. 5 and 5.00 are equal, but keep their places.
public struct ExactDecimal: Sendable, Comparable {
    /// The least significant first; the first ``places`` are decimals.
    private var digits: [UInt8]
    /// How many decimals ``text`` has.
    public private(set) var places: Int
    private var hasMinus: Bool

    public static let zero = ExactDecimal(digits: [0], places: 0, hasMinus: false)

    private init(digits: [UInt8], places: Int, hasMinus: Bool) {
        self.digits = digits
        self.places = places
        self.hasMinus = hasMinus
    }

    /// Reads what ``text`` writes: digits, perhaps a minus before them, perhaps a point between them. Nil for anything else.
    public init?(_ text: String) {
        var rest = Array(text.utf8)[...]
        let hasMinus = rest.first == UInt8(ascii: "-")
        if hasMinus { rest.removeFirst() }
        let parts = rest.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isDigit) }) else {
            return nil
        }
        self.init(
            digits: parts.joined().reversed().map { $0 - UInt8(ascii: "0") },
            places: parts.count == 2 ? parts[1].count : 0,
            hasMinus: hasMinus)
    }

    public var isZero: Bool { digits.allSatisfy { $0 == 0 } }
    public var isNegative: Bool { hasMinus && !isZero }

    /// Without needless zeros before the point; zero has no minus.
    public var text: String {
        var bytes: [UInt8] = isNegative ? [UInt8(ascii: "-")] : []
        let whole = digits.dropFirst(places)
        let significant = whole.lastIndex { $0 != 0 }.map { whole[...$0] } ?? [0]
        bytes += significant.reversed().map { $0 + UInt8(ascii: "0") }
        if places > 0 { bytes += [UInt8(ascii: ".")] + digits.prefix(places).reversed().map { $0 + UInt8(ascii: "0") } }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// How many decimals it needs: 7.400 needs one.
    public var neededPlaces: Int { places - (digits.prefix(places).firstIndex { $0 != 0 } ?? places) }

    /// The same number without needless decimals.
    public var shortened: ExactDecimal {
        var copy = self
        copy.digits.removeFirst(places - neededPlaces)
        copy.places = neededPlaces
        return copy
    }

    /// The same number with at least so many decimals.
    public func padded(toPlaces count: Int) -> ExactDecimal {
        if count <= places { return self }
        var copy = self
        copy.digits = [UInt8](repeating: 0, count: count - places) + digits
        copy.places = count
        return copy
    }

    // MARK: - Arithmetic

    public static prefix func - (number: ExactDecimal) -> ExactDecimal {
        var copy = number
        copy.hasMinus.toggle()
        return copy
    }

    public static func + (left: ExactDecimal, right: ExactDecimal) -> ExactDecimal {
        let places = max(left.places, right.places)
        let (one, other) = (left.padded(toPlaces: places), right.padded(toPlaces: places))
        if one.hasMinus == other.hasMinus {
            return ExactDecimal(digits: sum(one.digits, other.digits), places: places, hasMinus: one.hasMinus)
        }
        let isSmaller = isLess(one.digits, other.digits)
        let (larger, smaller) = isSmaller ? (other, one) : (one, other)
        return ExactDecimal(
            digits: difference(larger.digits, smaller.digits), places: places, hasMinus: larger.hasMinus)
    }

    public static func - (left: ExactDecimal, right: ExactDecimal) -> ExactDecimal { left + -right }
    public static func += (left: inout ExactDecimal, right: ExactDecimal) { left = left + right }
    public static func -= (left: inout ExactDecimal, right: ExactDecimal) { left = left + -right }

    public static func == (left: ExactDecimal, right: ExactDecimal) -> Bool { (left - right).isZero }
    public static func < (left: ExactDecimal, right: ExactDecimal) -> Bool { (left - right).isNegative }

    private static func sum(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
        var (sum, carry): ([UInt8], UInt8) = ([], 0)
        sum.reserveCapacity(max(left.count, right.count) + 1)
        for index in 0..<max(left.count, right.count) {
            let digit = Self.digit(left, index) + Self.digit(right, index) + carry
            sum.append(digit % 10)
            carry = digit / 10
        }
        if carry > 0 { sum.append(carry) }
        return sum
    }

    /// - Parameter left: not less than the right one.
    private static func difference(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
        var (difference, borrowed): ([UInt8], UInt8) = ([], 0)
        difference.reserveCapacity(left.count)
        for index in left.indices {
            let subtrahend = digit(right, index) + borrowed
            borrowed = left[index] < subtrahend ? 1 : 0
            difference.append(left[index] + 10 * borrowed - subtrahend)
        }
        return difference
    }

    private static func isLess(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        for index in (0..<max(left.count, right.count)).reversed() {
            let (one, other) = (digit(left, index), digit(right, index))
            if one != other { return one < other }
        }
        return false
    }

    private static func digit(_ digits: [UInt8], _ index: Int) -> UInt8 { index < digits.count ? digits[index] : 0 }
}
