/// A text field without a dedicated position on the screens, see ``FieldDefinition/Text/detail(isLink:)``. It is never empty.
public struct CardDetail: Hashable, Sendable {
    public let field: CardField
    public let text: String
    private let isLink: Bool

    public var label: String { field.label }

    /// The link at the beginning of the text, with `https://` added if it has no scheme; nil if the text is not a link.
    public var link: String? {
        guard isLink else { return nil }
        let text = text.trimmed
        if let link = Self.link(beginning: text) { return link }
        guard !text.contains("://"), let link = Self.link(beginning: "https://" + text) else { return nil }
        // A word without a dot is not an address.
        return link.contains(".") ? link : nil
    }

    private static func link(beginning text: String) -> String? {
        let links = NoteLinks(in: text, upTo: 1)
        return links.count == 0 ? nil : links[0]
    }

    init?(_ definition: FieldDefinition, of card: Card) {
        guard case .text(let access, .detail(let isLink)) = definition.kind else { return nil }
        let text = access.get(card)
        if text.isEmpty { return nil }
        self.field = definition.field
        self.text = text
        self.isLink = isLink
    }
}

extension Card {
    /// The details of this card, in reading order.
    public var details: [CardDetail] { FieldDefinition.details.compactMap { CardDetail($0, of: self) } }
}

extension FieldDefinition {
    fileprivate static let details = inReadingOrder.filter {
        if case .text(_, .detail) = $0.kind { true } else { false }
    }
}
