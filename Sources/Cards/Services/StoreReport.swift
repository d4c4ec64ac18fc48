/// A card of the store that cannot be read, or only in part.
public struct DamagedCard: UserFacingError, Hashable {
    /// The number of its row in the table of cards.
    public let row: Int64
    /// As far as it is known; otherwise empty.
    public let name: String
    /// Such as "its identifier is damaged".
    public let reason: String

    public init(row: Int64, name: String, reason: String) { (self.row, self.name, self.reason) = (row, name, reason) }

    public var userMessage: String {
        let called = name.isEmpty ? "" : " (\"\(name.prefix(60))\")"
        return "the card in row \(row)\(called) cannot be read: \(reason)"
    }
}

/// The result of a check of the whole store.
public struct StoreReport: Hashable, Sendable {
    public var cards = 0
    /// Problems of the file itself, as reported by SQLite.
    public var problems: [String] = []
    public var damaged: [DamagedCard] = []
    /// What the file defines and no version of the program made, or not so: triggers, views, tables, indexes. One sentence each.
    public var foreign: [String] = []
    /// The photos that cards name and that are not in the store. The cards can be read.
    public var missingPhotos: [MissingPhoto] = []
    /// How many photos neither a card nor anything that remembers one names.
    public var unusedPhotos = 0
    /// The repairs, one sentence each.
    public var repairs: [String] = []

    public init() {}

    public var isWhole: Bool { problems.isEmpty && damaged.isEmpty && foreign.isEmpty }
}

/// A photo that a card names and that is not in the store.
public struct MissingPhoto: UserFacingError, Hashable {
    public let card: CardID
    public let name: String
    /// `front`, `back`, `icon`, or `pictures` for a further picture.
    public let part: String

    public init(card: CardID, name: String, part: String) { (self.card, self.name, self.part) = (card, name, part) }

    public var userMessage: String {
        let photo = part == "pictures" ? "an additional picture" : "the \(part) photo"
        return "\(photo) of \"\(name.prefix(60))\" (\(card.text)) is not in the store"
    }
}
