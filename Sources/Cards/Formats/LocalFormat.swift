internal import Basics
internal import Glibc

/// How the user's locale writes days and amounts: what the screens show and what a person may type. A value, so that a test can set
/// it. It holds neither a time zone nor a language for sentences.
///
/// JSON, pipes, exports and the store never use it: they are ISO 8601 and decimal text.
public struct LocalFormat: Equatable, Sendable {
    public let days: DayFormat
    public internal(set) var amounts: AmountFormat

    public init(days: DayFormat = .iso, amounts: AmountFormat = .plain) { (self.days, self.amounts) = (days, amounts) }

    /// `2026-12-31` and `1234.56 EUR`: of the locales C and POSIX.
    public static let iso = LocalFormat()

    public func text(_ day: CalendarDay) -> String { days.text(day) }
    public func text(_ balance: Balance) -> String { amounts.text(balance) }

    /// "December 2026": in the language of the screens.
    public func monthText(_ day: CalendarDay) -> String { "\(EnglishDays.months[day.month - 1]) \(day.year)" }

    /// "Thursday, 31 December 2026": in the language of the screens.
    public func fullText(_ day: CalendarDay) -> String {
        "\(EnglishDays.weekdays[day.weekday]), \(day.day) \(EnglishDays.months[day.month - 1]) \(day.year)"
    }
}

/// The names of months and weekdays in the language of the screens.
enum EnglishDays {
    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    static let weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
}

extension LocalFormat {
    /// The format of the environment's locale (LC_ALL, LC_TIME, LC_MONETARY, LC_NUMERIC, LANG), read once. C, POSIX, C.UTF-8 and a locale
    /// that is not installed give ``iso``.
    public static let system = LocalFormat(
        days: SystemLocale(LC_TIME_MASK, "LC_TIME")?.days ?? .iso,
        amounts: SystemLocale(LC_MONETARY_MASK, "LC_MONETARY")?.amounts
            ?? SystemLocale(LC_NUMERIC_MASK, "LC_NUMERIC")?.plainAmounts ?? .plain)

    /// The language of the environment's locale (LC_ALL, LC_MESSAGES, LANG): `de_DE`; `en` for C and POSIX. It chooses among the
    /// languages of a pass; the program itself speaks English.
    public static let language: String = {
        let name = SystemLocale.name("LC_MESSAGES").map { String($0.prefix { $0 != "." && $0 != "@" }) } ?? ""
        return ["", "C", "POSIX"].contains(name) ? "en" : name
    }()
}

/// One category of a locale of libc, while it is read. The program's own locale is not changed.
private final class SystemLocale {
    private let handle: locale_t

    /// Nil where the category is C, or the locale is not installed.
    init?(_ mask: Int32, _ category: String) {
        guard let name = Self.name(category), name != "C", name != "POSIX", !name.hasPrefix("C."),
            let handle = newlocale(mask, name, nil)
        else { return nil }
        self.handle = handle
    }

    deinit { freelocale(handle) }

    /// The locale of the environment for a category; nil where there is none.
    static func name(_ category: String) -> String? {
        let names = ["LC_ALL", category, "LANG"].map { (name: String) in
            ThisMachine.environment(name) ?? ""
        }
        return names.first { !$0.isEmpty }
    }

    /// Text that is not UTF-8 is left out: it is a locale of another encoding.
    private func text(_ item: Int) -> String {
        nl_langinfo_l(nl_item(item), handle).flatMap { String(validatingCString: $0) } ?? ""
    }

    private func text(_ text: UnsafeMutablePointer<CChar>?) -> String {
        text.flatMap { String(validatingCString: $0) } ?? ""
    }

    var days: DayFormat {
        let months = (0..<12).map { text(Int(MON_1) + $0) } + (0..<12).map { text(Int(ABMON_1) + $0) }
        let weekdays = (0..<7).map { text(Int(DAY_1) + $0) } + (0..<7).map { text(Int(ABDAY_1) + $0) }
        return DayFormat(pattern: text(Int(D_FMT)), monthNames: months, weekdayNames: weekdays)
    }

    /// libc tells how amounts are written of the thread's locale only.
    private func reading<Value>(_ read: (lconv) -> Value?) -> Value? {
        let before = uselocale(handle)
        defer { uselocale(before) }
        return localeconv().flatMap { read($0.pointee) }
    }

    var amounts: AmountFormat? {
        reading { conventions in
            let mark = text(conventions.mon_decimal_point)
            if mark.isEmpty { return nil }
            let code = Balance.currency(from: String(text(conventions.int_curr_symbol).prefix(3)))
            return AmountFormat(
                decimalMark: mark, groupMark: text(conventions.mon_thousands_sep),
                groupSizes: Self.sizes(conventions.mon_grouping), currency: code,
                symbol: text(conventions.currency_symbol), isSymbolFirst: conventions.p_cs_precedes == 1,
                isSymbolSpaced: conventions.p_sep_by_space != 0)
        }
    }

    var plainAmounts: AmountFormat? {
        reading { conventions in
            let mark = text(conventions.decimal_point)
            if mark.isEmpty { return nil }
            return AmountFormat(
                decimalMark: mark, groupMark: text(conventions.thousands_sep),
                groupSizes: Self.sizes(conventions.grouping))
        }
    }

    /// One byte a group, from the decimal mark on; the last repeats, unless CHAR_MAX follows it.
    private static func sizes(_ grouping: UnsafeMutablePointer<CChar>?) -> [Int] {
        grouping.map { String(cString: $0).utf8.prefix { $0 < 0x7F }.map(Int.init) } ?? []
    }
}
