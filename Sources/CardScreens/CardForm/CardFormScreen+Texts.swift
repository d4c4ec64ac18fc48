import CardViewModels
import Cards
import Terminal

/// The texts in empty fields of the form, and beneath the fields.
extension CardFormScreen {
    /// Why a field is invalid. While it is being typed, a photo's path is no problem, nor is the beginning of a kind.
    func problem(with field: DraftField) -> String? {
        if let side = field.side, model.photoProblems[side] != nil || focus == .field(field) {
            return model.photoProblems[side]
        }
        // A path that was typed is no problem: the picture is read when the card is saved.
        if field == .pictures, model.pictureProblem != nil || !model.draft.pictureFiles.isEmpty {
            return model.pictureProblem
        }
        if field == .barcode, !barcodeTexts.typedKinds.isEmpty { return nil }
        return model.draft.problems[field]
    }

    private func photoPlaceholder(of side: Card.Side, _ style: ScreenStyle) -> SafeText {
        let key = style.label(table.keys(of: FormCommands.press))
        guard model.draft.photo(side) != nil else { return SafeText(key.map { "\($0) chooses a picture" } ?? "") }
        return SafeText("a picture" + (key.map { "; \($0) changes it" } ?? ""))
    }

    func placeholder(of field: DraftField, _ style: ScreenStyle) -> SafeText {
        if let side = field.side { return photoPlaceholder(of: side, style) }
        return switch field {
        case .barcode: SafeText(style.label(table.keys(of: FormCommands.press)).map { "\($0) chooses a kind" } ?? "")
        case .barcodeValue: "same as the number"
        case .encoding: "automatic"
        case .color: SafeText(style.label(table.keys(of: FormCommands.press)).map { "\($0) chooses" } ?? "")
        default: ""
        }
    }

    /// Whether the text beneath the field is a warning.
    func isWarning(of field: DraftField) -> Bool {
        problem(with: field) != nil || hasBarcodeProblem(field)
            || (field == .barcode && barcodeTexts.shownWrongCheckDigit != nil)
    }

    /// Whether the field is the one that the problem with the barcode is about.
    private func hasBarcodeProblem(_ field: DraftField) -> Bool {
        barcodeProblem?.field == field
    }

    /// The problem of a field or the completions of its path; empty to show the buttons of a photo instead.
    func message(below field: DraftField, _ style: ScreenStyle) -> String? {
        if let problem = problem(with: field) { return "✗ " + problem }
        guard field.side != nil, focus == .field(field) else {
            let barcode = hasBarcodeProblem(field) ? barcodeProblemText(style) : nil
            return model.elsewhere(in: field) ?? barcode ?? (field == .barcode ? barcodeMessage(style) : nil)
        }
        return completion.text
    }

    private func barcodeProblemText(_ style: ScreenStyle) -> String? {
        barcodeProblem.map {
            barcodeTexts.text(of: $0.problem, key: style.label(table.keys(of: FormCommands.acceptOffer)))
        }
    }

    private func barcodeMessage(_ style: ScreenStyle) -> String? {
        barcodeTexts.message(
            key: style.label(table.keys(of: FormCommands.acceptOffer)),
            press: style.label(table.keys(of: FormCommands.press)))
    }

    var barcodeTexts: BarcodeTexts { BarcodeTexts(model: model, focus: focus) }
}

/// The texts beneath the fields of the barcode.
@MainActor
struct BarcodeTexts {
    /// The maximum number of fitting kinds that are named: more would distract.
    private static let shownFormats = 2

    let model: CardFormModel
    let focus: CardFormScreen.Stop

    /// Why the barcode could not be drawn; the end says what one key corrects.
    /// - Parameter key: the key that accepts what is offered.
    func text(of problem: BarcodeProblem, key: String?) -> String {
        let offer = problem.fixed.map { fixed in
            if case .checkDigit(let right, _) = problem { return "use \(right)?" }
            return "use \(fixed)?"
        }
        let remedy = [offer, offer == nil ? nil : key].compactMap { $0 }.joined(separator: " ")
        return "✗ \(problem.userMessage)" + (remedy.isEmpty ? "" : " · \(remedy)")
    }

    /// Completions of a typed kind, where the kind comes from, or the kinds that fit the number. The end says what one key accepts.
    /// - Parameters:
    ///   - key: the key that accepts what is offered.
    ///   - press: the key that chooses a kind.
    func message(key: String?, press: String?) -> String? {
        if model.formatByNumber != nil {
            return "set from the number" + (press.map { " · \($0) chooses another" } ?? "")
        }
        if !typedKinds.isEmpty { return typedKinds.joined(separator: "  ") }
        guard showsFitting else { return nil }
        let accepted: String =
            switch offer {
            case .correction: "changes the number"
            case .format(let format): "uses \(format.label)"
            case .value, nil: ""
            }
        let offered = accepted.isEmpty ? "" : key.map { " · \($0) \(accepted)" } ?? ""
        if let wrong = shownWrongCheckDigit, let digit = wrong.correction?.checkDigit {
            return "Looks like \(wrong.label), but the check digit should be \(digit)" + offered
        }
        if let whole = shownMissingZero { return "Looks like \(whole.label) without its leading 0" + offered }
        let fitting = model.fittingFormats
        let labels = fitting.prefix(Self.shownFormats).map(\.label).joined(separator: ", ")
        return fitting.isEmpty ? nil : "fits \(labels)\(fitting.count > Self.shownFormats ? " …" : "")" + offered
    }

    /// Whether the kinds that fit the number are shown.
    private var showsFitting: Bool { focus == .field(.barcode) || model.draft.mode == .create }

    /// What one key accepts. It changes the number only where a text says so, and a digit only of one that was typed in this form.
    var offer: BarcodeOffer? {
        if let fixed = model.draft.barcodeProblem?.fixed { return .value(fixed) }
        if showsFitting, let wrong = shownWrongCheckDigit, model.isNumberTyped { return .correction(wrong) }
        if showsFitting, let whole = shownMissingZero { return .correction(whole) }
        return model.fittingFormats.first.map { .format($0) }
    }

    /// Not while shorter digits are being typed, which may only be the beginning of longer ones.
    var shownWrongCheckDigit: BarcodeSuggestion? {
        let isBeginning =
            focus == .field(.number) && model.wrongCheckDigit.map { [.ean8, .upcA].contains($0.format) } == true
        return isBeginning ? nil : model.wrongCheckDigit
    }

    /// The kind that the number would have with the zero in front that tables drop. Not while the number is being typed, as any beginning of
    /// it may look so, nor where a kind was typed.
    private var shownMissingZero: BarcodeSuggestion? {
        guard focus != .field(.number), model.draft.text(of: .barcode).trimmed.isEmpty else { return nil }
        return BarcodeSuggestion.missingZero(in: model.draft.text(of: .number))
    }

    /// Completions of a kind while it is being typed.
    var typedKinds: [String] {
        guard focus == .field(.barcode), model.draft.format == nil else { return [] }
        return BarcodeFormat.completions(of: model.draft.text(of: .barcode)).map(\.label)
    }
}
