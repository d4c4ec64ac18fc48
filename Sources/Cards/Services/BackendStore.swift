/// The store's side to the network loader: what a backend last said, and what it is owed. A store keeps this for each
/// backend apart, by its normalised URL.
public protocol BackendStore: PhotoReading {
    /// Makes the backend known. The first time, every card that is here is owed to it, but nothing may be sent before
    /// ``setConsent(_:for:)``: see ``BackendRecord/consent``.
    func connect(to backend: BackendID) async throws -> BackendRecord

    /// The user's answer whether cards that were here before this backend may be sent to it.
    /// `declined` drops what is owed from before; later changes are owed as usual.
    func setConsent(_ consent: BackendConsent, for backend: BackendID) async throws

    /// Takes the turn to speak with the backend for this store: false while another program or store on the same file has it.
    /// Whoever ends without giving it back loses it.
    func acquireSyncLock(with backend: BackendID) async throws -> Bool

    func releaseSyncLock(with backend: BackendID) async

    /// Starts a download; the number is handed to the two calls below, so that absent cards can be counted.
    func beginDownload(from backend: BackendID) async throws -> Int

    /// Merges what the backend says into the cards, three ways against its shadow, in one transaction. A card that is not
    /// here and comes without a name is left out and counted.
    func merge(_ patches: [CardPatch], from backend: BackendID, download: Int) async throws -> MergeReport

    /// Ends a download that came through whole, and keeps what tells the next one that the list is still the same. Cards
    /// that the backend once had and no longer names are known as absent from now on. Nothing is deleted.
    /// - Parameter isWhole: false where some of what it named could not be read: then nobody is found absent by it.
    func finishDownload(
        from backend: BackendID, download: Int, isWhole: Bool, validators: ListValidators?
    ) async throws

    /// What the backend is owed and has not refused, oldest first: one entry a card however often it was edited.
    func pendingUploads(for backend: BackendID, limit: Int) async throws -> [PendingUpload]

    /// What it is owed of this card; nil for nothing.
    func pendingUpload(_ identifier: CardID, to backend: BackendID) async throws -> PendingUpload?

    func tally(of backend: BackendID) async throws -> BackendTally

    /// What waits for the backend as a screen lists it: what was refused first, then the oldest.
    func pendingCards(for backend: BackendID, limit: Int) async throws -> [PendingCard]

    /// These are about to be sent: whatever becomes of that, they may have arrived.
    func noteAttempt(_ changes: [PendingUpload], with backend: BackendID) async throws

    /// The backend has taken these. An entry whose card changed since it was handed out stays owed.
    func acknowledge(_ changes: [PendingUpload], by backend: BackendID) async throws

    /// The backend did not take these; the words stand beside them until it does. What it refused for what it holds is set aside:
    /// it stays owed, but ``owed(to:limit:)`` leaves it out until the card changes or ``retry(_:with:)``.
    func recordFailure(
        _ changes: [PendingUpload], reason: String, isRefusal: Bool, by backend: BackendID
    ) async throws

    /// What the backend refused is owed as before: this card, or nil for all.
    func retry(_ identifier: CardID?, with backend: BackendID) async throws

    /// Ends when the store does; one element whenever something may have become owed.
    func pendingNotices() async -> AsyncStream<Void>

}

/// A backend by its normalised base URL, without credentials.
public struct BackendID: Hashable, Sendable {
    public let text: String
    public init(normalizedURL text: String) { self.text = text }

    /// Host and port, for people.
    public var host: String {
        let rest = text.firstRange(of: "://").map { text[$0.upperBound...] } ?? text[...]
        return String(rest.prefix { $0 != "/" })
    }
}

/// Whether cards that were here before a backend may be sent to it.
public enum BackendConsent: String, Sendable {
    /// There are such cards and the user has not been asked: nothing is uploaded.
    case unasked
    case granted
    case declined
}

/// What the store knows of a backend.
public struct BackendRecord: Hashable, Sendable {
    public let backend: BackendID
    /// `granted` from the start where the store had no cards.
    public var consent: BackendConsent
    /// What its last whole list was known by.
    public var validators: ListValidators?

    public init(backend: BackendID, consent: BackendConsent, validators: ListValidators? = nil) {
        (self.backend, self.consent, self.validators) = (backend, consent, validators)
    }
}

/// By what a backend tells whether its list is still the same (RFC 9110, 8.8): at least one of the two is there.
public struct ListValidators: Hashable, Sendable {
    public let entityTag: String?
    public let lastModified: String?

    /// Nil for an answer that named neither.
    public init?(entityTag: String?, lastModified: String?) {
        if entityTag == nil, lastModified == nil { return nil }
        (self.entityTag, self.lastModified) = (entityTag, lastModified)
    }
}

/// How much lies between the store and a backend.
public struct BackendTally: Hashable, Sendable {
    /// Cards that are pending, and how many of these it refused.
    public var pending = 0
    public var refused = 0
    /// Cards with a conflict with it.
    public var conflicts = 0
    /// Cards that it once had and did not name in its last whole list.
    public var absent = 0

    public init(pending: Int = 0, refused: Int = 0, conflicts: Int = 0, absent: Int = 0) {
        (self.pending, self.refused, self.conflicts, self.absent) = (pending, refused, conflicts, absent)
    }
}

/// One card that a backend does not have as it is here.
public struct PendingUpload: Hashable, Sendable {
    public enum Content: Hashable, Sendable {
        /// The whole card as it is now.
        case upload(Card)
        case delete
    }

    public let identifier: CardID
    public let content: Content
    /// How often it was tried, and what was said the last time.
    public let attempts: Int
    public let lastFailure: String?
    /// The place in the change log that this stands for; tells an acknowledgement of an older state from a newer one.
    public let sequence: Int64

    public init(identifier: CardID, content: Content, attempts: Int, lastFailure: String?, sequence: Int64) {
        self.identifier = identifier
        self.content = content
        self.attempts = attempts
        self.lastFailure = lastFailure
        self.sequence = sequence
    }
}

/// What a merge came to.
public struct MergeReport: Hashable, Sendable {
    public var added = 0
    public var changed = 0
    /// Cards in which both sides changed the same field: ours stayed, theirs is kept beside it.
    public var conflicts = 0
    /// New cards that were left out because they have no name.
    public var nameless = 0
    /// Cards that were deleted here and came back, because they were changed elsewhere since: their names.
    public var revived: [String] = []

    public init() {}

    public static func += (report: inout MergeReport, other: MergeReport) {
        report.added += other.added
        report.changed += other.changed
        report.conflicts += other.conflicts
        report.nameless += other.nameless
        report.revived += other.revived
    }
}
