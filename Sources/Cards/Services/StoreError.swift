/// Why a store operation failed. The file is named by its path.
public enum StoreError: UserFacingError, Equatable {
    case notAStore(path: String)
    case newerVersion(path: String, found: Int, known: Int)
    case busy(path: String)
    /// The task was cancelled before the change was made.
    case stopped
    case readOnly(path: String)
    case diskFull(path: String)
    /// Opened read-only because the disk is full; writable as soon as there is space.
    case openedOnFullDisk(path: String)
    /// The latest changes are in a WAL file that cannot be read: older data is shown.
    case readOnlyWithoutLatest(path: String)
    /// The latest changes were in a WAL file that was deleted, and another program has written since.
    case latestLost(path: String)
    case cannotOpen(path: String, reason: String)
    case damaged(path: String, reason: String)
    /// Nothing is written, because somebody changed what the tables accept: a change could do more than it says.
    case altered(path: String, what: String)
    /// Any other error of SQLite.
    case failed(path: String, reason: String)

    /// Whether a retry can succeed without an action by the user.
    public var isTemporary: Bool {
        switch self {
        case .busy, .stopped, .diskFull, .failed: true
        case .openedOnFullDisk: true
        case .notAStore, .newerVersion, .readOnly, .readOnlyWithoutLatest, .latestLost, .cannotOpen, .damaged, .altered:
            false
        }
    }

    public var userMessage: String {
        switch self {
        case .notAStore(let path):
            "\(path) is not a card store. Nothing was changed. Choose another file with --store, or move this file elsewhere."
        case .newerVersion(let path, let found, let known):
            "\(path) was written by a newer cards-tui (format \(found), this one knows \(known)). It is open read-only; "
                + "update cards-tui to change cards."
        case .busy(let path):
            "\(path) is locked by another program. Nothing was changed. Try again later."
        case .stopped: "Stopped. Nothing was changed."
        case .readOnly(let path):
            "\(path) cannot be written. Nothing was changed. Check the permissions of the file and its folder."
        case .diskFull(let path):
            "The disk of \(path) is full. The last change was not saved. Free some space and try again."
        case .openedOnFullDisk(let path):
            "The disk of \(path) is full. Cards can be read; free some space to save changes."
        case .readOnlyWithoutLatest(let path):
            "\(path) cannot be written, so the latest changes in \(path)-wal are not shown. Copy both files to a "
                + "writable disk."
        case .latestLost(let path):
            "\(path)-wal was deleted while it was open, and another program has written since. Nothing was changed. Export the cards, then "
                + "start again."
        case .cannotOpen(let path, let reason):
            "\(path) cannot be opened: \(reason). Choose another file with --store."
        case .damaged(let path, let reason):
            "\(path) is damaged: \(reason). Nothing was changed. Make a copy of it and restore a backup."
        case .altered(let path, let what):
            "Nothing is written to \(path): another program changed \(what). Create a new store from its cards: "
                + "cards-tui --store NEW restore \(path)"
        case .failed(let path, let reason):
            "\(path): \(reason). The change was not saved."
        }
    }
}

/// A card of the store that cannot be read, or only in part.
public struct DamagedCard: UserFacingError, Equatable {
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
public struct StoreReport: Equatable, Sendable {
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
public struct MissingPhoto: UserFacingError, Equatable {
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
