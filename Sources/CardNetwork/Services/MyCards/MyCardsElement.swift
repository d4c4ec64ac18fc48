internal import Cards

/// An element of a My Cards list: a patch of a card. Absent fields are unchanged; an element that would leave a card
/// without a name is rejected.
struct MyCardsElement: ResponseParsing {
    let patch: CardPatch

    init(decoding json: JSON) throws { patch = try CardJSON.patch(from: json) }

    func result() throws -> CardPatch { try patch.checked() }
}
