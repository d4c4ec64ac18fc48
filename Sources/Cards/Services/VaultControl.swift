/// Sharing cards with other devices, as commands and screens do it.
public protocol VaultControl: Sendable {
    /// Looks at an address: tries what a vault needs of it, and says what setting it up would do. It changes nothing.
    func plan(_ address: RemoteAddress) async throws -> VaultPlan

    /// Makes or joins the vault as planned, and exchanges with the remote for the first time.
    func setUp(
        _ plan: VaultPlan, deviceName: String, progress: @escaping @Sendable (ExchangePhase) -> Void
    ) async throws -> ExchangeReport

    /// One exchange, outside of those that happen by themselves.
    func exchange(
        with remote: RemoteID, acceptingDeletions: Bool, progress: @escaping @Sendable (ExchangePhase) -> Void
    ) async throws -> ExchangeReport

    /// Exchanges with the remote, then replaces what is old there by a snapshot: batches of this device, and older snapshots.
    /// - Parameter isDryRun: only says what it would do, without an exchange.
    func compact(_ remote: RemoteID, isDryRun: Bool) async throws -> CompactionReport

    func check(_ address: RemoteAddress) async throws -> [VaultRemoteFinding]

    /// Makes a vault in a database, with the rights of its owner, and lets a role use it that can do no more than a device has to.
    /// - Parameter password: what the role signs in with; nil to leave that as it is.
    func addDesk(_ role: String, password: String?, to address: RemoteAddress) async throws

    /// Forgets a remote; what is there stays there.
    func remove(_ remote: RemoteID) async throws

    /// The devices that share the cards, this one first; none where the cards are not shared.
    func devices() async throws -> [VaultDevice]

    /// Forgets a device that does not come back: it is not waited for. What it sent stays.
    func forget(_ device: DeviceID) async throws

    /// Exchanges whenever something changes here or there, until the program ends.
    func start() async

    /// Exchanges now, also where an error had stopped it.
    func exchangeNow() async

    /// The state of each remote now, and after every change.
    func statuses() async -> AsyncStream<[RemoteStatus]>

    /// What exchanges did that happened by themselves.
    func reports() async -> AsyncStream<RemoteReport>
}

/// What setting up a remote would do.
public struct VaultPlan: Equatable, Sendable {
    public let address: RemoteAddress
    /// The vault that is there; nil where one would be made.
    public let there: VaultID?
    /// The vault that this store is in already.
    public let here: VaultID?
    /// How many cards would be sent, those that are there as well included.
    public let cardsHere: Int
    /// About how many batches would be fetched; nil where none are there.
    public let batchesThere: Int
    public let findings: [VaultRemoteFinding]
    /// What the other devices are called, as far as they have told it.
    public let deviceNames: Set<String>

    public init(
        address: RemoteAddress, there: VaultID?, here: VaultID?, cardsHere: Int, batchesThere: Int,
        findings: [VaultRemoteFinding], deviceNames: Set<String> = []
    ) {
        self.address = address
        self.there = there
        self.here = here
        self.cardsHere = cardsHere
        self.batchesThere = batchesThere
        self.findings = findings
        self.deviceNames = deviceNames
    }

    public var isPossible: Bool {
        findings.allSatisfy { $0.severity != .unusable } && (there == nil || here == nil || there == here)
    }
}

/// Where the exchange with a remote stands.
public struct RemoteStatus: Equatable, Sendable, Identifiable {
    public enum Activity: Equatable, Sendable {
        case idle
        case running(ExchangePhase)
        /// It failed and is tried again then.
        case waiting(until: Timestamp)
        /// It failed for a reason that only a person can change.
        case stopped
    }

    public var id: RemoteID { remote }
    public let remote: RemoteID
    /// For people: "nas.example", "/mnt/stick/cards".
    public let name: String
    public var activity: Activity
    public var failure: String?
    public var lastExchange: Timestamp?
    public var tally: VaultTally
    public var missingPhotos: Int
    /// The devices that sent those photos.
    public var missingPhotoDevices: [String] = []
    /// Batches there that cannot be used yet, and who has to sync.
    public var waiting: [RemoteFlaw] = []
    /// Numbers the ends of exchanges, good or bad, in their order: that of the last one; 0 before the first.
    public var lastEnd = 0

    public init(
        _ remote: RemoteID, name: String, activity: Activity = .idle, failure: String? = nil,
        lastExchange: Timestamp? = nil,
        tally: VaultTally = VaultTally(), missingPhotos: Int = 0
    ) {
        self.remote = remote
        self.name = name
        self.activity = activity
        self.failure = failure
        self.lastExchange = lastExchange
        self.tally = tally
        self.missingPhotos = missingPhotos
    }
}

/// What an exchange did that happened by itself.
public struct RemoteReport: Equatable, Sendable {
    public let remote: RemoteID
    public let name: String
    public let report: ExchangeReport

    public init(_ remote: RemoteID, name: String, _ report: ExchangeReport) {
        self.remote = remote
        self.name = name
        self.report = report
    }
}
