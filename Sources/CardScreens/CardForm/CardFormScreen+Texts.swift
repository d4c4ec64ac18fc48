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
        // A path that is being typed is no problem.
        if field == .pictures,
            model.pictureProblem != nil || (focus == .field(field) && !model.draft.pictureFiles.isEmpty)
        {
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
