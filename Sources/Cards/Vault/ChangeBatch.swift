/// What one device changed, written once under its ``BatchID`` and never changed afterwards. It holds the bytes of no photo.
public struct ChangeBatch: Hashable, Sendable {
    public let vault: VaultID
    public let id: BatchID
    public let time: HybridTime
    /// What the device knew when it made the batch: its own batches before this one, and those of others.
    public let seen: VersionVector
    public var changes: [BatchedChange]
    /// How people call the device; only in some batches.
    public let deviceName: String?
    /// Larger than ``VaultHeader/knownFormat`` for a batch of a newer version.
    public let format: Int

    /// A batch is closed once its text has this many bytes; a single change may be larger.
    public static let usualBytes = 256 << 10
    /// A larger one is none: the longest note and the most values of a card fit into it.
    public static let maximumBytes = 16 << 20

    public init(
        vault: VaultID, id: BatchID, time: HybridTime, seen: VersionVector, changes: [BatchedChange] = [],
        deviceName: String? = nil, format: Int = VaultHeader.knownFormat
    ) {
        (self.vault, self.id, self.time, self.seen) = (vault, id, time, seen)
        (self.changes, self.deviceName, self.format) = (changes, deviceName, format)
    }

    /// The photos that it names.
    public var photos: [PhotoHash] {
        var known: Set<PhotoHash> = []
        return changes.flatMap(\.photos).filter { known.insert($0).inserted }
    }
}

/// What a batch changes of one card.
public struct BatchedChange: Hashable, Sendable {
    public let card: CardID
    /// New values by their keys in JSON, `null` or `""` for one that was removed. A photo is named by its hash; a balance is that from
    /// before the first entry of the ledger, see ``SharedBalance``.
    public var values: [ExactText: JSON]
    /// Concurrent values that stay beside the new one: a conflict that this change does not end.
    public var beside: [ExactText: [BatchID]]
    public var addedGroups: [String]
    public var removedGroups: [String]
    public var entries: [LedgerEntry]
    /// What was done because the card expires. These are only ever added; they keep no card from being deleted.
    public var reminders: [SentReminder]
    public var isDeletion: Bool

    public init(_ card: CardID, isDeletion: Bool = false) {
        (self.card, self.isDeletion) = (card, isDeletion)
        (values, beside, addedGroups, removedGroups) = ([:], [:], [], [])
        (entries, reminders) = ([], [])
    }

    public var isEmpty: Bool {
        !isDeletion && values.isEmpty && addedGroups.isEmpty && removedGroups.isEmpty && entries.isEmpty
            && reminders.isEmpty
    }

    /// The photos that it sets.
    public var photos: [PhotoHash] {
        let pictures = (values[Self.picturesKey]?.array ?? []).compactMap { $0["photo"]?.string }
        return Self.photoKeys.compactMap { values[$0].flatMap(Self.photo) } + pictures.compactMap { PhotoHash($0) }
    }

    private static let picturesKey: ExactText = "pictures"

    private static let photoKeys = FieldDefinition.all.filter(\.isPhoto).map { ExactText($0.key) }

    /// A photo in a batch: `{"sha256": "…", "size": 1234}`.
    static func photo(_ value: JSON) -> PhotoHash? { value["sha256"]?.string.flatMap { PhotoHash($0) } }
}
