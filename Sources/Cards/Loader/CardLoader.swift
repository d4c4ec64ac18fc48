internal import Basics

/// The network loader's interface for the screens: it works on its own; they request a sync and show its status.
public protocol CardLoader: Sendable {
    /// Downloads and uploads now, without waiting for the next scheduled time.
    func synchronize() async

    /// Cancels running and scheduled transfers; results so far are kept. Nothing is tried again before ``synchronize()``.
    func cancel() async

    /// The pending cards: rejected ones first, then the oldest; then those that the backend no longer has. Throws ``StoreError``.
    func pendingCards(limit: Int) async throws -> [PendingCard]

    /// Deletes or keeps cards that the backend no longer has, or that were sent to it again after they were deleted here for good. Returns how
    /// many: those of which that is not so any more are left alone.
    /// Throws ``StoreError``.
    func settleAbsent(_ cards: [CardID], _ decision: AbsenceDecision) async throws -> Int

    /// Downloads and uploads if nothing keeps it from that: unlike ``synchronize()`` it neither retries what was refused nor goes on
    /// after a stop or a failure.
    func lookAgain() async

    /// Sends rejected cards again: this card, or all for nil. Returns immediately.
    func retryRefused(_ card: CardID?) async

    /// The answer to ``LoaderStatus/question``.
    func setConsent(_ consent: BackendConsent) async

    /// The current status, then the newest after every change. Ends when the loader is stopped.
    func statuses() async -> AsyncStream<LoaderStatus>
}

/// What becomes of a card that the backend no longer has, or has again.
public enum AbsenceDecision: Hashable, Sendable {
    /// It is deleted here, too; one that is not here is deleted on the backend.
    case delete
    /// It stays, and is sent to the backend as a new card; one that is not here is taken from the backend.
    case keep
}

/// A card whose current version the backend does not have.
public struct PendingCard: Equatable, Sendable, Identifiable {
    public enum Kind: Hashable, Sendable {
        case new, changed, deleted
        /// The backend had it and no longer lists it: nothing is sent before the user decides.
        case absent
        /// It was deleted here for good, and somebody has sent it to the backend again: it is not here, and nothing is sent before the user
        /// decides.
        case returned

        /// Whether the user has to decide about it: ``CardLoader/settleAbsent(_:_:)``.
        public var isUndecided: Bool { self == .absent || self == .returned }
    }

    public let id: CardID
    public let name: String
    public let kind: Kind
    /// The number of attempts, and the last error.
    public let attempts: Int
    public let lastFailure: String?
    /// Rejected by the backend: it is sent again on request, or when it changes.
    public let isRefused: Bool

    /// Whether the card is in the store.
    public var isHere: Bool { kind != .deleted && kind != .returned }

    public init(id: CardID, name: String, kind: Kind, attempts: Int, lastFailure: String?, isRefused: Bool) {
        self.id = id
        self.name = name
        self.kind = kind
        self.attempts = attempts
        self.lastFailure = lastFailure
        self.isRefused = isRefused
    }
}

/// Sets the backend while the program runs: tries it, and writes it into the settings. Existing settings stay as they are.
public protocol BackendSetup: Sendable {
    /// Credentials are about to be typed: from now on the process leaves no core dump.
    func prepare()

    /// Requests the backend's list and returns how many cards it has; nothing is stored. A cancelled task ends the request. Throws
    /// errors with messages for people.
    func tryOut(_ proposal: BackendProposal) async throws -> Int

    /// Writes the settings, and the credentials into a file of their own, and returns the started loader.
    func save(_ proposal: BackendProposal) async throws -> any CardLoader
}

/// A backend as typed. Its description does not contain the credentials.
public struct BackendProposal: Equatable, Sendable, CustomStringConvertible, CustomReflectable {
    public var url: String
    public var kind: BackendKind
    /// `user:password` or a token; empty for none.
    public var credentials: String

    public init(url: String = "", kind: BackendKind = .myCards, credentials: String = "") {
        self.url = url
        self.kind = kind
        self.credentials = credentials
    }

    /// The same with a scheme where none was typed: http for a server on this machine, which has a port, otherwise https.
    public var withScheme: BackendProposal {
        if url.contains(bytesOf: "://") { return self }
        var proposal = self
        let host = url.prefix { $0 != "/" }.lowercased()
        let isHere = ["localhost:", "127.", "[::1]:"].contains { host.hasPrefix($0) }
        let hasPort = host.split(separator: "]").last?.contains(":") == true
        proposal.url = (isHere && hasPort ? "http://" : "https://") + url
        return proposal
    }

    public var description: String { "\(url) (\(kind.rawValue))" }
    public var customMirror: Mirror { Mirror(self, children: ["url": url, "kind": kind]) }
}

/// The kinds of backends. The raw value is the name in the settings.
public enum BackendKind: String, Sendable, CaseIterable {
    case myCards = "mycards"
    case firebase

    /// The name for display.
    public var name: String {
        switch self {
        case .myCards: "My Cards"
        case .firebase: "Firebase"
        }
    }
}
