import Cards
import Terminal

/// What the row of a card does not show, or cuts, each text whole: the texts of the expanded row. Empty for what the row shows.
struct HiddenTexts: Hashable {
    private(set) var number = ""
    /// The dates, and what they mean today; each only where the row does not tell it.
    private(set) var validity = ""
    private(set) var balance = ""
    private(set) var groups = ""
    private(set) var note = ""

    /// No row of the screen has more groups.
    private static let mostGroups = 1000

    /// - Parameters:
    ///   - note: the whole note; a row shows its first line at most.
    ///   - columns: those of all rows.
    init(
        _ card: CardSummary, note: String, texts: RowTexts, in columns: CardRow.Columns, _ setting: RowTexts.Setting
    ) {
        let frames = columns.filled(ColumnNeeds(card, texts))
        if Self.isHidden(card.number, in: frames.number) { number = card.number }
        let left = card.amountLeft.map(setting.format.text) ?? ""
        if Self.isHidden(left, in: frames.balance) { balance = left }
        let groups = CardRow.groupsText(of: card, columns: Self.mostGroups)
        if Self.isHidden(groups, in: frames.groups) { self.groups = groups }
        let line = texts.note.isEmpty ? frames.number : frames.note
        let showsLine = (card.number.isEmpty || !texts.note.isEmpty) && !Self.isHidden(card.noteLine, in: line)
        if !showsLine || Self.hasMore(note, than: card.noteLine) { self.note = note }
        let due = Self.isHidden(texts.due, in: frames.due) ? "" : texts.due
        let value = Self.isHidden(texts.value, in: frames.value) || setting.order != .validFrom ? "" : texts.value
        validity = Self.validity(of: card, beside: [due, value].filter { !$0.isEmpty }, setting)
    }

    private static func isHidden(_ text: String, in frame: Rect) -> Bool {
        SafeText(text, within: frame.columns).width > frame.columns
    }

    private static func hasMore(_ note: String, than line: String) -> Bool {
        note.drop(while: \.isNewline).dropFirst(line.count).contains { !$0.isWhitespace }
    }

    /// - Parameter shown: the row's texts of days.
    private static func validity(of card: CardSummary, beside shown: [String], _ setting: RowTexts.Setting) -> String {
        func hidden(_ day: CalendarDay?) -> CalendarDay? {
            guard let day else { return nil }
            let text = setting.format.text(day)
            return shown.contains { $0.hasSuffix(text) } ? nil : day
        }
        let due = Validity(validFrom: card.validFrom, expiry: card.expiry, today: setting.today)
        return DayText.validity(
            from: hidden(card.validFrom), until: hidden(card.expiry),
            shown.contains(due.text) ? Validity.none : due, setting.format)
    }
}
