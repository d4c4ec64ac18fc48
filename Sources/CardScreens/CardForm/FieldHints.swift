import CardViewModels
import Cards

/// What the text of a field of the form means, or how to write it.
@MainActor
struct FieldHints {
    let model: CardFormModel
    let format: LocalFormat

    /// From the longest to the shortest; empty for nothing.
    func hints(for field: DraftField, isFocused: Bool) -> [String] {
        let card = model.draft.card
        switch field {
        case .expiry: return model.draft.problems[.expiry] == nil ? card.expiry.map { echoes($0) } ?? [] : []
        case .validFrom: return model.draft.problems[.validFrom] == nil ? card.validFrom.map { echoes($0) } ?? [] : []
        case .balance: return [balanceEcho(card)]
        case .color: return [colorEcho(card)]
        case .remindBefore: return isFocused ? ["such as 30d, 7d, or never"] : []
        case .codes: return isFocused ? ["one per line, e.g. Voucher = QR code: 4711"] : []
        case .ownFields: return isFocused ? ["one per line, e.g. Locker = 12"] : []
        case .pictures: return isFocused ? ["one per line, e.g. Receipt = ~/may.jpg"] : []
        case .groups: return isFocused ? ["separated by commas"] : []
        case .currency:
            guard model.draft.text(of: .currency).trimmed.isEmpty, !card.balance.isEmpty else { return [] }
            return [card.currency == nil ? "points" : "\(BalanceUnit(code: card.currency).text), from the balance"]
        default: return []
        }
    }

    /// "Thursday, 31 December 2026 · in 5 weeks": what was understood.
    private func echoes(_ day: CalendarDay) -> [String] {
        let relative = day.relativeText(today: model.today)
        return ["\(format.fullText(day)) · \(relative)", relative]
    }

    /// The balance as it is shown, where that is not what was typed.
    private func balanceEcho(_ card: Card) -> String {
        guard let balance = card.amountLeft, model.draft.problems[.balance] == nil else { return "" }
        let typed = model.draft.text(of: .balance).trimmed
        let known = [format.amounts.typedText(balance.amount), format.text(balance)]
        return known.contains(typed) ? "" : format.text(balance)
    }

    /// The name of a colour that was typed in numbers, and the opposite.
    private func colorEcho(_ card: Card) -> String {
        guard let color = card.color, model.draft.problems[.color] == nil else { return "" }
        let typed = model.draft.text(of: .color).trimmed
        return typed == color.text ? color.name ?? "" : color.text
    }
}
