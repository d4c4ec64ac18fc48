import CardViewModels
import Cards
import Terminal

/// The texts of one field of the form: behind it, and beneath it. No text is cut. One that has no room behind the field stands beneath
/// it while the field has the focus; otherwise a shorter one is shown, or none, so that all fields stay in sight.
@MainActor
struct FieldTexts {
    /// From the longest to the shortest.
    private let hints: [String]
    private let isFocused: Bool
    /// Nil for no row.
    let below: String?
    /// Shown before the hint, if the terminal has its color.
    let swatch: CardColor?

    init(_ field: DraftField, on screen: CardFormScreen, _ style: ScreenStyle) {
        isFocused = screen.focus == .field(field)
        hints = FieldHints(model: screen.model, format: screen.app.format).hints(for: field, isFocused: isFocused)
            .filter { !$0.isEmpty }
        below = screen.message(below: field, style)
        let hasColor = field == .color && style.showsCardColors && screen.problem(with: field) == nil
        swatch = hasColor ? screen.model.draft.card.color : nil
    }

    /// What stands behind the field, within these columns; the rest stands beneath it.
    func placed(within columns: Int) -> (hint: SafeText, below: String?) {
        let available = columns - (swatch == nil ? 0 : 2)
        let candidates = isFocused ? hints.prefix(1) : hints[...]
        if let fitting = candidates.map({ SafeText($0) }).first(where: { $0.width <= available }) {
            return (fitting, below)
        }
        guard isFocused, let hint = hints.first else { return ("", below) }
        return ("", [below, hint].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: "\n"))
    }
}

extension CardFormLayout.Line {
    @MainActor
    func drawTexts(on canvas: inout Canvas, isWarning: Bool, theme: Theme) {
        var behind = hint
        if let swatch, !behind.isEmpty {
            canvas.write(
                "■", at: behind.origin, style: Style(foreground: .rgb(swatch.red, swatch.green, swatch.blue)))
            behind = behind.inset(left: 2)
        }
        Label(hintText, style: theme[.faint]).draw(on: &canvas, in: behind)
        guard let below, let belowText else { return }
        let style = theme[isWarning ? .warning : .faint]
        for (row, text) in SafeText.paragraphs(belowText, columns: below.columns, upTo: below.rows).enumerated() {
            canvas.write(text, at: Point(column: below.left, row: below.top + row), style: style)
        }
    }
}

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

    /// The name of a color that was typed in numbers, and the opposite.
    private func colorEcho(_ card: Card) -> String {
        guard let color = card.color, model.draft.problems[.color] == nil else { return "" }
        let typed = model.draft.text(of: .color).trimmed
        return typed == color.text ? color.name ?? "" : color.text
    }
}
