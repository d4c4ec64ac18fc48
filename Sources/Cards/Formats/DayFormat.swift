internal import Basics

/// How a locale writes a day in numbers, and what it calls the months.
public struct DayFormat: Equatable, Sendable {
    public enum Order: Hashable, Sendable, CaseIterable {
        case dayMonthYear, monthDayYear, yearMonthDay
    }

    public private(set) var order: Order
    /// What stands after the first, the second and the third number.
    public let separators: [String]
    /// Whether days and months below 10 have a zero in front.
    public let isPadded: Bool
    /// Whether it is the format of ISO 8601, in which pipes get every day.
    private var isISO: Bool
    /// For each month its names in the locale, folded; may be empty.
    let monthNames: [[String]]
    /// The names of the weekdays in the locale, folded; in any order.
    let weekdayNames: Set<String>

    /// - Parameters:
    ///   - monthNames: the full names of the months, then the short ones: 12 or 24 names, or none.
    ///   - weekdayNames: in any order.
    public init(
        _ order: Order, separators: [String] = ["/", "/", ""], isPadded: Bool = true, monthNames: [String] = [],
        weekdayNames: [String] = []
    ) {
        self.order = order
        self.separators = separators
        self.isPadded = isPadded
        isISO = order == .yearMonthDay && separators == ["-", "-", ""] && isPadded
        self.monthNames = (0..<12).map { month in
            stride(from: month, to: monthNames.count, by: 12).map { Self.folded(monthNames[$0]) }.filter { !$0.isEmpty }
        }
        self.weekdayNames = Set(weekdayNames.map(Self.folded)).subtracting([""])
    }

    /// `2026-12-31`.
    public static let iso = DayFormat(.yearMonthDay, separators: ["-", "-", ""])

    /// The day in numbers, the year with four digits: every day is read back as itself.
    public func text(_ day: CalendarDay) -> String {
        if isISO, day >= .first, day <= .last { return day.text }
        let year = CalendarDay.padded(day.year, to: 4)
        let month = isPadded ? CalendarDay.padded(day.month, to: 2) : String(day.month)
        let date = isPadded ? CalendarDay.padded(day.day, to: 2) : String(day.day)
        let numbers =
            switch order {
            case .dayMonthYear: [date, month, year]
            case .monthDayYear: [month, date, year]
            case .yearMonthDay: [year, month, date]
            }
        return zip(numbers, separators).map { $0 + $1 }.joined()
    }

    /// The same with another order.
    func with(_ order: Order) -> DayFormat {
        var copy = self
        (copy.order, copy.isISO) = (order, isISO && order == self.order)
        return copy
    }

    /// A name without what people leave out: case, marks, and the point of an abbreviation.
    static func folded(_ name: String) -> String {
        String(String.UnicodeScalarView(TextFolding.fold(name).unicodeScalars.filter(\.properties.isAlphabetic)))
    }
}

extension DayFormat {
    /// Derives the format from a pattern of strftime(3), as `%d.%m.%Y`. The year is always written with four digits, and in the Gregorian
    /// calendar. A pattern with names or a weekday gives the order only.
    public init(pattern: String, monthNames: [String] = [], weekdayNames: [String] = []) {
        var parts: [Character] = []
        var separators: [String] = []
        var isNumeric = true
        var isPadded = true
        var rest = pattern.replacingFullDates[...]
        while let character = rest.popFirst() {
            guard character == "%" else {
                if parts.isEmpty { isNumeric = false } else { separators[separators.count - 1].append(character) }
                continue
            }
            while let flag = rest.first, "-_0EO".contains(flag) {
                if flag == "-" { isPadded = false }
                rest.removeFirst()
            }
            switch rest.popFirst() {
            case "d": parts.append("d")
            case "e":
                parts.append("d")
                isPadded = false
            case "m": parts.append("m")
            case "y", "Y", "G": parts.append("y")
            case "b", "B", "h":
                parts.append("m")
                isNumeric = false
            default:
                isNumeric = false
                continue
            }
            separators.append("")
        }
        let order: Order? =
            switch String(parts) {
            case "dmy": .dayMonthYear
            case "mdy": .monthDayYear
            case "ymd": .yearMonthDay
            default: nil
            }
        // What a separator of letters or digits would mean to the parser is unknown.
        let isUsual = separators.prefix(2).allSatisfy {
            !$0.isEmpty && !$0.contains { $0.isASCII && $0.isLetter || $0.isNumber }
        }
        guard let order, isNumeric, isUsual, separators.count == 3 else {
            let mark = order == .yearMonthDay || order == nil ? "-" : "/"
            self.init(
                order ?? .yearMonthDay, separators: [mark, mark, ""], monthNames: monthNames, weekdayNames: weekdayNames
            )
            return
        }
        self.init(
            order, separators: separators, isPadded: isPadded, monthNames: monthNames, weekdayNames: weekdayNames)
    }
}

extension String {
    /// `%F` and `%D` stand for three conversions each.
    fileprivate var replacingFullDates: String {
        replacing(bytesOf: "%F", with: "%Y-%m-%d").replacing(bytesOf: "%D", with: "%m/%d/%y")
    }
}
