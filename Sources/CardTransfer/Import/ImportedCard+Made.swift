internal import Cards

extension ImportedCard {
    /// A card of another program, with all the fields that it has, checked.
    /// - Parameters:
    ///   - key: what the program calls the card; nil for its number.
    ///   - isIdentifier: whether the key, if there is one, tells which card it is.
    static func made(
        _ card: Card, photos: [PhotoHash: [UInt8]] = [:], at position: Position, key: String? = nil,
        isIdentifier: Bool = true, place: Int,
        file: OriginFile, attachment: [UInt8]? = nil, secrets: [CardSecret] = [], remarks: [String] = []
    ) -> ImportedCard {
        // It only tells whether two cards are the same, as the hash of a long one does.
        let isIdentifier = isIdentifier && key != nil
        let text = key ?? card.number
        let short = text.utf8.count > CardBounds.lineBytes ? PhotoHash(of: Array(text.utf8)).text : text
        do throws(CardJSONError) {
            let patch = try CardPatch(values: card, fields: card.filledFields.union([.name]), photos: photos).checked()
            let origin =
                attachment.map {
                    CardOrigin(
                        attachment: PhotoHash(of: $0), file: file, key: short, isIdentifier: isIdentifier, place: place)
                } ?? CardOrigin(file: file, key: short, isIdentifier: isIdentifier, place: place)
            return ImportedCard(
                .patch(patch), at: position, origin: origin, attachment: attachment, secrets: secrets,
                remarks: remarks)
        } catch {
            return ImportedCard(.rejected(reason: error.userMessage), at: position)
        }
    }
}
