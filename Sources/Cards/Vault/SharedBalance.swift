/// A balance in a batch. What travels of money are the entries of the ledger; beside them only what was there before the first one, which
/// does not change when somebody spends: so entries of two devices add up.
public struct SharedBalance: Hashable, Sendable {
    /// Decimal text: what was there before the first entry; a balance that is no number as it is.
    public let opening: String
    /// Whether the card shows no balance once the sum is zero: somebody emptied the field.
    public let isEmptied: Bool

    /// The balance of a card whose entries that count add up to `sum`.
    public init(_ balance: String, entries sum: ExactDecimal, hasEntries: Bool) {
        isEmptied = balance.isEmpty && hasEntries
        if let number = ExactDecimal(balance.isEmpty && hasEntries ? "0" : balance) {
            opening = hasEntries ? (number - sum).text : balance
        } else {
            opening = balance
        }
    }

    public init?(_ json: JSON) {
        if let text = json.textOrDigits {
            opening = text
            isEmptied = false
        } else if let text = json["emptied"]?.string {
            opening = text
            isEmptied = true
        } else if json == .null {
            opening = ""
            isEmptied = false
        } else {
            return nil
        }
    }

    public var json: JSON { isEmptied ? .object(["emptied": .string(opening)] as JSONObject) : .string(opening) }

    /// Whether it is the number that the devices share already, whatever its places.
    public func isSame(as shared: JSON?) -> Bool {
        guard let other = shared.flatMap({ SharedBalance($0) }) else { return opening.isEmpty && !isEmptied }
        if isEmptied != other.isEmptied { return false }
        guard let (mine, theirs) = Self.numbers(opening, other.opening) else { return opening == other.opening }
        return mine == theirs
    }

    private static func numbers(_ left: String, _ right: String) -> (ExactDecimal, ExactDecimal)? {
        guard let left = ExactDecimal(left), let right = ExactDecimal(right) else { return nil }
        return (left, right)
    }

    /// The balance that the card shows.
    public func balance(entries sum: ExactDecimal, hasEntries: Bool) -> String {
        guard hasEntries, let number = ExactDecimal(opening.isEmpty ? "0" : opening) else { return opening }
        let total = number + sum
        return isEmptied && total.isZero ? "" : total.text
    }
}
