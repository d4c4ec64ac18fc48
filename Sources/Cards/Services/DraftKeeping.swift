/// Persists unsaved forms, so that none is lost when its connection or process ends.
public protocol DraftKeeping: Sendable {
    /// Replaces the last draft with the same key. It has reached the disk when the call returns.
    func save(_ draft: StoredDraft) async throws

    /// Removes the draft of a form that was saved or discarded. Removing a missing draft is no error.
    func remove(_ key: StoredDraft.Key) async throws

    /// Removes the drafts of these cards, whichever process they are of: the cards were deleted for good.
    func removeAll(of cards: Set<CardID>) async throws

    /// The drafts of ended processes, oldest first. They then belong to this process: no other receives them while it runs, and
    /// they are leftovers again if it ends without removing them.
    func leftovers() async -> [StoredDraft]
}

/// An unsaved form as kept outside the store: the typed text, the process and the time.
public struct StoredDraft: Hashable, Sendable {
    /// A process has one draft per card.
    public struct Key: Hashable, Sendable {
        public let card: CardID
        public let process: DraftProcess

        public init(card: CardID, process: DraftProcess = .current) { (self.card, self.process) = (card, process) }
    }

    public let key: Key
    /// The form's own format, opaque here.
    public var form: JSON
    /// The bytes of photos that the form references and that are not in the store yet.
    public var photos: [PhotoHash: [UInt8]]
    public var time: Timestamp

    public init(key: Key, form: JSON, photos: [PhotoHash: [UInt8]] = [:], time: Timestamp) {
        self.key = key
        self.form = form
        self.photos = photos
        self.time = time
    }

    public var identifier: CardID { key.card }
}

/// Identifies one run of the program. Not the process ID: that is reused, and has no meaning for a program in another container
/// that shares the folder.
public typealias DraftProcess = HexID<32, StoredDraft>

extension DraftProcess {
    /// This run.
    public static let current = random()
}
