import Terminal

/// Why commands are not possible, for reasons that several of them have.
extension Refusal {
    static let noCard: Refusal = "needs a card, and none is shown"
    static let noCards: Refusal = "needs cards, and none are shown"
    static let noBarcode: Refusal = "needs a barcode, and none is shown"
    static let noKinds: Refusal = "chooses among kinds of barcode, and there are not several"
    static let nothingOffered: Refusal = "takes what the screen offers, and it offers nothing now"
    static let noPhoto: Refusal = "needs a photo, and none is shown"
    static let emptyTrash: Refusal = "needs a card in the trash, and it is empty"
    static let oneField: Refusal = "needs at least two fields in conflict"
    static let settled: Refusal = "chooses between two values, and nothing is in conflict"
    static let wholePhoto = Refusal("needs the outline, and the whole picture is kept", remedy: "crop.whole")
}
