import Cards

/// Who set the kind of barcode of a new card.
enum FormatOrigin: Equatable {
    case nobody
    /// It follows from the number.
    case number(BarcodeFormat)
    /// It was typed, chosen or scanned, or the person wants none: it does not follow the number any more.
    case person

    init(of draft: CardDraft) {
        if let format = draft.format, draft.mode == .create {
            self = format == BarcodeFormat(evidentIn: draft.text(of: .number)) ? .number(format) : .person
        } else {
            self = .nobody
        }
    }
}
