internal import CardTransfer
public import Cards

/// Marking cards, one, a range, or all that match.
extension CardListModel {
    public var isMarkingRange: Bool { marks.anchor != nil }

    public func isMarked(_ identifier: CardID, at rank: Int) -> Bool {
        if let range = markedRange, range.contains(rank) { return true }
        return marks.identifiers.contains(identifier)
    }

    /// How many are marked, those of the range among them as far as they are not marked already.
    public var markCount: Int {
        guard let range = markedRange else { return marks.identifiers.count }
        let known = window.ranks.clamped(to: range).count { marks.identifiers.contains(window[$0]?.id) }
        // Beyond the window nobody knows; there are never more than all.
        return min(marks.identifiers.count + range.count - known, max(total, marks.identifiers.count))
    }

    private var markedRange: Range<Int>? {
        marks.anchor.map { min($0.rank, selectedRank)..<max($0.rank, selectedRank) + 1 }
    }

    /// Marks the selected card, or takes the mark away, and goes on to the next.
    public func toggleMark() {
        guard let row = selectedRow else { return }
        if isMarkingRange { return endRange() }
        marks.toggle(row.id)
        moveSelection(by: 1)
    }

    /// Begins a range at the selection, or marks the one that was begun.
    public func toggleRange() {
        if isMarkingRange { return endRange() }
        guard let row = selectedRow else { return }
        marks.anchor = CardMarks.Anchor(card: row.id, rank: selectedRank)
    }

    private func endRange() {
        activity("Marking") { [self] in try await markRange() }
    }

    /// Marks all that are shown, or none when all of them are.
    public func toggleAll() {
        guard count > 0 else { return }
        activity("Marking") { [self] in
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

    /// Leaves a range as it was before it was begun.
    public func cancelRange() { marks.anchor = nil }

    /// Marks the cards of a range, if one was begun. Right after the start the first answer is awaited, and never is a range taken
    /// for no cards: what is done next would hit the selected one alone.
    private func markRange() async throws {
        guard isMarkingRange else { return }
        guard let found = try await foundCards() else { throw NothingFound() }
        guard let ranks = markedRange else { return }
        // Stopped in the middle, the range is still there.
        let cards = try await identifiers(in: ranks, of: found)
        marks.anchor = nil
        marks.identifiers.formUnion(cards)
    }

    /// Piece by piece, so that rows that are looked at meanwhile do not wait for all of them.
    private func identifiers(in ranks: Range<Int>, of found: any FoundCards) async throws -> [CardID] {
        var identifiers: [CardID] = []
        identifiers.reserveCapacity(ranks.count)
        for start in stride(from: ranks.lowerBound, to: ranks.upperBound, by: 1000) {
            if Task.isCancelled { throw StoreError.stopped }
            identifiers += try await found.identifiers(in: start..<min(start + 1000, ranks.upperBound))
        }
        return identifiers
    }

    /// What was found; right after the start it may still be on its way.
    private func foundCards() async throws -> (any FoundCards)? {
        if found == nil { await refresh() }
        return found
    }

    /// Which cards something is to be done with.
    func chosenIdentifiers() async throws -> [CardID] {
        try await markRange()
        return marks.identifiers.isEmpty ? selectedRow.map { [$0.id] } ?? [] : Array(marks.identifiers)
    }

    /// Takes the marks of cards away that are gone; nil when any may be.
    func forgetMarks(of changed: Set<CardID>?) async {
        let suspects = Array(changed.map { marks.identifiers.intersection($0) } ?? marks.identifiers)
        // Piece by piece: others ask the store meanwhile.
        for start in stride(from: 0, to: suspects.count, by: 1000) {
            let piece = Array(suspects[start..<min(start + 1000, suspects.count)])
            guard let gone = try? await store.missing(of: piece) else { return }
            if !gone.isEmpty { marks.identifiers.subtract(gone) }
        }
    }

    /// "3 cards": the marked ones.
    var markWords: String { markCount == 1 ? "1 card" : "\(markCount) cards" }

    /// The marked cards, or all that are shown, as a file.
    func export() async throws -> CardExport {
        try await markRange()
        if marks.identifiers.isEmpty {
            guard let found = try await foundCards() else { throw NothingFound() }
            return CardExport(.found(found), of: store)
        }
        return CardExport(.cards(marks.identifiers.sorted()), of: store)
    }
}

extension CardListModel {
    /// What no file of all cards can hold.
    func damagedCards() async throws -> [DamagedCard] { try await store.damagedCards() }
}

extension Set<CardID> {
    fileprivate func contains(_ identifier: CardID?) -> Bool { identifier.map { contains($0) } ?? false }
}

/// The list could not be read; why is said already.
struct NothingFound: UserFacingError {
    var userMessage: String { "The list could not be read. Nothing was done." }
}
