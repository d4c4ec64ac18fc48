/// The shared local store, as view models, commands and exports call it. All writes are durable when the call returns.
///
/// Its list has all cards by name (``CardQuery/all``); ``find(_:)`` gives other lists. One ``apply(_:)`` is one step of the history,
/// however many cards it changed; a backend's changes are not steps.
public protocol CardStore: BackendStore, VaultStore {
    func card(_ identifier: CardID) async throws -> Card?

    /// The cards that this text can refer to: the one with that identifier, otherwise all with that name (folded), in list order.
    func cards(named text: String) async throws -> [Card]

    func usage(of identifier: CardID) async throws -> CardUsage

    /// Applies the changes in one transaction. Deleting a missing card is no error.
    func apply(_ changes: [CardChange]) async throws

    /// Applies a renewal as one step, which remembers the day that was meant.
    func renew(_ card: Card, _ renewal: CardRenewal) async throws

    /// The day of the month that the last day of a card was meant to have, where its renewal had to take an earlier one; nil where it has it. A
    /// last day that was typed, imported or received since is the one that is meant.
    func meantDay(of identifier: CardID) async throws -> Int?

    /// While it is on nothing is kept: each change is checked and made, and then rolled back.
    func rehearse(_ isOn: Bool) async

    /// Imports a source's cards in one transaction and as one step: all readable cards, or none. Throws the source's errors and the
    /// store's own.
    func importCards(from source: any CardSource, options: ImportOptions) async throws -> ImportReport

    /// Records that the card was shown at a counter now.
    func recordUse(of identifier: CardID) async throws

    /// Forgets when and how often every card was used. Returns how many had been.
    @discardableResult func forgetUses() async throws -> Int

    /// Stores the module width of the card's barcode, in thousandths of a column; nil resets it. Local to this machine.
    func setModuleWidth(_ width: Int?, of identifier: CardID) async throws

    /// Moves these cards, in this order, before another one in the manual order (``CardOrder/Key/manual``); nil moves them to the
    /// end. Local to this machine; starred and archived cards stay in their groups. Missing cards are skipped; nothing happens if
    /// `next` is missing or one of these.
    func move(_ identifiers: [CardID], before next: CardID?) async throws

    /// Changes from now on, in this and other processes. The stream ends with the store.
    func notices() async -> AsyncStream<StoreNotice>

    /// Sets it for all of the cards, or clears it if all have it, in one transaction and as one step. Missing cards are skipped;
    /// nil if all are missing. A cancelled task gets ``StoreError/stopped``, and nothing is changed.
    func toggle(_ toggle: CardToggle, of cards: [CardID]) async throws -> CardToggle.Outcome?

    /// The groups that all of these cards are in, spelled as in the first of them.
    func commonGroups(of cards: [CardID]) async throws -> [String]

    /// The cards among these that no longer exist.
    func missing(of cards: [CardID]) async throws -> [CardID]

    // MARK: - Finding: concurrently with the store, and without waiting for a write

    /// All cards by name, to be read from beginning to end as they are at one moment.
    func snapshot() -> any CardListSnapshot

    /// The current result of the query. It includes every change that this process made before the call; another process's change
    /// may follow later, with a notice.
    func find(_ query: CardQuery) async throws -> any FoundCards

    /// The same result, for a command, after which hardly another query comes: nothing is prepared for the next one.
    func findOnce(_ query: CardQuery) async throws -> any FoundCards

    /// Cards whose names are similar to the words of a query that finds none, the most similar first: with letters that are wrong,
    /// missing or swapped. Nil if there are none. It stops when its task is cancelled.
    func findSimilar(_ query: CardQuery) async throws -> (any FoundCards)?

    /// Reports that results may be out of date: after each change here, and with a delay after one elsewhere.
    func findingNotices() async -> AsyncStream<StoreNotice>

    /// All groups with the number of their cards, in folded order, each in the spelling that comes first in the list.
    func groupCounts() async throws -> [GroupCount]

    /// Cards whose names begin with the text (folded), in list order.
    func summaries(beginningWith text: String, limit: Int) async throws -> [CardSummary]

    /// The names of groups, in folded order, without duplicates; of very many cards those of the first ones.
    func groupNames() async throws -> [String]

    // MARK: - History and trash

    /// The last steps, those that undid or redid others, too. A step is left out if all its cards were deleted for good.
    func steps(limit: Int) async throws -> [PastStep]

    /// Changes of one card or of all, here and by backends; also of deleted cards, but not of those that were deleted for good.
    func history(_ query: HistoryQuery) async throws -> HistoryPage

    /// The card as it was after a change; nil if it did not exist then, or was deleted for good since. The change need not be one of
    /// this card.
    func card(_ identifier: CardID, after change: Int64) async throws -> PastCard?

    /// Undoes the last step that is not undone yet, in the fields that it changed; later changes to other fields stay. Nil if there
    /// is none.
    func undo() async throws -> HistoryStep?

    /// Redoes the step that was undone last; nil if there is none, or if something was changed since.
    func redo() async throws -> HistoryStep?

    /// The deleted cards, the last step first; those of one step by name.
    func trash() async throws -> [TrashedCard]

    /// How much is in the trash.
    func trashSummary() async throws -> TrashSummary

    /// Restores deleted cards unchanged, as one step.
    func restore(_ identifiers: [CardID]) async throws

    /// Gives fields of a card the values that they had after a change, as one step; nil for all fields. A deleted card comes back with
    /// all fields. Nil if the card did not exist then, or was deleted for good since.
    func restore(_ fields: FieldSet?, of card: CardID, after change: Int64) async throws -> RestoredCard?

    /// Removes these cards from the trash permanently; undo cannot restore them.
    func empty(_ identifiers: [CardID]) async throws

    // MARK: - Ledgers: whatever changes a balance writes an entry, and these calls add to them

    /// Books it as one step, and returns the card's new balance; nil if there is no such card. Throws a ``LedgerError`` where the
    /// booking does not fit the card.
    func book(_ booking: LedgerBooking, on card: CardID) async throws -> Balance?

    /// Marks vouchers as used up on a day, see ``LedgerBooking/Content/use``, and archives them, in one step. Those that are used already stay
    /// as they are; nil when none of them exists.
    func use(_ cards: [CardID], on day: CalendarDay) async throws -> CardToggle.Outcome?

    /// Takes entries of the card back by opposite entries, as one step. Those that do not count any more are left out. Returns the
    /// card's new balance; nil if there is no such card, or nothing to take back.
    func takeBack(_ entries: [LedgerEntry.ID], of card: CardID) async throws -> Balance?

    /// The next lines of a card's ledger, the newest first; those of entries that cancel others are left out.
    /// - Parameter previous: the last page; nil for the first one.
    func ledger(of card: CardID, after previous: LedgerPage?, limit: Int) async throws -> LedgerPage

    /// What was spent on all cards and counts, in no order.
    func spendings() async throws -> [Spending]

    // MARK: - Secret fields: beside the cards, so that nothing that handles cards has them

    /// The secret fields of a card, also of one in the trash, in the order in which they were added.
    func secrets(of card: CardID) async throws -> [CardSecret]

    /// How many secret fields these cards have; nil for all that are not in the trash.
    func secretCount(of cards: [CardID]?) async throws -> Int

    /// Adds it, or changes the one with its label, as one step. Throws a ``SecretError`` for one more than a card can have. False if there is no
    /// such card.
    func set(_ secret: CardSecret, of card: CardID) async throws -> Bool

    /// Adds a card with its secret fields, as one step. Throws a ``SecretError`` for more than a card can have.
    func add(_ card: CardPatch, with secrets: [CardSecret]) async throws

    /// Removes the secret field with this label, as one step. False if there is none.
    func removeSecret(_ label: String, of card: CardID) async throws -> Bool

    /// Removes the secret field with this label for good, with all that it ever was; nil for all of the card. False if there is, and was, none.
    func forgetSecrets(_ label: String?, of card: CardID) async throws -> Bool

    // MARK: - Conflicts: several sides changed a field, the card shows one value, and the others are kept until the user decides

    /// The conflict of this card, with the values of all sides; nil for none.
    func conflict(of identifier: CardID) async throws -> CardConflict?

    /// The cards with a conflict, in list order.
    func conflictedCards() async throws -> [CardSummary]

    /// Whether there are cards with a conflict, without reading them.
    func hasConflictedCards() async throws -> Bool

    /// Writes the resolution as one step, and discards the other values of these fields. A field of which a value has changed on
    /// any side since it was shown is left unchanged and in conflict. Returns the resolved fields: none if the card is gone.
    func resolve(_ choice: ConflictChoice) async throws -> FieldSet

    // MARK: - Expiry: of cards that are not archived

    /// The cards whose last day is this one or later, in no order.
    func cards(expiringFrom first: CalendarDay) async throws -> [Card]

    func sentReminders() async throws -> [SentReminder]

    /// Remembers that these reminders were sent. One that is remembered already stays as it is.
    func remember(_ reminders: [SentReminder]) async throws

    /// Archives the cards whose last day is before this one, as one step. A card that was archived so for the same last day is left
    /// alone: the user took it out of the archive. Nil where no card is left.
    func archiveExpired(before day: CalendarDay) async throws -> CardToggle.Outcome?

    // MARK: - Photos and imported files

    /// The thumbnail of a photo, as a file's bytes; nil if there is none yet.
    func thumbnail(of photo: PhotoHash) async throws -> [UInt8]?

    /// Stores it for as long as the photo exists. It counts as no change of a card and sends no notice.
    func keepThumbnail(_ bytes: [UInt8], of photo: PhotoHash) async throws

    func origin(of identifier: CardID, in program: String) async throws -> KeptOrigin?

    /// The file of that program that was imported last.
    func originFile(of program: String) async throws -> OriginFile?

    /// The cards that came from that program, in the order of its files, with their keys there.
    func originKeys(of program: String) async throws -> [(card: CardID, key: String)]

    // MARK: - Backends

    /// The backends that the store was connected to, in that order.
    func backendStates() async throws -> [BackendState]

    // MARK: - The store itself

    /// The cards that cannot be read, or only in part. All other cards can be read. It reads all cards, and throws
    /// ``StoreError/stopped`` where its task is cancelled.
    func damagedCards() async throws -> [DamagedCard]

    /// Has one element once something was read that is damaged, and ends.
    func damageNotices() -> AsyncStream<Void>

    /// Why the store was opened read-only, or only in part; nil if there is no problem.
    var readOnlyReason: StoreError? { get }

    /// Examines the whole store.
    func check() async throws -> StoreReport

    /// Repairs what it can in one transaction; readable data is not changed.
    func repair() async throws -> StoreReport

    /// Whether something may be left of cards that were deleted for good: older versions did not overwrite it, and a program that was
    /// reading may have kept it in the store's files.
    func hasLeftovers() async throws -> Bool

    /// Removes it, which rewrites the store and may take long. Throws ``StoreError``.
    /// - Returns: false where another program has the store open and prevents that; a later start tries again.
    @discardableResult
    func removeLeftovers() async throws -> Bool

    /// Writes a consistent copy of the store, also while other programs change it. A file at that path is replaced when the copy is
    /// complete. Throws ``StoreError``.
    func backUp(to path: String) async throws

    /// Names the state of the cards: another text after each change of a card. Uses of cards and what is known of backends do not
    /// count.
    func changeMark() async throws -> String
}

extension CardStore {
    public func importCards(from source: any CardSource) async throws -> ImportReport {
        try await importCards(from: source, options: ImportOptions())
    }
}

/// A change in the store.
public enum StoreNotice: Equatable, Sendable {
    /// This process changed or deleted these cards.
    case changed(Set<CardID>)
    /// Another process wrote, or too many cards changed to list them; any card may have changed.
    case changedElsewhere
}

/// Reads the photos of a store.
public protocol PhotoReading: Sendable {
    /// The unmodified bytes of a photo; nil if they are not in the store.
    func photo(_ hash: PhotoHash) async throws -> [UInt8]?
}

extension PhotoReading {
    /// The bytes of a card's photos, as far as they are in the store.
    public func photos(of card: Card) async throws -> [PhotoHash: [UInt8]] {
        var photos: [PhotoHash: [UInt8]] = [:]
        for hash in card.photos { photos[hash] = try await photo(hash) }
        return photos
    }
}

/// What a listing needs of a row beside identifier, name, number, groups, last day, star and archive. The rest of the row is not read.
public struct CardRowParts: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    /// The first line of the note, the first day and the color.
    public static let look = CardRowParts(rawValue: 1)
    public static let photos = CardRowParts(rawValue: 2)
    public static let balance = CardRowParts(rawValue: 4)
    /// ``CardSummary/usage`` and ``CardSummary/hasConflict``.
    public static let state = CardRowParts(rawValue: 8)
    public static let all: CardRowParts = [.look, .photos, .balance, .state]
}

/// All cards by name (``CardQuery/all``) as they were at the first read: later changes, also by other programs, are not seen, so
/// that no card is read twice or skipped. It has either rows or whole cards, read in parts, and holds none of them.
public protocol CardListSnapshot: Sendable {
    /// The next rows, at most `limit`, without those that cannot be read; nil at the end. What is not among `parts` is empty.
    func rows(_ limit: Int, _ parts: CardRowParts) async throws -> [CardSummary]?

    /// The same for whole cards.
    func cards(_ limit: Int) async throws -> [Card]?

    /// Reads the same list again, from the beginning.
    func restart() async

    /// The cards that cannot be read, or only in part: known when all were read, without reading them again.
    func damagedCards() async throws -> [DamagedCard]

    /// Ends the snapshot. As long as it lasts, the store's file may grow with every change.
    func close() async
}
