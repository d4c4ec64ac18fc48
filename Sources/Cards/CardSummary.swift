/// What a row of the list shows of a card, and no more: a store reads thousands of these without touching notes or photos.
public struct CardSummary: Hashable, Sendable, Identifiable {
    public let id: CardID
    public var name: String
    public var number: String
    /// The first line of the note, at most 200 characters.
    public var noteLine: String
    public var groups: [String]
    public var validFrom: CalendarDay?
    public var expiry: CalendarDay?
    public var color: CardColor?
    public var isStarred: Bool
    public var isArchived: Bool
    public var front: PhotoHash?

    public init(_ card: Card) {
        id = card.identifier
        name = card.name
        number = card.number
        noteLine = Self.firstLine(of: card.note)
        groups = card.groups
        validFrom = card.validFrom
        expiry = card.expiry
        color = card.color
        isStarred = card.isStarred
        isArchived = card.isArchived
        front = card.front
    }

    public static func firstLine(of note: String) -> String {
        String(note.split(whereSeparator: \.isNewline).first?.prefix(200) ?? "")
    }
}
