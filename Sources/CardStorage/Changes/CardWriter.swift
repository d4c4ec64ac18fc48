internal import Cards

/// The one writer of cards: whoever changes a card, the user, an import, a backend, another device or a repair, has it written here, with all
/// that follows from it: its entry in the log, photos, row, ledger, conflicts, upload queues. Runs inside a transaction of the caller.
///
/// Only what the user does is a step to undo, so steps are made around it: see ``Tables/endStep(_:of:after:source:)``.
struct CardWriter {
    let tables: Tables
    let time: Timestamp
    /// The backends whose queues are kept.
    let backends: [BackendTable.Entry]
    /// The cards that changed, for the notice after the commit.
    var changed = ChangedCards()
    /// Whether a new card may be one from the trash; nil before the first one.
    private var mayComeBack: Bool?

    /// - Parameter backends: nil for all.
    init(_ tables: Tables, for backends: [BackendTable.Entry]? = nil, at time: Timestamp) throws(StoreError) {
        self.tables = tables
        self.time = time
        if let backends { self.backends = backends } else { self.backends = try tables.backends.receiving() }
    }

    /// Logs and writes a card that is new or that differs.
    /// - Parameters:
    ///   - old: the card as it is here; nil for one that is not here.
    ///   - sequence: of the card's last local change, where this is none: what is pending since then stays so. Nil for a local change and for
    ///     a new card: that of its new entry in the log.
    ///   - isBooked: whether the ledger tells of the balance already.
    ///   - isRestoring: whether a card that is not here comes back for the user.
    ///   - source: the backend that the change came from. Its merge keeps the conflicts with it and its queue.
    mutating func write(
        _ card: Card, was old: Card?, keeping sequence: Int64? = nil, by device: ChangeLog.Device,
        isBooked: Bool = false, isRestoring: Bool = false, exceptTo source: BackendTable.Entry? = nil
    ) throws(StoreError) {
        var former = old
        // Asked for while the card is not here: afterwards it is in the trash no longer.
        if old == nil, !isBooked { former = try trashed(card.identifier) }
        let logged = try tables.log.append(card, was: old, by: device, at: time)
        if let former, !isBooked {
            try LedgerWriting(tables).noteBalance(
                of: card, was: former, from: source, with: logged, at: time)
        }
        let entry = CardTable.Entry(card: card, sequence: sequence ?? logged)
        try put(entry, isNew: old == nil, isRestoring: isRestoring, exceptTo: source)
    }

    /// Writes a card whose row was damaged anew, with what is derived from it.
    /// - Parameter isNew: whether the log knows no card with its identifier.
    mutating func rewrite(_ entry: CardTable.Entry, isNew: Bool = false) throws(StoreError) {
        if isNew { _ = try tables.log.append(entry.card, was: nil, by: .repair, at: time) }
        try put(entry, isNew: false)
    }

    mutating func delete(_ card: Card, by device: ChangeLog.Device) throws(StoreError) {
        let identifier = card.identifier
        _ = try tables.log.append(deleting: card, by: device, born: tables.cards.birth(identifier), at: time)
        try tables.cards.remove(identifier)
        try tables.conflicts.remove(identifier)
        for backend in backends { try tables.updatePending(identifier, for: backend, hasChanged: true) }
        changed.insert(identifier)
        mayComeBack = true
    }

    private mutating func put(
        _ entry: CardTable.Entry, isNew: Bool, isRestoring: Bool = false, exceptTo source: BackendTable.Entry? = nil
    ) throws(StoreError) {
        try tables.photos.addUses(by: entry.card)
        try tables.cards.write(entry, isNew: isNew)
        // A card that was not here has none: its deletion ended them.
        if !isNew { try tables.conflicts.dropResolvedFields(of: entry.card, exceptWith: source) }
        for backend in backends where backend.number != source?.number {
            try queue(entry, isNew: isNew, isRestoring: isRestoring, for: backend)
        }
        changed.insert(entry.card.identifier)
    }

    private func queue(
        _ entry: CardTable.Entry, isNew: Bool, isRestoring: Bool, for backend: BackendTable.Entry
    ) throws(StoreError) {
        let identifier = entry.card.identifier
        let shadow = try tables.shadows.entry(identifier, of: backend)?.card
        let attempts = isNew && shadow != nil ? try tables.pending.attempts(identifier, for: backend) : nil
        // Its deletion may have arrived, although the answer did not. What comes back for the user counts as changed in any case.
        let isMissed = isNew && shadow != nil && (isRestoring || (attempts ?? 0) > 0)
        try tables.updatePending(identifier, entry: entry, shadow: shadow, for: backend, hasChanged: true)
        if isMissed { try tables.pending.add(identifier, sequence: entry.sequence, for: backend) }
    }

    /// The card as it was deleted; nil for one that is not in the trash.
    private mutating func trashed(_ identifier: CardID) throws(StoreError) -> Card? {
        // Most imports and first downloads meet an empty one.
        if mayComeBack == nil { mayComeBack = try tables.trash.hasDeletions() }
        return mayComeBack == true ? try tables.trash.card(identifier)?.card : nil
    }
}
