import CardViewModels
import Cards
import Terminal

/// The texts after and beneath the fields of the form.
extension CardFormScreen {
    /// What a field's text means, or how to write it: from the longest to the shortest; empty for nothing.
    func hints(for field: DraftField) -> [String] {
        let card = model.draft.card
        switch field {
        case .expiry: return model.draft.problems[.expiry] == nil ? card.expiry.map(echoes) ?? [] : []
        case .validFrom: return model.draft.problems[.validFrom] == nil ? card.validFrom.map(echoes) ?? [] : []
        case .balance: return [balanceEcho(card)]
        case .color: return [colorEcho(card)]
        case .groups: return focus == .field(.groups) ? ["separated by commas"] : []
        case .currency:
            guard model.draft.text(of: .currency).trimmed.isEmpty, !card.balance.isEmpty else { return [] }
            return [card.currency.map { "\($0), from the balance" } ?? "points"]
        default: return []
        }
    }

    /// "Thursday, 31 December 2026 · in 5 weeks": what was understood.
    private func echoes(_ day: CalendarDay) -> [String] {
        let relative = day.relativeText(today: model.today)
        return ["\(app.format.fullText(day)) · \(relative)", relative]
    }

    /// The balance as it is shown, where that is not what was typed.
    private func balanceEcho(_ card: Card) -> String {
        guard let balance = card.amountLeft, model.draft.problems[.balance] == nil else { return "" }
        let typed = model.draft.text(of: .balance).trimmed
        return typed == app.format.amounts.typedText(balance.amount) ? "" : app.format.text(balance)
    }

    /// The name of a colour that was typed in numbers, and the opposite.
    private func colorEcho(_ card: Card) -> String {
        guard let color = card.color, model.draft.problems[.color] == nil else { return "" }
        let typed = model.draft.text(of: .color).trimmed
        return typed == color.text ? color.name ?? "" : color.text
    }

    /// Why a field is invalid. While it is being typed, a photo's path is no problem, nor is the beginning of a kind.
    func problem(with field: DraftField) -> String? {
        if let side = field.side, model.photoProblems[side] != nil || focus == .field(field) {
            return model.photoProblems[side]
        }
        if field == .barcode, !typedKinds.isEmpty { return nil }
        return model.draft.problems[field]
    }

    func photoPlaceholder(of side: Card.Side, _ style: ScreenStyle) -> SafeText {
        let key = style.label(table.keys(of: FormCommands.press))
        guard model.draft.photo(side) != nil else { return SafeText(key.map { "\($0) chooses a picture" } ?? "") }
        return SafeText("a picture" + (key.map { "; \($0) chooses another" } ?? ""))
    }

    func placeholder(of field: DraftField, _ style: ScreenStyle) -> SafeText {
        switch field {
        case .barcode: SafeText(style.label(table.keys(of: FormCommands.press)).map { "\($0) chooses a kind" } ?? "")
        case .barcodeValue: "same as the number"
        case .encoding: "automatic"
        case .color: SafeText(style.label(table.keys(of: FormCommands.press)).map { "\($0) chooses" } ?? "")
        default: ""
        }
    }

    /// Whether the text beneath the field is a warning.
    func isWarning(of field: DraftField) -> Bool {
        problem(with: field) != nil || hasBarcodeProblem(field) || (field == .barcode && shownWrongCheckDigit != nil)
    }

    /// Whether the field is the one that the problem with the barcode is about.
    private func hasBarcodeProblem(_ field: DraftField) -> Bool {
        DraftField.ofBarcode.contains(field) && model.barcodeProblemField == field
    }

    /// The problem of a field or the completions of its path; empty to show the buttons of a photo instead.
    func message(below field: DraftField, _ style: ScreenStyle) -> String? {
        if let problem = problem(with: field) { return "✗ " + problem }
        guard let side = field.side, focus == .field(field) else {
            let elsewhere = model.elsewhere(in: field).map { "≠ elsewhere: \($0) · saving keeps mine" }
            let barcode = hasBarcodeProblem(field) ? barcodeProblem(style) : nil
            return elsewhere ?? barcode ?? (field == .barcode ? barcodeMessage(style) : nil)
        }
        return paths[side]?.suggestions.joined(separator: "  ") ?? ""
    }

    /// Why the barcode could not be drawn; the end says what one key corrects.
    private func barcodeProblem(_ style: ScreenStyle) -> String? {
        guard let problem = model.barcodeProblem else { return nil }
        let offer = problem.fixed.map { fixed in
            if case .checkDigit(let right, _) = problem { return "use \(right)?" }
            return "use \(fixed)?"
        }
        let key = offer == nil ? nil : style.label(table.keys(of: FormCommands.acceptOffer))
        let remedy = [offer, key].compactMap { $0 }.joined(separator: " ")
        return "✗ \(problem.userMessage)" + (remedy.isEmpty ? "" : " · \(remedy)")
    }

    /// Completions of a typed kind, where the kind comes from, or the kinds that fit the number. The end says what one key accepts.
    private func barcodeMessage(_ style: ScreenStyle) -> String? {
        let key = style.label(table.keys(of: FormCommands.acceptOffer))
        if model.formatByNumber != nil {
            let press = style.label(table.keys(of: FormCommands.press))
            return "set from the number" + (press.map { " · \($0) chooses another" } ?? "")
        }
        if !typedKinds.isEmpty { return typedKinds.joined(separator: "  ") }
        let fitting = model.fittingFormats
        guard let first = fitting.first, focus == .field(.barcode) || model.draft.mode == .create else { return nil }
        if let wrong = shownWrongCheckDigit, let digit = wrong.correction?.checkDigit {
            return "Looks like \(wrong.label), but the check digit should be \(digit)"
                + (key.map { " · \($0) fixes it" } ?? "")
        }
        let labels = fitting.prefix(Self.shownFormats).map(\.label).joined(separator: ", ")
        return "fits \(labels)\(fitting.count > Self.shownFormats ? " …" : "")"
            + (model.wrongCheckDigit == nil ? key.map { " · \($0) uses \(first.label)" } ?? "" : "")
    }

    /// Not while shorter digits are being typed, which may only be the beginning of longer ones.
    private var shownWrongCheckDigit: BarcodeSuggestion? {
        let isBeginning =
            focus == .field(.number) && model.wrongCheckDigit.map { [.ean8, .upcA].contains($0.format) } == true
        return isBeginning ? nil : model.wrongCheckDigit
    }

    /// Completions of a kind while it is being typed.
    private var typedKinds: [String] {
        guard focus == .field(.barcode), model.draft.format == nil else { return [] }
        return BarcodeFormat.completions(of: model.draft.text(of: .barcode)).map(\.label)
    }

    /// The maximum number of fitting kinds that are named: more would distract.
    private static let shownFormats = 2
}
