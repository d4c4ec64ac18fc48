internal import Basics

/// The store's interface for the network loader: the last known state of a backend, and its pending uploads. A store keeps these
/// for each backend separately, by its normalized URL.
public protocol BackendStore: PhotoReading {
    /// Registers the backend. The first time, all existing cards become pending for it, but these are not sent before
    /// ``setConsent(_:for:)``: see ``BackendRecord/consent``.
    func connect(to backend: BackendID) async throws -> BackendRecord

    /// Registers a backend that is in the settings, so that cards that are added from now on are not among those from before it was set. Does
    /// nothing where the store cannot be written at once.
    func note(_ backend: BackendID) async

    /// The user's answer whether cards that were added before this backend may be sent to it. `declined` drops these pending
    /// uploads; later changes become pending as usual.
    func setConsent(_ consent: BackendConsent, for backend: BackendID) async throws

    /// Acquires the sync lock for the backend and this store: false while another program or store on the same file holds it. The
    /// lock is released when its process ends.
    func acquireSyncLock(with backend: BackendID) async throws -> Bool

    func releaseSyncLock(with backend: BackendID) async

    /// Starts a download; the returned number is passed to the two calls below, so that absent cards can be counted.
    func beginDownload(from backend: BackendID) async throws -> Int

    /// Merges the backend's cards into the store, three ways against its shadow, in one transaction. A new card without a name is
    /// skipped and counted.
    func merge(_ patches: [CardPatch], from backend: BackendID, download: Int) async throws -> MergeReport

    /// Ends a complete download, and stores the validators for the next request. Cards that the backend once had and no longer
    /// lists are marked absent. Nothing is deleted.
    /// - Parameter isWhole: false if a part of the list could not be read: then no card is marked absent.
    func finishDownload(
        from backend: BackendID, download: Int, isWhole: Bool, validators: ListValidators?
    ) async throws

    /// Stores how many cards of the last list could not be read, or stand in it more than once.
    func note(_ list: ListReport, of backend: BackendID) async throws

    /// Stores when a transfer succeeded last: ``BackendRecord/lastSync``.
    func noteSync(with backend: BackendID, at time: Timestamp) async throws

    /// The pending uploads that the backend has not rejected and that may be sent, oldest first: one per card, however often it was edited.
    func pendingUploads(for backend: BackendID, limit: Int) async throws -> [PendingUpload]

    /// The pending upload of this card; nil if there is none.
    func pendingUpload(_ identifier: CardID, to backend: BackendID) async throws -> PendingUpload?

    func tally(of backend: BackendID) async throws -> BackendTally

    /// The pending cards for display: rejected ones first, then the oldest; then those that were sent again after they were deleted here for
    /// good; then the cards that the backend no longer has.
    func pendingCards(for backend: BackendID, limit: Int) async throws -> [PendingCard]

    /// Deletes cards that the backend no longer has, as one step of the history, or queues them to be sent again. Of cards that were sent again
    /// after they were deleted here for good, deletes them there, or takes them.
    /// - Returns: how many. Left alone are those that the backend has again, or that were changed here and are pending.
    func settleAbsent(_ cards: [CardID], _ decision: AbsenceDecision, with backend: BackendID) async throws -> Int

    /// Records that these are about to be sent: they may arrive even if the attempt fails.
    func noteAttempt(_ changes: [PendingUpload], with backend: BackendID) async throws

    /// The backend has accepted these. An entry whose card has changed since it was read stays pending.
    func acknowledge(_ changes: [PendingUpload], by backend: BackendID) async throws

    /// The backend did not accept these; the message is kept with them until it does. Cards rejected as invalid are parked: they
    /// stay pending, but ``pendingUploads(for:limit:)`` leaves them out until the card changes or ``retry(_:with:)`` is called.
    func recordFailure(
        _ changes: [PendingUpload], reason: String, isRefusal: Bool, by backend: BackendID
    ) async throws

    /// Makes rejected uploads pending again: of this card, or all for nil.
    func retry(_ identifier: CardID?, with backend: BackendID) async throws

    /// An element whenever there may be new pending uploads. Ends with the store.
    func pendingNotices() async -> AsyncStream<Void>

}

/// Identifies a backend by its normalized base URL, without credentials.
public struct BackendID: Hashable, Sendable {
    public let text: String
    public init(normalizedURL text: String) { self.text = text }

    /// The files of another program. An import can contradict changes made here as a backend can, but nothing is ever sent there.
    public init(filesOf program: String) { text = Self.filePrefix + program }

    private static let filePrefix = "file:"

    /// Another device of the vault, as the other side of conflicts.
    public init(device: DeviceID) { text = Self.devicePrefix + device.text }

    private static let devicePrefix = "device:"

    /// The device that it stands for; nil for a backend.
    public var device: DeviceID? {
        text.hasPrefix(Self.devicePrefix) ? DeviceID(String(text.dropFirst(Self.devicePrefix.count))) : nil
    }

    /// The program whose files it stands for; nil for a backend.
    public var program: String? {
        text.hasPrefix(Self.filePrefix) ? String(text.dropFirst(Self.filePrefix.count)) : nil
    }

    /// Host and port, for display.
    public var host: String {
        let rest = text.firstRange(bytesOf: "://").map { text[$0.upperBound...] } ?? text[...]
        return String(rest.prefix { $0 != "/" })
    }
}

/// Whether cards that were added before a backend may be sent to it.
public enum BackendConsent: String, Sendable {
    /// There are such cards and the user has not been asked yet: they are not uploaded.
    case unasked
    case granted
    case declined
}

/// The store's record of a backend.
public struct BackendRecord: Equatable, Sendable {
    public let backend: BackendID
    /// `granted` from the start if the store had no cards.
    public var consent: BackendConsent
    /// The validators of its last complete list.
    public var validators: ListValidators?
    /// When a transfer succeeded last, by any program on this store.
    public var lastSync: Timestamp?

    public init(
        backend: BackendID, consent: BackendConsent, validators: ListValidators? = nil, lastSync: Timestamp? = nil
    ) {
        self.backend = backend
        self.consent = consent
        self.validators = validators
        self.lastSync = lastSync
    }
}

/// The validators with which a backend detects an unchanged list (RFC 9110, 8.8): at least one is present.
public struct ListValidators: Equatable, Sendable {
    public let entityTag: String?
    public let lastModified: String?

    /// Nil for a response without either.
    public init?(entityTag: String?, lastModified: String?) {
        if entityTag == nil, lastModified == nil { return nil }
        self.entityTag = entityTag
        self.lastModified = lastModified
    }
}

/// Counts of what differs between the store and a backend.
public struct BackendTally: Equatable, Sendable {
    /// Pending cards, and how many of these the backend has rejected.
    public var pending = 0
    public var refused = 0
    /// Cards with a conflict with it, or with an imported file.
    public var conflicts = 0
    /// Cards that the backend once had and that are missing from its last complete list.
    public var absent = 0
    /// Cards that were deleted here for good and that somebody has sent to it again.
    public var returned = 0

    /// The pending cards from before the backend was set, as long as it is not known whether they may be sent.
    public var earlier = 0

    /// The pending cards that were not rejected.
    public var unsent: Int { max(0, pending - refused) }
    /// Those of them that are sent with the next upload.
    public var waiting: Int { max(0, unsent - earlier) }

    public init(
        pending: Int = 0, refused: Int = 0, conflicts: Int = 0, absent: Int = 0, returned: Int = 0, earlier: Int = 0
    ) {
        self.pending = pending
        self.refused = refused
        self.conflicts = conflicts
        self.absent = absent
        self.returned = returned
        self.earlier = earlier
    }
}

/// A card whose current version a backend does not have.
public struct PendingUpload: Equatable, Sendable {
    public enum Content: Equatable, Sendable {
        /// The whole current card.
        case upload(Card)
        case delete
    }

    public let identifier: CardID
    public let content: Content
    /// The number of attempts, and the last error.
    public let attempts: Int
    public let lastFailure: String?
    /// The change log's sequence number of this state; distinguishes an acknowledgement of an older state from one of a newer
    /// state.
    public let sequence: Int64

    public init(identifier: CardID, content: Content, attempts: Int, lastFailure: String?, sequence: Int64) {
        self.identifier = identifier
        self.content = content
        self.attempts = attempts
        self.lastFailure = lastFailure
        self.sequence = sequence
    }

    /// The same upload with another form of the card.
    public func with(_ card: Card) -> PendingUpload {
        PendingUpload(
            identifier: identifier, content: .upload(card), attempts: attempts, lastFailure: lastFailure,
            sequence: sequence)
    }
}

/// The result of a merge.
public struct MergeReport: Equatable, Sendable {
    public var added = 0
    public var changed = 0
    /// Cards in which both sides changed the same field: the local value stays, the backend's is kept beside it.
    public var conflicts = 0
    /// How many new cards were skipped because they have no name, and the first of them.
    public private(set) var namelessCount = 0
    public private(set) var nameless: [CardID] = []
    /// The names of cards that were deleted here and came back, because they were changed elsewhere since.
    public var revived: [String] = []
    /// The values that changed on the backend and cannot be read.
    public var unread = UnreadValues()
    /// The names of cards that the list has more than once: the first one counts.
    public var doubled: [String] = []

    public init() {}

    public mutating func addNameless(_ identifier: CardID) {
        namelessCount += 1
        if nameless.count < ListReport.maximumRejections { nameless.append(identifier) }
    }

    public static func += (report: inout MergeReport, other: MergeReport) {
        report.added += other.added
        report.changed += other.changed
        report.conflicts += other.conflicts
        report.namelessCount += other.namelessCount
        report.nameless += other.nameless.prefix(max(0, ListReport.maximumRejections - report.nameless.count))
        report.revived += other.revived
        report.unread += other.unread
        report.doubled += other.doubled.prefix(max(0, ListReport.maximumRejections - report.doubled.count))
    }
}

/// What differs between a store and one of its backends, as of the last sync.
public struct BackendState: Equatable, Sendable {
    public let record: BackendRecord
    public let tally: BackendTally
    /// How many values of its cards could not be read, and are kept as they came.
    public var unread = 0
    /// How many cards of its last list could not be read.
    public var skipped = 0
    /// How many cards its last list has more than once.
    public var doubled = 0

    public init(record: BackendRecord, tally: BackendTally) { (self.record, self.tally) = (record, tally) }
}
