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
