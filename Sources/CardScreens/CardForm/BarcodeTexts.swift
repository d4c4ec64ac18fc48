import CardViewModels
import Cards

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
