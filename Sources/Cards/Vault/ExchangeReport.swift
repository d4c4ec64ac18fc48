/// What one exchange with a remote did.
public struct ExchangeReport: Hashable, Sendable {
    public var sentBatches = 0
    public var sentPhotos = 0
    public var receivedPhotos = 0
    public var merge = VaultMergeReport()
    /// Photos that cards name and that the remote does not have yet.
    public var missingPhotos = 0
    /// Batches that are not sent yet, since a photo that they name is not here.
    public var heldBack = 0
    /// Objects there that could not be read, as sentences.
    public var damaged: [String] = []
    /// Those of them that are batches which are not known here.
    public var unread: Set<BatchID> = []
    /// What stands among the batches there and is none.
    public var unreadable = UnreadableNames()
    /// Batches that build on ones that are not there.
    public var waiting: [RemoteFlaw] = []
    /// Batches that are others there than here: two devices had one identifier.
    public var contradicting: [BatchID] = []
    /// Whose batches are not exchanged with this remote.
    public var contradictingDevices: Set<DeviceID> { Set(contradicting.map(\.device)) }
    /// The devices that sent the photos that are still missing, by their names.
    public var missingPhotoDevices: [String] = []
    /// Whether the remote had lost something that it had before, and that this device sent again.
    public var mendedLoss = false
    /// Whether this device found out that it was copied, and goes on under a new name.
    public var becameNewDevice = false
    /// Whether this device wrote a snapshot there, so that others do not have to fetch each batch.
    public var wroteSnapshot = false

    public init() {}

    public var isNothing: Bool { self == ExchangeReport() }
}

/// How far an exchange is.
public enum ExchangePhase: Hashable, Sendable {
    case connecting
    case sending(batches: Int)
    case receiving(batches: Int)
    case photos(left: Int)
}

/// What replacing old batches of a remote by a snapshot did, or would do.
public struct CompactionReport: Hashable, Sendable {
    public struct Objects: Hashable, Sendable {
        public var count = 0
        /// Of batches as they are here: sealed ones are a little larger.
        public var bytes = 0

        public init(count: Int = 0, bytes: Int = 0) { (self.count, self.bytes) = (count, bytes) }
    }

    /// The snapshot that was written; nil where the one that is there does.
    public var written: Objects?
    /// How many batches it has.
    public var covered = 0
    public var removedBatches = Objects()
    public var removedSnapshots = Objects()
    /// Batches that could not be sent, since photos that they name are not here: then nothing is done.
    public var heldBack = 0
    /// Objects there that could not be read, as sentences.
    public var damaged: [String] = []

    public init() {}

    public var isNothing: Bool {
        written == nil && removedBatches.count == 0 && removedSnapshots.count == 0
    }
}
