/// The shared local store's interface for screens and commands. All writes are durable when the call returns.
///
/// Its list has all cards by name (``CardQuery/all``) and is read in windows by rank; any change may shift ranks. ``CardFinding``
/// gives other lists.
public protocol CardStore: PhotoReading {
    func count() async throws -> Int

    /// The rows at these ranks; fewer at the end of the list, none beyond it.
    func summaries(in ranks: Range<Int>) async throws -> [CardSummary]

    func card(_ identifier: CardID) async throws -> Card?

    /// The cards that this text can refer to: the one with that identifier, otherwise all with that name (folded), in list order.
    func cards(named text: String) async throws -> [Card]

    /// Up to `limit` whole cards in list order from this rank on, for export and listings.
    func cards(from rank: Int, limit: Int) async throws -> [Card]

    func usage(of identifier: CardID) async throws -> CardUsage

    /// Applies the changes in one transaction. Deleting a missing card is no error.
    func apply(_ changes: [CardChange]) async throws

    /// Applies a renewal as one step, which remembers the day that was meant.
    func renew(_ card: Card, _ renewal: CardRenewal) async throws

    /// The day of the month that the last day of a card was meant to have, where its renewal had to take an earlier one; nil where it has it. A
    /// last day that was typed, imported or received since is the one that is meant.
    func meantDay(of identifier: CardID) async throws -> Int?

    /// Imports a source's cards in one transaction and as one step: all readable cards, or none. Throws the source's errors and the
    /// store's own.
    func importCards(from source: any CardSource, options: ImportOptions) async throws -> ImportReport

    /// Records that the card was shown at a counter now.
    func recordUse(of identifier: CardID) async throws

    /// Forgets when and how often every card was used. Returns how many had been.
    @discardableResult func forgetUses() async throws -> Int

    /// Stores the module width of the card's barcode, in thousandths of a column; nil resets it. Local to this machine.
    func setModuleWidth(_ width: Int?, of identifier: CardID) async throws

    /// Moves these cards, in this order, before another one in the manual order (``CardOrder/Key/hand``); nil moves them to the
    /// end. Local to this machine; starred and archived cards stay in their groups. Missing cards are skipped; nothing happens if
    /// `next` is missing or one of these.
    func move(_ identifiers: [CardID], before next: CardID?) async throws

    /// Changes from now on, in this and other processes. The stream ends with the store.
    func notices() async -> AsyncStream<StoreNotice>
}

extension CardStore {
    public func importCards(from source: any CardSource) async throws -> ImportReport {
        try await importCards(from: source, options: ImportOptions())
    }
}

/// A change in the store.
public enum StoreNotice: Hashable, Sendable {
    /// This process changed or deleted these cards.
    case changed(Set<CardID>)
    /// Another process wrote, or too many cards changed to list them; any card may have changed.
    case changedElsewhere
}
