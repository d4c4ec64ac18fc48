/// The shared local store as the screens and the commands see it. All writes are durable when the call returns.
///
/// Its list is that of all cards by name (``CardQuery/all``), asked for in windows by rank; a rank may shift with every change.
/// Other lists are found by ``CardFinding``.
public protocol CardStore: PhotoReading {
    func count() async throws -> Int

    /// The rows at these ranks; fewer at the end of the list, none beyond it.
    func summaries(in ranks: Range<Int>) async throws -> [CardSummary]

    func card(_ identifier: CardID) async throws -> Card?

    /// The cards that this text can mean: the one with that identifier, else all with that name (folded), in list order.
    func cards(named text: String) async throws -> [Card]

    /// Up to `limit` whole cards in list order from this rank on, for files and listings.
    func cards(from rank: Int, limit: Int) async throws -> [Card]

    func usage(of identifier: CardID) async throws -> CardUsage

    /// Applies the changes in one transaction: all or none. Deleting a card that is gone is no error.
    func apply(_ changes: [CardChange]) async throws

    /// Imports what a source gives, in one transaction and as one step: all that could be read, or none. Throws what the source
    /// throws, and the store's own errors.
    func importCards(from source: any CardSource) async throws -> ImportReport

    /// Notes that the card was shown at a counter just now.
    func recordUse(of identifier: CardID) async throws

    /// Notes how wide a module of the card's barcode is to be, in thousandths of a column; nil forgets it. Local to this machine.
    func setModuleWidth(_ width: Int?, of identifier: CardID) async throws

    /// Puts these cards, in this order, before another one in the order by hand (``CardOrder/Key/hand``); nil puts them at the
    /// end. Local to this machine; starred and archived cards stay among their own. Cards that are gone are passed over, and
    /// nothing happens when `next` is gone or one of these.
    func move(_ identifiers: [CardID], before next: CardID?) async throws

    /// What changes from now on, here and in other processes. The stream ends with the store.
    func notices() async -> AsyncStream<StoreNotice>
}

/// What changed in the store.
public enum StoreNotice: Hashable, Sendable {
    /// These cards changed or went, by this process.
    case changed(Set<CardID>)
    /// Another process wrote, or so many cards changed at once that they are not named; any card may have changed.
    case changedElsewhere
}
