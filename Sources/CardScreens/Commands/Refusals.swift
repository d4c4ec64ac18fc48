import Terminal

/// Why commands are not possible, for reasons that several of them have.
extension Refusal {
    static let noCard: Refusal = "needs a card, but none is shown"
    static let noCards: Refusal = "needs cards, but none are shown"
    static let nothingToExport = Refusal(sentence: "Nothing to export yet")
    static let noBarcode: Refusal = "needs a barcode, but none is shown"
    static let nothingOffered: Refusal = "accepts a suggestion, but there is none"
    static let noPreviousCard: Refusal = "shows the previous card, but this is the first"
    static let noNextCard: Refusal = "shows the next card, but this is the last"
    static let noPhoto: Refusal = "needs a photo, but none is shown"
}
