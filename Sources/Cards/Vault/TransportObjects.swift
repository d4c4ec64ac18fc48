/// A batch as a remote lists it. Two batches with one identifier and different hashes come from a device that was copied.
public struct ListedBatch: Hashable, Sendable {
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
public struct BatchListing: Hashable, Sendable {
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
public struct StoredBatch: Hashable, Sendable {
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
public struct UnreadableNames: Hashable, Sendable {
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
public struct OutgoingBatch: Hashable, Sendable {
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
public struct VaultRemoteFinding: Hashable, Sendable {
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
