internal import Cards

/// What is wrong with the fields of a form, as it stands beneath them.
struct FormProblems {
    private var texts: [DraftField: String]
    private let preventsSaving: Bool

    /// - Parameter barcode: the problem with the barcode, which does not prevent saving.
    init(_ draft: CardDraft, barcode: BarcodeProblem? = nil) {
        texts = draft.problems
        preventsSaving = !texts.isEmpty
        guard let barcode else { return }
        let field = barcode.field(in: draft)
        texts[field] = texts[field] ?? barcode.userMessage
    }

    /// Names the first one in the order of the form: "expiry: … · and 1 more"; nil if nothing prevents saving.
    var summary: String? {
        guard preventsSaving, let field = DraftField.allCases.first(where: { texts[$0] != nil }),
            let text = texts[field]
        else { return nil }
        return "\(field.label): \(text)" + (texts.count > 1 ? " · and \(texts.count - 1) more" : "")
    }
}

extension BarcodeProblem {
    /// The field that it is about. What is wrong with the number stands beneath the kind that it does not fit.
    func field(in draft: CardDraft) -> DraftField {
        switch self {
        case .unknownFormat, .libraryMissing: .barcode
        case .unknownEncoding: draft.fields.contains(.encoding) ? .encoding : .barcode
        default: draft.card.barcode?.value == nil ? .barcode : .barcodeValue
        }
    }
}
