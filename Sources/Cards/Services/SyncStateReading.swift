/// Reads what a store knows of its backends, without asking them.
public protocol SyncStateReading: Sendable {
    /// The backends that the store was connected to, in that order.
    func backendStates() async throws -> [BackendState]
}

/// What differs between a store and one of its backends, as of the last sync.
public struct BackendState: Hashable, Sendable {
    public let record: BackendRecord
    public let tally: BackendTally
    /// How many values of its cards could not be read, and are kept as they came.
    public let unread: Int

    public init(record: BackendRecord, tally: BackendTally, unread: Int = 0) {
        (self.record, self.tally, self.unread) = (record, tally, unread)
    }
}
