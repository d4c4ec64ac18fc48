public import Cards

/// Tests state how days and amounts are written; where it does not matter they are ISO, and today is Friday, 20 November 2026.
extension LocalInput {
    public static let iso = LocalInput(format: .iso, today: CalendarDay(daysSince1970: 20_777))
}

extension CardDraft {
    public init(creating identifier: CardID) { self.init(creating: identifier, .iso) }
    public init(editing card: Card) { self.init(editing: card, .iso) }
    public init?(json: JSON, photos: [PhotoHash: [UInt8]]) { self.init(json: json, photos: photos, .iso) }
}

extension CardFilter {
    public init(_ text: String) { self.init(text, .iso) }
}

extension LocalFormat {
    public static let german = LocalFormat(
        days: DayFormat(
            pattern: "%d.%m.%Y",
            monthNames: [
                "Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober",
                "November",
                "Dezember", "Jan", "Feb", "Mär", "Apr", "Mai", "Jun", "Jul", "Aug", "Sep", "Okt", "Nov", "Dez",
            ], weekdayNames: ["Donnerstag", "Do"]),
        amounts: AmountFormat(
            decimalMark: ",", groupMark: ".", groupSizes: [3, 3], currency: "EUR", symbol: "€"))
    public static let british = LocalFormat(
        days: DayFormat(pattern: "%d/%m/%y"),
        amounts: AmountFormat(
            decimalMark: ".", groupMark: ",", groupSizes: [3, 3], currency: "GBP", symbol: "£", isSymbolFirst: true,
            isSymbolSpaced: false))
    public static let american = LocalFormat(
        days: DayFormat(pattern: "%m/%d/%Y"),
        amounts: AmountFormat(
            decimalMark: ".", groupMark: ",", groupSizes: [3, 3], currency: "USD", symbol: "$", isSymbolFirst: true,
            isSymbolSpaced: false))
    public static let japanese = LocalFormat(
        days: DayFormat(pattern: "%Y年%m月%d日"),
        amounts: AmountFormat(
            decimalMark: ".", groupMark: ",", groupSizes: [3, 3], currency: "JPY", symbol: "￥", isSymbolFirst: true,
            isSymbolSpaced: false))
    public static let indian = LocalFormat(
        days: DayFormat(pattern: "%d/%m/%y"),
        amounts: AmountFormat(
            decimalMark: ".", groupMark: ",", groupSizes: [3, 2], currency: "INR", symbol: "₹", isSymbolFirst: true,
            isSymbolSpaced: false))
    public static let swedish = LocalFormat(
        days: DayFormat(pattern: "%Y-%m-%d"),
        amounts: AmountFormat(
            decimalMark: ",", groupMark: "\u{202F}", groupSizes: [3, 3], currency: "SEK", symbol: "kr"))
    public static let croatian = LocalFormat(
        days: DayFormat(pattern: "%-d. %-m. %Y."),
        amounts: AmountFormat(decimalMark: ",", groupMark: "'", groupSizes: [3]))

    public static let samples: [LocalFormat] = [
        .iso, .german, .british, .american, .japanese, .indian, .swedish, .croatian,
    ]
}
