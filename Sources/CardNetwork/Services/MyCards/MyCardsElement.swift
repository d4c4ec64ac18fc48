internal import Cards

/// One element of a My Cards list: what it sets of a card. What is absent in it stays as it is; an element that would leave a
/// card without a name is refused.
struct MyCardsElement: ResponseParsing {
    let patch: CardPatch

    init(decoding json: JSON) throws { patch = try CardJSON.patch(from: json) }

    func result() throws -> CardPatch { try patch.checked() }
}
