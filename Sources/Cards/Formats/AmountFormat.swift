internal import Basics

/// How a locale writes amounts of money, and in which currency by default. It does no arithmetic: an amount is decimal text.
public struct AmountFormat: Equatable, Sendable {
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
        self.decimalMark = decimalMark
        self.groupMark = groupMark
        self.groupSizes = groupSizes.filter { $0 > 0 }
        self.currency = currency
        self.symbol = symbol
        self.isSymbolFirst = isSymbolFirst
        self.isSymbolSpaced = isSymbolSpaced
    }

    /// `1234.56 EUR`.
    public static let plain = AmountFormat(decimalMark: ".")

    /// `1.234,56 €`, `$1,234.56`, `340 points`, `7/10 stamps`, `20 %`. A currency of another country has its code, since many symbols are
    /// shared. An amount that is no decimal number is shown as it is. Nothing left has the digits of its currency: `0.00 USD`, `0 JPY`.
    public func text(_ balance: Balance) -> String {
        let unit = balance.unit
        let number = grouped(balance.isZero ? Balance.zero(unit) : balance.amount)
        guard case .currency(let code) = unit else { return Self.text(number, unit) }
        guard code == currency, !symbol.isEmpty else { return "\(number) \(code)" }
        let blank = isSymbolSpaced ? " " : ""
        guard isSymbolFirst else { return number + blank + symbol }
        return number.hasPrefix("-") ? "-" + symbol + blank + number.dropFirst() : symbol + blank + number
    }

    /// What is no money.
    private static func text(_ number: String, _ unit: BalanceUnit) -> String {
        switch unit {
        case .currency(let code): "\(number) \(code)"
        case .points: number == "1" ? "1 point" : number + " points"
        case .stamps(let full?): "\(number)/\(full) stamps"
        case .stamps(nil): number == "1" ? "1 stamp" : number + " stamps"
        case .percent: number + " %"
        case .multiplier: number + "x"
        }
    }

    /// The balance for a field in which its amount is edited: without the currency, which has a field of its own.
    public func typedText(_ balance: Balance) -> String {
        let number = typedText(balance.amount)
        return balance.unit.isWrittenWithAmount ? Self.text(number, balance.unit) : number
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

/// An amount as a person typed it, perhaps with its currency.
public struct TypedAmount: Hashable, Sendable {
    /// Decimal text, see ``Balance``.
    public let amount: String
    /// Nil where only a number was typed.
    public let unit: BalanceUnit?
}

/// The mark before the decimals of an amount; the other one divides thousands.
public enum DecimalMark: String, Sendable, CaseIterable {
    case point, comma

    public var other: DecimalMark { self == .point ? .comma : .point }
    var sign: String { self == .point ? "." : "," }
}

/// Reads amounts as people write them: `12.50 EUR`, `€12.50`, `5 €`, `1,234.56`, `1.234,56`, `340 points`, `7/10 stamps`, `20 %`, `2x`. A
/// mark that may divide thousands as well as decimals is what the locale uses it for.
extension AmountFormat {
    public func amount(from text: String) throws(TypingError) -> TypedAmount {
        guard text.utf8.count <= Self.maximumBytes else { throw unreadable }
        if let stamps = try stamps(from: text) { return stamps }
        var (before, number, behind) = ("", "", "")
        var sign: Character?
        var isBehindBlank = false
        for character in text {
            defer { isBehindBlank = character.isWhitespace }
            if let digit = character.unicodeScalars.first?.decimalDigit, character.unicodeScalars.count == 1 {
                guard behind.isEmpty else { throw unreadable }
                // It divides thousands.
                if isBehindBlank, number.last?.isNumber == true { number.append(Self.blank) }
                number += String(digit)
            } else if "+-\u{2212}".contains(character) {
                guard sign == nil, number.isEmpty else { throw unreadable }
                sign = character
            } else if character.isWhitespace {
                continue
            } else if !number.isEmpty, behind.isEmpty, Self.marks.contains(character) {
                number.append(character)
            } else if number.isEmpty {
                before.append(character)
            } else {
                behind.append(character)
            }
        }
        let digits = try decimal(number)
        let unit = try unit(before, behind)
        return TypedAmount(amount: (sign == nil || sign == "+" ? "" : "-") + digits, unit: unit)
    }

    /// More than any amount with its currency.
    private static let maximumBytes = 200
    /// Points and commas of any script, and what divides thousands only.
    private static let marks = Set<Character>(".,٫٬'\u{2019} ")
    private static let blank: Character = " "

    private var unreadable: TypingError {
        TypingError(
            "use an amount such as \(typedText("12.50")) or \(text(Balance(amount: "12.50", currency: currency ?? "EUR")))"
        )
    }

    /// `7/10`, `7 of 10 stamps`: a part of a full card; nil for any other text.
    private func stamps(from text: String) throws(TypingError) -> TypedAmount? {
        // Digits of any script, and "stamps" behind them without a blank.
        let digits = text.lowercased().unicodeScalars.map { $0.decimalDigit.map(String.init) ?? String($0) }.joined()
        let words = digits.replacing(bytesOf: "/", with: " / ").replacing(bytesOf: "stamp", with: " stamp")
            .split(whereSeparator: \.isWhitespace)
        guard words.count >= 3, words[1] == "/" || words[1] == "of" else { return nil }
        guard words.count == 3 || (words.count == 4 && ["stamp", "stamps"].contains(words[3])),
            let count = Int(words[0]), let full = Int(words[2])
        else {
            throw TypingError("write how many stamps there are, and how many make a full card: 7/10 stamps")
        }
        guard (1...BalanceUnit.maximumStamps).contains(full) else {
            throw TypingError("a full card has from 1 to \(BalanceUnit.maximumStamps) stamps")
        }
        let unit = BalanceUnit.stamps(of: full)
        if let problem = unit.problem(with: String(count)) { throw TypingError(problem) }
        return TypedAmount(amount: String(count), unit: unit)
    }

    // MARK: - The number

    private func decimal(_ number: String) throws(TypingError) -> String {
        let marks = number.filter(Self.marks.contains)
        let digits = number.split(omittingEmptySubsequences: false, whereSeparator: Self.marks.contains)
        guard digits.allSatisfy({ !$0.isEmpty }) else { throw unreadable }
        guard number.count - marks.count <= Balance.maximumDigits else {
            throw TypingError("an amount has at most \(Balance.maximumDigits) digits")
        }
        guard let last = marks.last else { return Self.withoutZeros(number) }
        guard isDecimal(last, in: marks, digits) else {
            guard areGroups(digits[...]), Set(marks).count == 1 else { throw unreadable }
            return Self.withoutZeros(digits.joined())
        }
        guard digits.count == 2 || areGroups(digits.dropLast()), Set(marks.dropLast()).count <= 1 else {
            throw unreadable
        }
        return Self.withoutZeros(digits.dropLast().joined()) + "." + (digits.last ?? "")
    }

    /// `007` is 7.
    private static func withoutZeros(_ whole: String) -> String {
        let rest = whole.drop { $0 == "0" }
        return rest.isEmpty ? "0" : String(rest)
    }

    /// Whether the last of the marks divides the decimals.
    private func isDecimal(_ last: Character, in marks: String, _ digits: [Substring]) -> Bool {
        if "'\u{2019}٬ ".contains(last) { return false }
        // Two kinds of marks: the last is the decimal mark. The same mark twice divides thousands.
        if marks.count > 1 { return !marks.dropLast().contains(last) }
        let mayBeGroups = digits.count == 2 && digits[1].count == 3 && digits[0].count <= 3 && digits[0] != "0"
        return !mayBeGroups || decimalMark.contains(last) || (last != "," && !groupMark.contains(last))
    }

    /// Three digits each, in India two before the last three; the first may have fewer.
    private func areGroups(_ groups: ArraySlice<Substring>) -> Bool {
        guard let first = groups.first, let last = groups.last, groups.count > 1, last.count == 3 else { return false }
        let middle = groups.dropFirst().dropLast().map(\.count)
        return (first.count <= 3 && middle.allSatisfy { $0 == 3 })
            || (first.count <= 2 && middle.allSatisfy { $0 == 2 })
    }

    /// The decimal mark of an amount that can be read in one way only; nil for any other text.
    static func decimalMark(of text: String) -> DecimalMark? {
        let number = text.drop { !$0.isNumber }.prefix { $0.isNumber || marks.contains($0) || $0.isWhitespace }
            .filter { !$0.isWhitespace }
        let used = number.filter { ".,".contains($0) }
        guard let last = used.last else { return nil }
        let parts = number.split(omittingEmptySubsequences: false) { ".,".contains($0) }
        guard let behind = parts.last, behind.allSatisfy(\.isNumber), !behind.isEmpty else { return nil }
        // The same mark twice divides thousands.
        let isComma = used.count > 1 && Set(used).count == 1 ? last != "," : last == ","
        if used.count == 1, behind.count == 3, parts[0].count <= 3, parts[0] != "0" { return nil }
        return isComma ? .comma : .point
    }

    func with(_ mark: DecimalMark) -> AmountFormat {
        AmountFormat(
            decimalMark: mark.sign, groupMark: mark.other.sign, groupSizes: [3], currency: currency,
            symbol: symbol, isSymbolFirst: isSymbolFirst, isSymbolSpaced: isSymbolSpaced)
    }

    // MARK: - The currency

    private func unit(_ before: String, _ behind: String) throws(TypingError) -> BalanceUnit? {
        let units = try [before, behind].filter { !$0.isEmpty }.map { sign throws(TypingError) in try unit(sign) }
        guard Set(units).count <= 1 else { throw unreadable }
        return units.first
    }

    /// The unit that a sign or a word stands for.
    func unit(_ sign: String) throws(TypingError) -> BalanceUnit {
        // "kr." is written with a point.
        var name = sign
        while name.count > 1, name.last == "." { name.removeLast() }
        if ["p", "pt", "pts", "point", "points"].contains(name.lowercased()) { return .points }
        if let unit = Self.units[name.lowercased()] { return unit }
        let stored = BalanceUnit(code: name.trimmed)
        if stored.isWrittenWithAmount { return stored }
        let isOwn = !symbol.isEmpty && TextFolding.fold(name) == TextFolding.fold(symbol.trimmed.withoutPoint)
        if isOwn, let currency { return .currency(currency) }
        if let code = CurrencySigns.currency(of: name) { return .currency(code) }
        if let code = Balance.currency(from: name), CurrencyCodes.isKnown(code) { return .currency(code) }
        if name.unicodeScalars.contains(where: \.properties.isAlphabetic), name.count <= 12 {
            throw TypingError("\(name) is not a currency: use a code of ISO 4217, such as EUR")
        }
        throw unreadable
    }
}

extension AmountFormat {
    /// The words and signs of what is no money.
    private static let units: [String: BalanceUnit] = [
        "stamp": .stamps(of: nil), "stamps": .stamps(of: nil), "%": .percent, "٪": .percent, "％": .percent,
        "percent": .percent, "x": .multiplier, "×": .multiplier, "times": .multiplier,
    ]
}

extension String {
    fileprivate var withoutPoint: String { last == "." ? String(dropLast()) : self }
}

/// The signs that stand for one currency wherever the locale has no other for them.
enum CurrencySigns {
    static func currency(of sign: String) -> String? { codes[TextFolding.fold(sign)] }

    private static let codes: [String: String] = Dictionary(
        uniqueKeysWithValues: [
            ("€", "EUR"), ("$", "USD"), ("us$", "USD"), ("£", "GBP"), ("¥", "JPY"), ("円", "JPY"), ("元", "CNY"),
            ("₹", "INR"), ("₩", "KRW"), ("₽", "RUB"), ("₺", "TRY"), ("₴", "UAH"), ("₪", "ILS"), ("₫", "VND"),
            ("₱", "PHP"), ("₦", "NGN"), ("₸", "KZT"), ("₾", "GEL"), ("₼", "AZN"), ("฿", "THB"), ("zł", "PLN"),
            ("kč", "CZK"), ("ft", "HUF"), ("fr", "CHF"), ("sfr", "CHF"), ("lei", "RON"), ("лв", "BGN"), ("r$", "BRL"),
            ("c$", "CAD"), ("a$", "AUD"), ("euro", "EUR"), ("euros", "EUR"),
        ].map { (TextFolding.fold($0.0), $0.1) })
}
