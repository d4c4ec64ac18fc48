/// The store's interface for the exchange of batches: which vault it is in, what the remotes lack, and what came from other devices.
///
/// What was changed here is in the log, in the same transaction as the change; it becomes batches before anything of another device is
/// merged, so that each batch tells what its device knew when the change was made.
public protocol VaultStore: PhotoReading {
    /// Nil if the store is in no vault. Finds out whether the store was copied since: then it becomes a new device.
    func vault() async throws -> VaultMembership?

    /// Makes the store a device of the vault. Its cards, and those of the vault, become the same. Throws ``VaultError`` if it is in
    /// another vault.
    func joinVault(_ vault: VaultID, deviceName: String) async throws -> VaultMembership

    /// Forgets vault, devices and remotes. The cards stay.
    func leaveVault() async throws

    func remotes() async throws -> [RemoteRecord]

    func addRemote(_ remote: RemoteID) async throws

    func removeRemote(_ remote: RemoteID) async throws

    /// Notes how an exchange ended: why it failed, nil for one that did not.
    func noteExchange(with remote: RemoteID, at time: Timestamp, failure: String?) async throws

    /// Makes batches of what was changed here, at most this many in one transaction. Returns whether more is left.
    func makeBatches(atMost limit: Int) async throws -> Bool

    /// The batches that the remote lacks as far as is known here, in the order in which they are to be written: of at most `bytes`, but at
    /// least one.
    /// - Parameter devices: whose batches are left out.
    func outgoing(to remote: RemoteID, bytes: Int, except devices: Set<DeviceID>) async throws -> [OutgoingBatch]

    /// Notes that the remote has these.
    func acknowledge(_ batches: [BatchID], by remote: RemoteID) async throws

    /// This device was copied: another one wrote batches under its name. It gets a new name, and what it made from this batch on, or did not
    /// send, is sent under that. What is merged under the old name from now on is sent on: others may never meet it.
    func becomeNewDevice(from number: Int64) async throws

    /// All that other devices wrote under a former name of this one is merged.
    func noteAllMet() async throws

    /// Remembers the header of a remote, which should never change.
    func note(_ header: VaultHeader, of remote: RemoteID) async throws

    /// What is merged already.
    func known() async throws -> VersionVector

    /// Merges batches that a remote has in one transaction, as far as all that they build on is known; see ``VaultMergeReport/waiting``.
    /// Everything that was changed here must be in batches.
    /// - Parameter acceptingDeletions: whether a device may delete a large part of the cards at once; otherwise ``VaultError`` is thrown.
    /// - Parameter before: what was known when the exchange began: cards that came since are not missed. Nil for what is known now.
    func merge(
        _ batches: [ReceivedBatch], from remote: RemoteID, acceptingDeletions: Bool, knownBefore before: VersionVector?
    ) async throws -> VaultMergeReport

    /// Throws ``VaultError`` where the batches, with what is merged already, delete a large part of the cards at once. Returns whether they
    /// delete a card that is here: the decision holds for these batches only.
    func checkDeletions(in batches: [ReceivedBatch], knownBefore before: VersionVector?) async throws -> Bool

    /// Photos that cards name and whose bytes are not here, those of small size first.
    func missingPhotos(limit: Int) async throws -> [PhotoHash]

    func missingFileCount() async throws -> Int

    /// The names of the devices whose batches name photos that are missing, of some of them.
    func missingPhotoDevices() async throws -> [String]

    /// Photos that cards name and whose bytes are here, by hash, with their sizes: those behind a place, which is nil for the first.
    func namedPhotos(after place: PhotoHash?, limit: Int) async throws -> [(hash: PhotoHash, size: Int)]

    /// Stores the bytes of a photo that a card names.
    func addPhoto(_ bytes: [UInt8], _ hash: PhotoHash) async throws

    /// How many batches, and changes that are in none yet, the remote lacks.
    func tally(of remote: RemoteID) async throws -> VaultTally

    /// This device first, then by name.
    func devices() async throws -> [VaultDevice]

    /// Forgets a device that does not come back: it is not waited for. What it sent stays.
    func forget(_ device: DeviceID) async throws

    /// How many cards are here.
    func count() async throws -> Int

    /// An element whenever there may be something to send. Ends with the store.
    func pendingNotices() async -> AsyncStream<Void>

    // MARK: - What remotes lost

    /// What tells whether the bytes of the device's batches are those that are known here, by number.
    func batchMarks(of device: DeviceID, upTo number: Int64) async throws -> [Int64: BatchMark]

    /// Those of these batches that are known here.
    func batches(_ identifiers: [BatchID]) async throws -> [OutgoingBatch]

    /// What is wrong at a remote, by kind, device and number.
    func flaws(of remote: RemoteID) async throws -> [VaultFlaw]

    func setFlaws(_ flaws: [VaultFlaw], of remote: RemoteID) async throws

    /// The snapshots that were read at a remote.
    func snapshots(of remote: RemoteID) async throws -> [KnownSnapshot]

    func setSnapshots(_ snapshots: [KnownSnapshot], of remote: RemoteID) async throws

    /// When this device read back all that it had written to a remote.
    func lastComparison(with remote: RemoteID) async throws -> Timestamp?

    func noteComparison(with remote: RemoteID, at time: Timestamp) async throws

    /// Remembers that the vault is encrypted: from then on it is never read or written in another way.
    func noteSealed() async throws

    // MARK: - Secret fields

    /// Some of the cards whose secret fields are to be encrypted for the other devices.
    func secretsToSeal(limit: Int) async throws -> [CardID: SharedSecrets]

    /// Has them go into the next batch, where they are still what was encrypted.
    func setSealed(_ text: String, of secrets: SharedSecrets, _ card: CardID) async throws

    /// What came in batches and is to be decrypted, behind this one.
    func receivedSecrets(after row: Int64, limit: Int) async throws -> [ReceivedSecrets]

    /// Merges what was decrypted; nil for what nobody can read, which is left out.
    func merge(_ secrets: [(received: ReceivedSecrets, opened: SharedSecrets?)]) async throws

    // MARK: - Snapshots

    /// All batches that the vector covers, in the order in which they became known: none builds on a later one. A store keeps all that it
    /// ever knew. Those behind a place, which is 0 for the first; of at most about `bytes`.
    func batches(upTo covered: VersionVector, after place: Int64, bytes: Int) async throws -> BatchPage

    /// How many batches of each device that the vector does not cover were made at these times, by their clocks.
    func batchCounts(
        beyond covered: VersionVector, madeIn times: ClosedRange<HybridTime>
    ) async throws -> [DeviceID: Int]

    /// The numbers of the device's batches that are known and were made before this time.
    func batchNumbers(of device: DeviceID, madeBefore time: HybridTime) async throws -> [Int64]

    /// A hash of all cards, the same on each device that knows the same batches.
    func contentHash() async throws -> ObjectHash
}

extension VaultStore {
    public func merge(
        _ batches: [ReceivedBatch], from remote: RemoteID, acceptingDeletions: Bool
    ) async throws -> VaultMergeReport {
        try await merge(batches, from: remote, acceptingDeletions: acceptingDeletions, knownBefore: nil)
    }

    public func outgoing(to remote: RemoteID, bytes: Int) async throws -> [OutgoingBatch] {
        try await outgoing(to: remote, bytes: bytes, except: [])
    }
}

/// Identifies a remote by its address without secrets: `folder:/mnt/stick/cards`, `https://nas.example/dav`,
/// `postgresql://desk@db.example/cards`.
public struct RemoteID: Hashable, Sendable {
    public let text: String
    public init(_ text: String) { self.text = text }
}

/// The vault that a store is in.
public struct VaultMembership: Equatable, Sendable {
    public let vault: VaultID
    public let device: DeviceID
    public let deviceName: String
    /// Whether its objects are encrypted. It never becomes false.
    public let isSealed: Bool

    public init(vault: VaultID, device: DeviceID, deviceName: String, isSealed: Bool = false) {
        self.vault = vault
        self.device = device
        self.deviceName = deviceName
        self.isSealed = isSealed
    }
}

public struct RemoteRecord: Equatable, Sendable {
    public let remote: RemoteID
    /// What the remote is known to have.
    public var has: VersionVector
    /// When an exchange with it succeeded last.
    public var lastExchange: Timestamp?
    /// Why the last one failed, and when.
    public var failure: String?
    public var failedAt: Timestamp?
    /// The header that it had when it was seen last.
    public var header: VaultHeader?
    /// Whether nothing was exchanged with it yet.
    public var isNew: Bool { has.isEmpty && lastExchange == nil }

    public init(
        _ remote: RemoteID, has: VersionVector = VersionVector(), lastExchange: Timestamp? = nil,
        failure: String? = nil, failedAt: Timestamp? = nil, header: VaultHeader? = nil
    ) {
        self.remote = remote
        self.has = has
        self.lastExchange = lastExchange
        self.failure = failure
        self.failedAt = failedAt
        self.header = header
    }
}

/// The secret fields of a card as they came in a batch.
public struct ReceivedSecrets: Equatable, Sendable {
    /// Its place among those that came.
    public let row: Int64
    public let card: CardID
    public let device: DeviceID
    /// Encrypted.
    public let text: String

    public init(row: Int64, card: CardID, device: DeviceID, text: String) {
        (self.row, self.card, self.device, self.text) = (row, card, device, text)
    }
}

/// A batch that a remote had.
public struct ReceivedBatch: Sendable {
    public let batch: ChangeBatch
    /// As they travelled, for remotes that lack it.
    public let bytes: [UInt8]
    public let hash: ObjectHash

    public init(_ batch: ChangeBatch, bytes: [UInt8]) {
        self.batch = batch
        self.bytes = bytes
        hash = ObjectHash(of: bytes)
    }
}

/// Some of the batches that a store knows.
public struct BatchPage: Equatable, Sendable {
    public let batches: [OutgoingBatch]
    /// Behind which place the next page begins; nil after the last one.
    public let next: Int64?

    public init(_ batches: [OutgoingBatch], next: Int64?) { (self.batches, self.next) = (batches, next) }
}

/// What became of batches that were merged.
public struct VaultMergeReport: Equatable, Sendable {
    public var merged = 0
    /// Those that build on batches that are not here yet.
    public var waiting: [BatchID] = []
    /// The batches that they wait for, each with how many wait for it.
    public var missing: [BatchID: Int] = [:]
    public var added = 0
    public var changed = 0
    public var deleted = 0
    /// Cards with a new conflict.
    public var conflicts = 0
    /// The names of cards that were deleted and came back, because they were changed elsewhere meanwhile.
    public var revived: [String] = []
    /// What each device changed, in the order in which it was merged.
    public var news: [DeviceNews] = []
    /// What a card here cannot have, and was left out of it.
    public var rejected: [RejectedValue] = []
    /// Batches with the number of another one that is known: from a device that was copied.
    public var contradicting: [BatchID] = []

    public init() {}

    public static func += (report: inout VaultMergeReport, other: VaultMergeReport) {
        report.merged += other.merged
        (report.waiting, report.missing) = (other.waiting, other.missing)
        report.added += other.added
        report.changed += other.changed
        report.deleted += other.deleted
        report.conflicts += other.conflicts
        report.revived += other.revived
        for news in other.news { report.add(news) }
        report.rejected += other.rejected
        report.contradicting += other.contradicting
    }
}

/// A value of another device that is beyond the bounds of a card, or none of its field.
public struct RejectedValue: UserFacingError, Equatable {
    public let device: DeviceID
    /// Empty for one that has told none.
    public var deviceName = ""
    /// Its name; the identifier where it has none.
    public let card: String
    public let reason: CardJSONError

    public init(_ device: DeviceID, _ card: String, _ reason: CardJSONError) {
        self.device = device
        self.card = card
        self.reason = reason
    }

    public var userMessage: String {
        "\(deviceName.isEmpty ? "another device" : deviceName.prefix(30)): \"\(card.prefix(60))\": \(reason.userMessage)"
    }
}

public struct VaultTally: Equatable, Sendable {
    /// Batches that the remote lacks.
    public var batches = 0
    /// Changes since the last batch: of cards, one for each save.
    public var changes = 0

    public init(batches: Int = 0, changes: Int = 0) { (self.batches, self.changes) = (batches, changes) }

    public var isEmpty: Bool { batches == 0 && changes == 0 }
}

public struct VaultDevice: Equatable, Sendable, Identifiable {
    public let id: DeviceID
    /// Empty for one that has told none.
    public let name: String
    public let isThisOne: Bool
    /// The highest batch of it that is known, and when that was made.
    public let number: Int64
    public let lastBatch: Timestamp?
    public let isForgotten: Bool

    public init(
        _ id: DeviceID, name: String, isThisOne: Bool, number: Int64, lastBatch: Timestamp?, isForgotten: Bool
    ) {
        self.id = id
        self.name = name
        self.isThisOne = isThisOne
        self.number = number
        self.lastBatch = lastBatch
        self.isForgotten = isForgotten
    }
}

/// Why the store does not merge or join.
public enum VaultError: UserFacingError, Equatable {
    case noVault
    case otherVault(here: VaultID, there: VaultID)
    /// This device deleted so many of so many cards within ten minutes; some of them are deleted here already.
    case manyDeletions(device: String, deleted: Int, of: Int, alreadyHere: Int = 0)
    case newerFormat(Int)

    public var userMessage: String {
        switch self {
        case .noVault:
            "The cards of this store are not shared with other devices. Set up sharing with `cards-tui sync setup`."
        case .otherVault:
            "The cards at this address are not the ones that this store shares. Nothing was changed. Choose another address, or "
                + "another store with --store."
        case .manyDeletions(let device, let deleted, let all, let already):
            "\(device) deleted \(deleted) of \(all) cards within ten minutes. "
                + (already == 0
                    ? "Nothing was deleted here."
                    : "\(already) of them are deleted here already, the others are not.")
                + " To delete them here as well: cards-tui sync --accept-deletions. To bring them back: restore them there."
        case .newerFormat(let format):
            "The shared cards were written by a newer cards-tui (format \(format)). Nothing was changed; update cards-tui here."
        }
    }
}
