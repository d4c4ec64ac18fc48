/// A batch as a remote lists it. Two batches with one identifier and different hashes come from a device that was copied.
public struct ListedBatch: Hashable, Sendable {
    public let id: BatchID
    /// The beginning of the hash of the bytes as they travel, as far as the name tells it: 16 to 64 hexadecimal digits.
    public let hash: String
    /// The bytes, where listing brings them.
    public let bytes: [UInt8]?

    public init(_ id: BatchID, hash: String, bytes: [UInt8]? = nil) {
        (self.id, self.hash, self.bytes) = (id, hash, bytes)
    }
}

/// Some batches that a remote has, by device and number.
public struct BatchListing: Hashable, Sendable {
    public var batches: [ListedBatch]
    /// Whether a further listing finds more.
    public var hasMore: Bool
    /// Names in the vault's folders that are none of its objects, for ``VaultRemoteFinding``: at most a hundred.
    public var strangers: [String]

    public init(_ batches: [ListedBatch] = [], hasMore: Bool = false, strangers: [String] = []) {
        (self.batches, self.hasMore, self.strangers) = (batches, hasMore, strangers)
    }
}

/// A batch that is to be written.
public struct OutgoingBatch: Hashable, Sendable {
    public let id: BatchID
    public let bytes: [UInt8]
    /// The photos that it names: a remote has them before it has the batch.
    public let photos: [PhotoHash]

    public init(_ id: BatchID, bytes: [UInt8], photos: [PhotoHash] = []) {
        (self.id, self.bytes, self.photos) = (id, bytes, photos)
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

    public init(_ time: HybridTime, _ hash: ObjectHash) { (self.time, self.hash) = (time, hash) }
}

/// What a check of a remote found, in words for the user.
public struct VaultRemoteFinding: Hashable, Sendable {
    public enum Severity: String, Hashable, Sendable { case good, remark, unusable }

    public let severity: Severity
    public let text: String

    public init(_ severity: Severity, _ text: String) { (self.severity, self.text) = (severity, text) }
}
