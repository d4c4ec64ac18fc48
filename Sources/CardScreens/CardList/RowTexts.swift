import Cards
import Terminal

/// The texts of a card's row that depend on today, the locale and the order of the list.
struct RowTexts: Equatable {
    /// The end of the card's validity, or what else has to be known at once; empty for nothing.
    let due: String
    /// The same, as short as can be.
    let shortDue: String
    let dueRole: Role
    /// What the list is ordered by, if no other column shows it.
    let value: String
    let balance: String
    /// The first line of the note, where it has a column.
    let note: String
    /// How often the card was used, where that has a column.
    let uses: String
    /// The columns that rows have.
    let columns: [RowColumn]

    init(_ card: CardSummary, _ setting: Setting, _ clock: CardClock) {
        let validity = Validity(validFrom: card.validFrom, expiry: card.expiry, today: setting.today)
        columns = setting.columns
        func shows(_ column: RowColumn) -> Bool { setting.columns.contains(column) }
        let text = shows(.expiry) ? Self.due(validity, setting) : ""
        if text.isEmpty, card.hasConflict, shows(.expiry) {
            due = "conflict"
            shortDue = due
            dueRole = .warning
        } else {
            due = text
            shortDue = text.isEmpty || !validity.isUrgent ? text : validity.shortText
            dueRole = Self.role(validity.urgency)
        }
        value = Self.value(of: card, setting, clock)
        balance = shows(.balance) ? card.amountLeft.map(setting.format.text) ?? "" : ""
        note = shows(.note) ? card.noteLine : ""
        uses = shows(.uses) && card.usage.uses > 0 ? "\(card.usage.uses)×" : ""
    }

    /// For a row outside the list, such as one of the trash: only the last column.
    init(due: String, role: Role) {
        (self.due, shortDue, dueRole) = (due, due, role)
        (value, balance, note, uses, columns) = ("", "", "", "", RowColumn.usual)
    }

    /// The number; where there is none, and where it has no other place, the note.
    func number(of card: CardSummary) -> (text: String, isFaint: Bool) {
        guard columns.contains(.number) else { return ("", true) }
        if card.number.isEmpty, columns.contains(.note) { return ("no number", true) }
        return CardRow.numberText(of: card)
    }

    /// What the texts of all rows depend on.
    struct Setting: Equatable {
        let today: CalendarDay
        let format: LocalFormat
        let order: CardOrder.Key
        var columns = RowColumn.usual
    }

    static func role(_ urgency: Validity.Urgency) -> Role {
        switch urgency {
        case .past: .warning
        case .last: .caution
        case .near, .none: .text
        }
    }

    /// Ordered by expiry every date is shown, in words only near today.
    private static func due(_ validity: Validity, _ setting: Setting) -> String {
        guard setting.order == .expiry else { return validity.isUrgent ? validity.text : "" }
        switch validity {
        case .none: return ""
        case .notYetValid: return validity.text
        case .expires(let day, _), .expired(let day, _):
            let isNear = abs(day.daysSince1970 - setting.today.daysSince1970) <= Validity.nearDays
            if isNear { return validity.text }
            return (validity.isExpired ? "expired " : "") + setting.format.text(day)
        }
    }

    private static func value(of card: CardSummary, _ setting: Setting, _ clock: CardClock) -> String {
        switch setting.order {
        case .used:
            card.usage.lastUsed.map { clock.day($0) }.map {
                setting.today.daysSince1970 - $0.daysSince1970 <= Validity.nearDays
                    ? $0.relativeText(today: setting.today) : setting.format.text($0)
            } ?? "never"
        case .uses: setting.columns.contains(.uses) ? "" : "\(card.usage.uses)×"
        case .validFrom: card.validFrom.map(setting.format.text) ?? ""
        case .next: card.next?.text(today: setting.today, setting.format) ?? ""
        case .name, .added, .expiry, .usual, .balance, .manual: ""
        }
    }
}
