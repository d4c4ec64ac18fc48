internal import Basics
internal import Cards

/// How a cell of Excel shows its number, as far as it says what the number is: a day, an amount in a currency, a number with zeros before it.
struct SheetFormat {
    private static let longestCode = 255

    /// Whether it shows a day, and a time of the day.
    private(set) var (hasDay, hasTime) = (false, false)
    private(set) var isPercent = false
    /// Behind the point, at least.
    private var places = 0
    /// `000-000`: nil stands for a digit; empty for a format that does not fill up with zeros.
    private var pattern: [Character?] = []
    /// The sign of a currency.
    private var unit = ""

    /// - Parameter input: knows the signs of currencies.
    init(_ code: String, _ input: LocalInput) {
        if code.lowercased().hasPrefix("general") { return }
        var (letters, isPattern, isBehindPoint, isSpan): (Set<Character>, Bool, Bool, Bool) = ([], true, false, false)
        var rest = code.prefix(Self.longestCode)
        func literal(_ text: some StringProtocol) {
            pattern += text.map { $0 }
            unit += text
        }
        /// What is before a mark; moves behind that.
        func taken(until mark: Character) -> Substring {
            let text = rest.prefix { $0 != mark }
            rest = rest.dropFirst(text.count + 1)
            return text
        }
        // The first part is for positive numbers.
        while let character = rest.popFirst(), character != ";" {
            switch character {
            case "\"": literal(taken(until: "\""))
            case "\\": if let next = rest.popFirst() { literal(String(next)) }
            // As wide as the next character, or filled with it.
            case "_", "*": _ = rest.popFirst()
            case "[":
                let inside = taken(until: "]")
                if inside.first == "$" { literal(inside.dropFirst().prefix { $0 != "-" }) }
                if !inside.isEmpty, inside.allSatisfy({ "hHmMsS".contains($0) }) { isSpan = true }
            case "0":
                pattern.append(nil)
                if isBehindPoint { places += 1 }
            case ".": (isBehindPoint, isPattern) = (true, false)
            case "%": (isPercent, isPattern) = (true, false)
            case "E" where rest.first == "+" || rest.first == "-":
                isPattern = false
                places = 0
                rest = rest.drop { "+-0".contains($0) }
            case "A", "a":
                letters.insert("h")
                rest = rest.drop { "mpMP/".contains($0) }
            case "y", "Y", "m", "M", "d", "D", "h", "H", "s", "S", "e", "g", "b":
                letters.formUnion(character.lowercased())
            case "#", "?", ",", "/", "@": isPattern = false
            default: literal(String(character))
            }
        }
        // A span of time is no time of the day.
        if isSpan { letters = [] }
        hasTime = letters.contains("h") || letters.contains("s")
        hasDay = !letters.isDisjoint(with: "yde") || letters.contains("m") && !hasTime
        // One zero shows every digit as it is.
        if !isPattern || isSpan || hasTime || hasDay || pattern.count(where: { $0 == nil }) < 2 { pattern = [] }
        unit = unit.trimmed
        if unit.isEmpty || hasTime || hasDay || (try? input.unit(from: unit)) == nil { unit = "" }
    }

    /// - Parameter mark: before the decimals.
    func text(_ number: SheetNumber, _ amounts: AmountFormat) -> String {
        if let whole = number.whole, !pattern.isEmpty { return filled(whole) }
        let text = amounts.typedText((isPercent ? number.percent : number).text(places: places))
        return text + (isPercent ? "%" : unit.isEmpty ? "" : " " + unit)
    }

    private func filled(_ digits: String) -> String {
        var (rest, text) = (digits[...], "")
        let first = pattern.firstIndex { $0 == nil }
        for (index, character) in pattern.enumerated().reversed() {
            if let character {
                text.insert(character, at: text.startIndex)
            } else if index == first {
                text = (rest.isEmpty ? "0" : rest) + text
            } else {
                text.insert(rest.popLast() ?? "0", at: text.startIndex)
            }
        }
        return text
    }

    /// The codes that files name by a number.
    static func usual(_ number: Int) -> String {
        switch number {
        case 2, 4, 39, 40: "0.00"
        case 9: "0%"
        case 10: "0.00%"
        case 14...17, 27...31, 36, 50...54, 57, 58: "yyyy-mm-dd"
        case 18...21, 32...35, 45, 47, 55, 56: "hh:mm"
        case 22: "yyyy-mm-dd hh:mm"
        default: "General"
        }
    }
}

/// A day of Excel, which it counts with the time as a fraction.
enum SheetDay {
    /// 1 January 1970 in the two ways of counting.
    private static let (epoch1900, epoch1904) = (25_569.0, 24_107.0)

    /// `2026-12-31`, `2026-12-31 23:59`, `23:59`; nil for what is no day.
    static func text(_ value: Double, _ format: SheetFormat, countsFrom1904: Bool) -> String? {
        guard value.isFinite, abs(value) < 10_000_000 else { return nil }
        var (day, minutes) = (value.rounded(.down), ((value - value.rounded(.down)) * 1440).rounded(.down))
        // A binary fraction may be a moment before the minute.
        let next = ((value - day) * 86_400).rounded() / 60
        minutes = max(minutes, next.rounded(.down))
        if minutes >= 1440 { (day, minutes) = (day + 1, 0) }
        let clock = [Int(minutes) / 60, Int(minutes) % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
        guard format.hasDay else { return clock }
        // Excel has a 29 February 1900, which never was.
        let isBefore = !countsFrom1904 && day < 60
        let number = day - (countsFrom1904 ? epoch1904 : epoch1900) + (isBefore ? 1 : 0)
        let date = CalendarDay(daysSince1970: Int(number))
        guard day >= 0, CalendarDay.years.contains(date.year) else { return nil }
        return date.text + (format.hasTime && minutes > 0 ? " " + clock : "")
    }
}

/// A number as a workbook stores it: a binary fraction with up to 17 digits, of which a spreadsheet shows 15.
struct SheetNumber {
    private static let shownDigits = 15
    private static let largestExponent = 400

    private var isNegative = false
    /// Without zeros at either end.
    private var digits: [UInt8]
    /// Behind so many digits.
    private var point: Int
    /// Whether a spreadsheet has replaced its last digits by zeros.
    private var isCut = false

    /// Reads `4.006381333931E12`; nil for what is no number.
    init?(_ text: String) {
        var rest = Array(text.utf8)[...]
        if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") {
            isNegative = rest.removeFirst() == UInt8(ascii: "-")
        }
        let mantissa = rest.prefix { $0 | 0x20 != UInt8(ascii: "e") }
        var exponent = 0
        if mantissa.count < rest.count {
            let behind = String(decoding: rest.dropFirst(mantissa.count + 1), as: UTF8.self)
            guard let number = Int(exponent: behind, atMost: Self.largestExponent) else { return nil }
            exponent = number
        }
        let parts = mantissa.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), mantissa.count > parts.count - 1, mantissa.count <= Self.largestExponent,
            parts.allSatisfy({ $0.allSatisfy(\.isDigit) })
        else { return nil }
        digits = Array(parts.joined())
        point = parts[0].count + exponent
        trim()
        let isWritten = parts.count == 1 && mantissa.count == rest.count
        // A whole number with more digits that are no zeros was not written by a spreadsheet, and has all of them.
        if digits.count > Self.shownDigits, !isWritten { round() }
        isCut = point > Self.shownDigits && digits.count <= Self.shownDigits
    }

    private mutating func trim() {
        let zeros = digits.prefix { $0 == UInt8(ascii: "0") }.count
        digits.removeFirst(zeros)
        point -= zeros
        while digits.last == UInt8(ascii: "0") { digits.removeLast() }
        if digits.isEmpty { point = 1 }
    }

    private mutating func round() {
        let isUp = digits[Self.shownDigits] >= UInt8(ascii: "5")
        digits.removeLast(digits.count - Self.shownDigits)
        if isUp {
            while digits.last == UInt8(ascii: "9") { digits.removeLast() }
            if let last = digits.popLast() {
                digits.append(last + 1)
            } else {
                digits = [UInt8(ascii: "1")]
                point += 1
            }
        }
        trim()
    }

    /// A hundred times as much.
    var percent: SheetNumber {
        var copy = self
        if !digits.isEmpty { copy.point += 2 }
        return copy
    }

    /// Behind the point.
    var places: Int { max(0, digits.count - point) }

    /// The digits of a whole number without a sign, none of which is lost; nil for any other.
    var whole: String? {
        isNegative || isCut || places > 0 || digits.isEmpty ? nil : text()
    }

    /// `4006381333931`, `12.50`. A whole number of which digits are lost has an exponent, which tells so: `6.01759123456789E+18`.
    /// - Parameter places: as many digits at least are written behind the point.
    func text(places: Int = 0) -> String {
        let sign = isNegative && !digits.isEmpty ? "-" : ""
        func text(_ digits: some Sequence<UInt8>) -> String { String(decoding: Array(digits), as: UTF8.self) }
        if isCut {
            let rest = text(digits.dropFirst())
            return "\(sign)\(text(digits.prefix(1)))\(rest.isEmpty ? "" : "." + rest)E+\(point - 1)"
        }
        let zero = UInt8(ascii: "0")
        let padded = [UInt8](repeating: zero, count: max(0, 1 - point)) + digits
        let place = max(point, 1)
        let whole = padded.prefix(place) + [UInt8](repeating: zero, count: max(0, place - padded.count))
        var behind = Array(padded.dropFirst(place))
        behind += [UInt8](repeating: zero, count: max(0, min(places, Self.shownDigits) - behind.count))
        return sign + text(whole) + (behind.isEmpty ? "" : "." + text(behind))
    }
}
