/// One change of one card, as the history lists it.
public struct PastChange: Equatable, Sendable, Identifiable {
    /// What happened to the card.
    public enum Content: Equatable, Sendable {
        /// It was added, with these values, or came back.
        case added(Card)
        /// It was deleted, with these values.
        case deleted(Card)
        /// These fields changed, in reading order; both cards have the values of these fields only.
        case changed([CardField], old: Card, new: Card)
        /// A secret field was changed; the history does not know more.
        case secret
        /// The entry of the log cannot be read.
        case unreadable
    }

    /// The number of the change in its store: a later change has a higher one.
    public let id: Int64
    public let card: CardID
    /// The name of the card now, or when it was deleted; empty if it is not known.
    public let name: String
    public let time: Timestamp
    public let source: ChangeSource
    public let content: Content
    /// The sizes in bytes of the photos that it replaced, added or removed, where they are stored here.
    public var photoSizes: [PhotoHash: Int] = [:]

    public init(
        id: Int64, card: CardID, name: String, time: Timestamp, source: ChangeSource, content: Content
    ) {
        self.id = id
        self.card = card
        self.name = name
        self.time = time
        self.source = source
        self.content = content
    }

    /// A photo that was replaced; nil for none.
    public struct PhotoChange: Equatable, Sendable {
        public let old: PhotoHash?
        public let new: PhotoHash?
    }

    /// The photos that were replaced, added or removed in the fields of a card that stayed.
    public var photoChanges: [PhotoChange] {
        guard case .changed(let fields, let old, let new) = content else { return [] }
        return fields.filter { $0.definition?.hasPhotos == true }.flatMap { field in
            let (before, after) = (old.photos(in: field), new.photos(in: field))
            let gone = before.filter { !after.contains($0) }
            let added = after.filter { !before.contains($0) }
            return (0..<max(gone.count, added.count)).map { index in
                PhotoChange(
                    old: gone.indices.contains(index) ? gone[index] : nil,
                    new: added.indices.contains(index) ? added[index] : nil)
            }
        }
    }

    /// The change after which the card has the values that this one is about: it itself, or for a deletion the one before.
    public var lastWithCard: Int64 { if case .deleted = content { id - 1 } else { id } }
}

/// A card as it was after one of its changes.
public struct PastCard: Equatable, Sendable {
    public let card: Card
    /// Whether all of the log could be read; otherwise some fields may have later values.
    public let isComplete: Bool
    /// Said of a card that is not complete.
    public static let incomplete = "Some changes cannot be read; what is shown may be newer in part."
    /// The card as it is now; nil if it is deleted.
    public let now: Card?

    public init(card: Card, isComplete: Bool, now: Card?) {
        self.card = card
        self.isComplete = isComplete
        self.now = now
    }

    /// The fields in which the card is different now, in reading order, without timestamps; all that have a value for a deleted card.
    public var differences: [CardField] {
        let fields = now.map { card.differences(from: $0) } ?? card.filledFields
        return fields.filter { !$0.isBookkeeping }.inReadingOrder
    }
}

/// What was restored from the history.
public struct RestoredCard: Equatable, Sendable {
    public let name: String
    /// The fields that changed, in reading order; empty if the card was already as it was then.
    public let fields: [CardField]
    /// The photos that are not stored any more, and were left as they are.
    public let missingPhotos: [CardField]

    public init(name: String, fields: [CardField], missingPhotos: [CardField]) {
        self.name = name
        self.fields = fields
        self.missingPhotos = missingPhotos
    }
}

/// Where a change of a card came from.
public enum ChangeSource: Equatable, Sendable {
    /// The user of this store.
    case here
    /// A download; the backend's address, or nil where an older version logged the change.
    case backend(String?)
    /// Another device of the vault; its name, or nil where it has none.
    case device(String?)
    /// A file; the program that wrote it, such as "catima", or nil for a file of ours.
    case imported(String?)
    case undo, redo
    /// From the trash or from the history.
    case restored
    /// The archive of expired cards.
    case expiry
    /// The repair of a damaged card.
    case repair

    /// A word for rows and JSON.
    public var name: String {
        switch self {
        case .here: "here"
        case .backend: "backend"
        case .device: "device"
        case .imported: "import"
        case .undo: "undo"
        case .redo: "redo"
        case .restored: "restore"
        case .expiry: "expiry"
        case .repair: "repair"
        }
    }

    /// A word for people: a device by its name.
    public var label: String { if case .device(let name?) = self { name } else { name } }

    /// The backend's address, the device's name or the program of the file, where it is known.
    public var detail: String? {
        switch self {
        case .backend(let address): address
        case .device(let name): name
        case .imported(let program): program
        case .here, .undo, .redo, .restored, .expiry, .repair: nil
        }
    }
}
