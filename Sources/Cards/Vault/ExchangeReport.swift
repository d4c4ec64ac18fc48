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
