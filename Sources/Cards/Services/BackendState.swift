/// What differs between a store and one of its backends, as of the last sync.
public struct BackendState: Hashable, Sendable {
    public let record: BackendRecord
    public let tally: BackendTally
    /// How many values of its cards could not be read, and are kept as they came.
    public var unread = 0
    /// How many cards of its last list could not be read.
    public var skipped = 0
    /// How many cards its last list has more than once.
    public var doubled = 0

    public init(record: BackendRecord, tally: BackendTally) { (self.record, self.tally) = (record, tally) }
}
