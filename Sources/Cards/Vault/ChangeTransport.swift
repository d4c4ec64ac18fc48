/// A remote that carries a vault between devices: a folder, a WebDAV server, a PostgreSQL database. It moves bytes and merges nothing.
///
/// Nothing there is ever overwritten: each object is written once under a name of its own, and writing it again is success. The one exception
/// is an object whose bytes do not match the hash in its own name: it is damaged, and writing it again replaces it. All calls
/// may be cancelled by their task, and check what they read: a hash that does not match is ``TransportError/Kind/damaged``.
public protocol ChangeTransport: Sendable {
    /// The remote for people, without secrets: "nas.example", "/mnt/stick/cards".
    var name: String { get }

    /// What the remote says of its vault; nil if there is none yet. A place that is empty is none; one that cannot be read throws.
    /// Afterwards everything is listed anew, whatever was remembered of earlier lists.
    func header() async throws(TransportError) -> VaultHeader?

    /// Makes the vault there. Returns the header that is there afterwards: that of another device if it was faster.
    func create(_ header: VaultHeader) async throws(TransportError) -> VaultHeader

    /// Writes a header again where its vault is there without one, or with one that cannot be read. Returns whether it did.
    func restore(_ header: VaultHeader) async throws(TransportError) -> Bool

    /// The batches that are not in `known`, by device and number, at most about `limit`. Of a batch that is there twice with different
    /// hashes, both are listed.
    func batches(after known: VersionVector, limit: Int) async throws(TransportError) -> BatchListing

    /// The bytes of a batch; nil if it is gone since it was listed.
    func bytes(of batch: ListedBatch) async throws(TransportError) -> [UInt8]?

    /// Writes the batches in their order: what became of each. Throws where one could not be written; those before it may be there.
    func write(_ batches: [OutgoingBatch]) async throws(TransportError) -> [BatchWriting]

    /// Which of these photos are there.
    func photos(among hashes: [PhotoHash]) async throws(TransportError) -> Set<PhotoHash>

    /// Which of these photos are not there, or not in this size.
    func photos(lacking sizes: [PhotoHash: Int]) async throws(TransportError) -> Set<PhotoHash>

    /// Whether looking for many photos is quick: in a folder, and not on a server that is asked for each part.
    var looksQuickly: Bool { get }

    /// The bytes of a photo; nil if it is not there. Their hash is checked, unless the header has a sealing: the name is then not the hash
    /// of the bytes, and whoever opens them checks it.
    func photo(_ hash: PhotoHash) async throws(TransportError) -> [UInt8]?

    func write(photo bytes: [UInt8], _ hash: PhotoHash) async throws(TransportError)

    /// The newest first.
    func snapshots() async throws(TransportError) -> [ListedSnapshot]

    func bytes(of snapshot: ListedSnapshot) async throws(TransportError) -> [UInt8]?

    /// - Parameter covered: the batches that are in it.
    func write(
        snapshot bytes: [UInt8], at time: HybridTime, covering covered: VersionVector
    ) async throws(TransportError)

    /// Removes these batches, which must be the device's own and in a snapshot that is there. Missing ones are no error.
    func remove(_ batches: [BatchID]) async throws(TransportError)

    /// Removes these snapshots. Another one that is there must cover all that they do. Missing ones are no error.
    func remove(snapshots: [ListedSnapshot]) async throws(TransportError)

    /// Encrypts the secret fields of a card by a key that all devices of the vault have, whatever the remote. Nil where the vault is not
    /// encrypted: then they stay on this machine.
    func seal(_ secrets: [UInt8], of card: CardID) async throws(TransportError) -> String?

    /// Nil where the vault is not encrypted. Throws ``TransportError/Kind/damaged`` for what no device of the vault encrypted.
    func open(_ secrets: String, of card: CardID) async throws(TransportError) -> [UInt8]?

    /// An element whenever there may be something new, as soon as the remote can tell; never an element where it cannot. The stream ends
    /// when its task is cancelled.
    func hints() -> AsyncStream<Void>

    /// Tries what a vault needs of the remote, before its first use, and cleans up after it. Findings are for people.
    func check() async throws(TransportError) -> [VaultRemoteFinding]

    /// Closes connections. The next call opens them again.
    func close() async
}

extension ChangeTransport {
    /// Where the header is no object of its own, nothing but it can be lost.
    public func restore(_ header: VaultHeader) async throws(TransportError) -> Bool { false }

    /// Only a transport that encrypts everything encrypts these.
    public func seal(_ secrets: [UInt8], of card: CardID) async throws(TransportError) -> String? { nil }
    public func open(_ secrets: String, of card: CardID) async throws(TransportError) -> [UInt8]? { nil }
}

/// What a remote says of the vault that it holds: written once when the vault is made there.
public struct VaultHeader: Hashable, Sendable {
    public let vault: VaultID
    /// The format of its objects. A larger one than ``knownFormat`` can be read as far as it is understood, and never written.
    public let format: Int
    /// How its objects are sealed; nil for open ones.
    public var sealing: JSON?

    public static let knownFormat = 1

    public init(vault: VaultID, format: Int = knownFormat, sealing: JSON? = nil) {
        self.vault = vault
        self.format = format
        self.sealing = sealing
    }

    /// Nil where these bytes are no header.
    public init?(_ bytes: [UInt8]) {
        guard let json = try? JSONParser.parse(bytes, maximumValues: 1000), let vault = json["vault"]?.string,
            let identifier = VaultID(vault), case .number(let digits)? = json["format"], let format = Int(digits),
            format > 0
        else { return nil }
        self.init(vault: identifier, format: format, sealing: json["sealing"])
    }

    public var bytes: [UInt8] {
        var members: [(key: String, value: JSON)] = [
            ("format", .number(String(format))), ("vault", .string(vault.text)),
        ]
        if let sealing { members.append(("sealing", sealing)) }
        return JSONWriter.bytes(of: .object(JSONObject(members))) + [UInt8(ascii: "\n")]
    }
}

/// A batch as a remote lists it. Two batches with one identifier and different hashes come from a device that was copied.
public struct ListedBatch: Equatable, Sendable {
    public let id: BatchID
    /// The beginning of the hash of the bytes as they travel, as far as the name tells it: 16 to 64 hexadecimal digits.
    public let hash: String
    /// The bytes, where listing brings them.
    public var bytes: [UInt8]?

    public init(_ id: BatchID, hash: String, bytes: [UInt8]? = nil) {
        self.id = id
        self.hash = hash
        self.bytes = bytes
    }
}

/// Some batches that a remote has, by device and number.
public struct BatchListing: Equatable, Sendable {
    public var batches: [ListedBatch]
    /// Whether a further listing finds more.
    public var hasMore: Bool
    /// What is among the batches and is none.
    public var unreadable: UnreadableNames
    /// All that the remote has of the devices that it looked at for this listing: others are as they were.
    public var inventory: [DeviceID: [StoredBatch]]

    public init(
        _ batches: [ListedBatch] = [], hasMore: Bool = false, unreadable: UnreadableNames = UnreadableNames(),
        inventory: [DeviceID: [StoredBatch]] = [:]
    ) {
        self.batches = batches
        self.hasMore = hasMore
        self.unreadable = unreadable
        self.inventory = inventory
    }
}

/// A batch as it stands at a remote, whether it is known here or not.
public struct StoredBatch: Equatable, Sendable {
    public let number: Int64
    /// As ``ListedBatch/hash``.
    public let name: String
    /// The beginning of the hash of the batch's own bytes; nil where the name is that of other ones, of sealed bytes.
    public let hash: String?
    /// Of its own bytes; nil where the remote does not tell.
    public let size: Int?

    public init(_ number: Int64, name: String, hash: String?, size: Int?) {
        self.number = number
        self.name = name
        self.hash = hash
        self.size = size
    }
}

/// What is among the objects of a vault under names that none of them has: some of the names, and how many there are.
public struct UnreadableNames: Equatable, Sendable {
    public private(set) var names: [String]
    public private(set) var count: Int

    private static let maximum = 20

    public init(_ names: [String] = [], count: Int? = nil) {
        self.names = Array(names.prefix(Self.maximum))
        self.count = max(count ?? names.count, names.count)
    }

    public static func + (left: UnreadableNames, right: UnreadableNames) -> UnreadableNames {
        UnreadableNames(left.names + right.names, count: left.count + right.count)
    }

    public static func += (left: inout UnreadableNames, right: UnreadableNames) { left = left + right }
}

/// A batch that is to be written.
public struct OutgoingBatch: Equatable, Sendable {
    public let id: BatchID
    public let bytes: [UInt8]
    /// The photos that it names: a remote has them before it has the batch.
    public let photos: [PhotoHash]

    public init(_ id: BatchID, bytes: [UInt8], photos: [PhotoHash] = []) {
        self.id = id
        self.bytes = bytes
        self.photos = photos
    }
}

/// What became of a batch that was written.
public enum BatchWriting: Hashable, Sendable {
    /// It is there, by this or an earlier attempt.
    case stored
    /// Another batch has its identifier there: this device was copied, or its store was restored from a copy.
    case taken
}

/// A snapshot of a vault as a remote lists it.
public struct ListedSnapshot: Hashable, Sendable {
    public let time: HybridTime
    public let hash: ObjectHash
    /// Of its own bytes; nil where the remote does not tell. It says nothing of which one it is.
    public let size: Int?

    public init(_ time: HybridTime, _ hash: ObjectHash, size: Int? = nil) {
        self.time = time
        self.hash = hash
        self.size = size
    }

    public static func == (left: ListedSnapshot, right: ListedSnapshot) -> Bool {
        left.time == right.time && left.hash == right.hash
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(time)
        hasher.combine(hash)
    }
}

/// What a check of a remote found, in words for the user.
public struct VaultRemoteFinding: Equatable, Sendable {
    public enum Severity: String, Hashable, Sendable {
        case good, remark
        /// Something that was there is not, or has other bytes.
        case damaged
        case unusable
    }

    public let severity: Severity
    public let text: String

    public init(_ severity: Severity, _ text: String) { (self.severity, self.text) = (severity, text) }
}

/// Why a remote could not be read or written. Its text names the remote without secrets.
public struct TransportError: UserFacingError, Equatable {
    public enum Kind: Equatable, Sendable {
        /// Nothing answers, the disk is away, the server fails: it is tried again by itself.
        case unreachable
        /// The server asks to wait.
        case busy(retryAfter: Duration?)
        /// The credentials are wrong or lack a right.
        case refused
        /// The certificate, or a redirect that must not be followed.
        case untrusted
        /// The disk or the quota there is full.
        case full
        /// Something else answers than what was set up: another vault, none, a portal's page.
        case wrongPlace
        /// The passphrase is wrong or missing.
        case sealed
        /// An object there is damaged: it is set aside, the rest goes on.
        case damaged
        /// A format or a library that is missing here.
        case unsupported
        case cancelled
    }

    public let kind: Kind
    /// The remote for people: "nas.example:443", "/mnt/stick".
    public let remote: String
    /// What happened, as the end of a sentence that begins with the remote.
    public let reason: String

    public init(_ kind: Kind, _ remote: String, _ reason: String) {
        self.kind = kind
        self.remote = remote
        self.reason = reason
    }

    /// Whether it is tried again without an action by the user.
    public var isTemporary: Bool {
        switch kind {
        case .unreachable, .busy, .full: true
        case .refused, .untrusted, .wrongPlace, .sealed, .damaged, .unsupported, .cancelled: false
        }
    }

    public var userMessage: String {
        kind == .full ? "\(remote): \(reason). Free some space there." : "\(remote): \(reason)."
    }
}
