/// How a locale writes amounts of money, and in which currency by default. It does no arithmetic: an amount is decimal text.
public struct AmountFormat: Hashable, Sendable {
    public let decimalMark: String
    /// Between groups of digits; empty for none.
    let groupMark: String
    /// The digits of each group, from the decimal mark on; the last repeats.
    let groupSizes: [Int]
    /// The currency of the locale (ISO 4217), which it writes with ``symbol``; nil for none.
    let currency: String?
    let symbol: String
    let isSymbolFirst: Bool
    let isSymbolSpaced: Bool

    public init(
        decimalMark: String, groupMark: String = "", groupSizes: [Int] = [], currency: String? = nil,
        symbol: String = "", isSymbolFirst: Bool = false, isSymbolSpaced: Bool = true
    ) {
        (self.decimalMark, self.groupMark) = (decimalMark, groupMark)
        self.groupSizes = groupSizes.filter { $0 > 0 }
        (self.currency, self.symbol) = (currency, symbol)
        (self.isSymbolFirst, self.isSymbolSpaced) = (isSymbolFirst, isSymbolSpaced)
    }

    /// `1234.56 EUR`.
    public static let plain = AmountFormat(decimalMark: ".")

    /// `1.234,56 €`, `$1,234.56`, `340 points`. A currency of another country has its code, since many symbols are shared. An amount
    /// that is no decimal number is shown as it is. Nothing left has the digits of its currency: `0.00 USD`, `0 JPY`.
    public func text(_ balance: Balance) -> String {
        let number = grouped(balance.isZero ? CurrencyDigits.zero(in: balance.currency) : balance.amount)
        guard let code = balance.currency else { return number + " points" }
        guard code == currency, !symbol.isEmpty else { return "\(number) \(code)" }
        let blank = isSymbolSpaced ? " " : ""
        guard isSymbolFirst else { return number + blank + symbol }
        return number.hasPrefix("-") ? "-" + symbol + blank + number.dropFirst() : symbol + blank + number
    }

    /// The amount for a field in which it is edited: without groups and currency.
    public func typedText(_ amount: String) -> String {
        Self.isDecimal(amount) ? amount.split(separator: ".").joined(separator: decimalMark) : amount
    }

    /// The amount with groups, without its currency: for columns, whose head names it.
    public func number(_ amount: String) -> String { grouped(amount) }

    private func grouped(_ amount: String) -> String {
        guard Self.isDecimal(amount) else { return amount }
        let parts = amount.drop { $0 == "-" }.split(separator: ".")
        var groups: [Substring] = []
        var whole = parts[0]
        var sizes = groupMark.isEmpty ? [] : groupSizes
        while let size = sizes.first, whole.count > size {
            groups.insert(whole.suffix(size), at: 0)
            whole.removeLast(size)
            if sizes.count > 1 { sizes.removeFirst() }
        }
        let sign = amount.hasPrefix("-") ? "-" : ""
        let text = sign + ([whole] + groups).joined(separator: groupMark)
        return parts.count == 2 ? text + decimalMark + parts[1] : text
    }

    private static func isDecimal(_ amount: String) -> Bool { Balance.amount(from: amount) == amount }
}
