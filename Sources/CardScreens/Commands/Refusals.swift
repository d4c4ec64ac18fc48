import Terminal

/// Why commands are not possible, for reasons that several of them have.
extension Refusal {
    static let noCard: Refusal = "needs a card, but none is shown"
    static let noCards: Refusal = "needs cards, but none are shown"
    static let noBarcode: Refusal = "needs a barcode, but none is shown"
    static let noKinds: Refusal = "selects another kind of barcode, but there is none"
    static let nothingOffered: Refusal = "accepts a suggestion, but there is none"
    static let noPreviousCard: Refusal = "shows the previous card, but this is the first"
    static let noNextCard: Refusal = "shows the next card, but this is the last"
    static let noPhoto: Refusal = "needs a photo, but none is shown"
    static let emptyTrash: Refusal = "needs a card in the trash, but it is empty"
    static let noPastChange: Refusal = "needs a change, but none is shown"
    static let oneField: Refusal = "needs at least two fields in conflict"
    static let settled: Refusal = "chooses between values, but there is no conflict"
    static let wholePhoto = Refusal("needs the outline, but the whole picture is used", remedy: "crop.whole")
}
