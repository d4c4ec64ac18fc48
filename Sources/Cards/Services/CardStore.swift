/// The shared local store as the screens and the commands see it. All writes are durable when the call returns.
///
/// The list is asked for in windows by rank; a rank is the place in ``CardQuery``'s order and may shift with every change.
public protocol CardStore: Sendable {
    /// How many cards the query shows.
    func count(_ query: CardQuery) async throws -> Int

    /// The rows at these ranks; fewer at the end of the list, none beyond it.
    func summaries(_ query: CardQuery, in ranks: Range<Int>) async throws -> [CardSummary]

    /// Where the query shows this card; nil when it does not.
    func rank(of identifier: CardID, in query: CardQuery) async throws -> Int?

    func card(_ identifier: CardID) async throws -> Card?

    /// The cards that this text can mean: the one with that identifier, else all with that name (folded), in list order.
    func cards(named text: String) async throws -> [Card]

    /// Up to `limit` whole cards in list order from this rank on, for files and listings.
    func cards(_ query: CardQuery, from rank: Int, limit: Int) async throws -> [Card]

    /// The bytes of a photo, as they came; nil when they are not here.
    func photo(_ hash: PhotoHash) async throws -> [UInt8]?

    func usage(of identifier: CardID) async throws -> CardUsage

    /// Applies the changes in one transaction: all or none. Deleting a card that is gone is no error.
    func apply(_ changes: [CardChange]) async throws

    /// Notes that the card was shown at a counter just now.
    func recordUse(of identifier: CardID) async throws

    /// What changes from now on, here and in other processes. The stream ends with the store.
    func notices() async -> AsyncStream<StoreNotice>
}

/// What changed in the store.
public enum StoreNotice: Hashable, Sendable {
    /// These cards changed or went, by this process.
    case changed(Set<CardID>)
    /// Another process wrote; any card may have changed.
    case changedElsewhere
}
