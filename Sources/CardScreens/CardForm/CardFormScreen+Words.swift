import CardViewModels
import Cards
import Terminal

/// What the form says behind and beneath its fields.
extension CardFormScreen {
    func hint(for field: DraftField) -> String {
        let card = model.draft.card
        switch field {
        case .expiry:
            guard let expiry = card.expiry, model.draft.problems[.expiry] == nil else { return "" }
            let due = DueDate(validFrom: nil, expiry: expiry, today: model.today)
            return "\(DayWords.weekday(expiry)), \(due.words)"
        case .validFrom: return card.validFrom.map(DayWords.weekday) ?? ""
        case .groups: return focus == .field(.groups) ? "separated by commas" : ""
        case .currency: return card.balance.isEmpty || card.currency != nil ? "" : "points"
        default: return ""
        }
    }

    /// Why a field is wrong; a photo's path is no problem while it is being typed, nor is the beginning of a kind.
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
        case .barcodeValue: "as the number"
        case .encoding: "by itself"
        default: ""
        }
    }

    /// Whether what stands beneath the field is a warning.
    func isWarned(of field: DraftField) -> Bool {
        problem(with: field) != nil || (field == .barcode && model.barcodeProblem != nil)
    }

    /// What is wrong, or what the path can become; empty where there is room for what can be done about a photo.
    func words(beneath field: DraftField) -> String? {
        if let problem = problem(with: field) { return "✗ " + problem }
        guard let side = field.side, focus == .field(field) else {
            let elsewhere = model.elsewhere(in: field).map { "≠ elsewhere: \($0) · saving keeps yours" }
            return elsewhere ?? (field == .barcode ? barcodeWords : nil)
        }
        return paths[side]?.suggestions.joined(separator: "  ") ?? ""
    }

    /// Why the barcode could not be drawn; else what a typed kind can become, where the kind comes from, or what the number fits. What
    /// one key takes stands behind it.
    private var barcodeWords: String? {
        let key = table.label(of: FormCommands.takeOffer)
        if let problem = model.barcodeProblem {
            let offer = problem.fixed.map { fixed in
                if case .checkDigit(let right, _) = problem { return "use \(right)?" }
                return "use \(fixed)?"
            }
            let words = [offer, offer == nil ? nil : key].compactMap { $0 }.joined(separator: " ")
            return "✗ \(problem.userMessage)" + (words.isEmpty ? "" : " · \(words)")
        }
        if model.formatByDigits != nil {
            let press = table.label(of: FormCommands.press)
            return "by its digits" + (press.map { " · \($0) chooses another" } ?? "")
        }
        if !typedKinds.isEmpty { return typedKinds.joined(separator: "  ") }
        let fitting = model.fittingFormats
        guard let first = fitting.first, focus == .field(.barcode) || model.draft.mode == .create else { return nil }
        let labels = fitting.prefix(Self.shownFormats).map(\.label).joined(separator: ", ")
        return "fits \(labels)\(fitting.count > Self.shownFormats ? " …" : "")"
            + (key.map { " · \($0) takes \(first.label)" } ?? "")
    }

    /// What the beginning of a kind can become, while it is being typed.
    private var typedKinds: [String] {
        guard focus == .field(.barcode), model.draft.format == nil else { return [] }
        return BarcodeFormat.completions(of: model.draft.text(of: .barcode)).map(\.label)
    }

    /// So many kinds that fit are named: more are in the way of what is read.
    private static let shownFormats = 2
}
