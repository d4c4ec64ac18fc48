internal import Basics
internal import CardTransfer
public import Cards

/// Marking cards: one, a range, or all that match.
extension CardListModel {
    public var isMarkingRange: Bool { marks.anchor != nil }

    public func isMarked(_ identifier: CardID, at rank: Int) -> Bool {
        if let range = markedRange, range.contains(rank) { return true }
        return marks.identifiers.contains(identifier)
    }

    /// How many cards are marked, including those of the range that are not marked otherwise.
    public var markCount: Int {
        guard let range = markedRange else { return marks.identifiers.count }
        let known = rows.window.ranks.clamped(to: range).count { marks.identifiers.contains(row(at: $0)?.id) }
        // Which cards outside of the window are marked is unknown; there are never more than all.
        return min(marks.identifiers.count + range.count - known, max(total, marks.identifiers.count))
    }

    private var markedRange: Range<Int>? {
        marks.anchor.map { min($0.rank, selectedRank)..<max($0.rank, selectedRank) + 1 }
    }

    /// Marks or unmarks the selected card and moves to the next.
    public func toggleMark() {
        guard let row = selectedRow else { return }
        if isMarkingRange { return endRange() }
        marks.toggle(row.id)
        moveSelection(by: 1)
    }

    /// Begins a range at the selection, or marks the range that was begun.
    public func toggleRange() {
        if isMarkingRange { return endRange() }
        guard let row = selectedRow else { return }
        marks.anchor = CardMarks.Anchor(card: row.id, rank: selectedRank)
    }

    private func endRange() {
        activities.run("Marking") { [self] in try await markRange() }
    }

    /// Marks all shown cards; if all are marked, unmarks them.
    public func toggleAll() {
        guard count > 0 else { return }
        activities.run("Marking") { [self] in
            guard let found = try await foundCards() else { return }
            let all = try await identifiers(in: 0..<found.count, of: found)
            marks.anchor = nil
            if marks.identifiers.isSuperset(of: all) {
                marks.identifiers.subtract(all)
            } else {
                marks.identifiers.formUnion(all)
            }
        }
    }

    public func clearMarks() { marks = CardMarks() }

    /// Cancels the range; marks stay as they were.
    public func cancelRange() { marks.anchor = nil }

    /// Marks the cards of the range, if one was begun. Just after the start this waits for the first answer: a range must never count
    /// as no cards, or the next operation would apply to the selected card alone.
    private func markRange() async throws {
        guard isMarkingRange else { return }
        guard let found = try await foundCards() else { throw NothingFound() }
        guard let ranks = markedRange else { return }
        // If stopped in the middle, the range stays.
        let cards = try await identifiers(in: ranks, of: found)
        marks.anchor = nil
        marks.identifiers.formUnion(cards)
    }

    /// In chunks, so that rows requested meanwhile do not wait for all of them.
    private func identifiers(in ranks: Range<Int>, of found: any FoundCards) async throws -> [CardID] {
        var identifiers: [CardID] = []
        identifiers.reserveCapacity(ranks.count)
        for start in stride(from: ranks.lowerBound, to: ranks.upperBound, by: 1000) {
            if Task.isCancelled { throw StoreError.stopped }
            identifiers += try await found.identifiers(in: start..<min(start + 1000, ranks.upperBound))
        }
        return identifiers
    }

    /// The search result; just after the start it may still be on its way.
    private func foundCards() async throws -> (any FoundCards)? {
        if rows.found == nil { await refresh() }
        return rows.found
    }

    /// The cards that an operation applies to, and their label: "Cedar Library", "3 cards"; nil for none.
    func chosenCards() async throws -> (identifiers: [CardID], label: String)? {
        let cards = try await chosenIdentifiers()
        guard let first = cards.first else { return nil }
        let name = cards.count == 1 ? try await store.card(first)?.name : nil
        return (cards, name ?? cards.count.counted("card"))
    }

    /// The marked cards, or the selected one.
    func chosenIdentifiers() async throws -> [CardID] {
        try await markRange()
        return marks.identifiers.isEmpty ? selectedRow.map { [$0.id] } ?? [] : Array(marks.identifiers)
    }

    /// Unmarks deleted cards; nil if any card may have changed.
    func forgetMarks(of changed: Set<CardID>?) async {
        let suspects = Array(changed.map { marks.identifiers.intersection($0) } ?? marks.identifiers)
        // In chunks, so that other requests to the store get their turn.
        for start in stride(from: 0, to: suspects.count, by: 1000) {
            let piece = Array(suspects[start..<min(start + 1000, suspects.count)])
            guard let gone = try? await store.missing(of: piece) else { return }
            if !gone.isEmpty { marks.identifiers.subtract(gone) }
        }
    }

    /// The number of marked cards as text: "3 cards".
    var markLabel: String { markCount.counted("card") }

    /// The marked cards, or all that are shown.
    func selection(ofMarked isOfMarked: Bool) async throws -> CardSelection {
        try await markRange()
        if isOfMarked { return .cards(marks.identifiers.sorted()) }
        guard let found = try await foundCards() else { throw NothingFound() }
        return .found(found)
    }
}

extension CardListModel {
    /// Damaged cards, which an export cannot contain.
    func damagedCards() async throws -> [DamagedCard] { try await store.damagedCards() }
}

extension FoundCards {
    /// How many of these cards are not among them.
    func missingCount(of cards: [CardID]) async throws -> Int {
        var count = 0
        for card in cards {
            if Task.isCancelled { throw StoreError.stopped }
            if try await rank(of: card) == nil { count += 1 }
        }
        return count
    }
}

extension Set<CardID> {
    fileprivate func contains(_ identifier: CardID?) -> Bool { identifier.map { contains($0) } ?? false }
}

/// The list could not be read; the reason has been reported.
struct NothingFound: UserFacingError {
    var userMessage: String { "The list could not be read. Nothing was changed." }
}

/// The marked cards, for operations on several at once, and the range that is being marked.
///
/// Marks are kept by identifier, so they survive moving, filtering and other orders. A range begins at a card, and ends when the filter
/// or order changes.
public struct CardMarks: Equatable, Sendable {
    public internal(set) var identifiers: Set<CardID> = []
    /// Where the range begins; it extends to the selection.
    var anchor: Anchor?

    struct Anchor: Equatable, Sendable {
        let card: CardID
        let rank: Int

        /// The anchor's rank in another list; nil if its card is not in it.
        func moved(to found: any FoundCards) async throws -> Anchor? {
            try await found.rank(of: card).map { Anchor(card: card, rank: $0) }
        }
    }

    public var isEmpty: Bool { identifiers.isEmpty && anchor == nil }

    mutating func toggle(_ identifier: CardID) {
        if identifiers.remove(identifier) == nil { identifiers.insert(identifier) }
    }
}
