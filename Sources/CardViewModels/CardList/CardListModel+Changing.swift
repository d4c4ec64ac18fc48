import Cards

/// What is done with cards in the list: always one change for all of them, that one undo takes back.
extension CardListModel {
    /// Stars the selected card or all marked ones; takes the stars away where all have one.
    public func toggleStar() {
        if !marks.isEmpty { return toggleMarked(\.isStarred, .isStarred, words: ("Starred", "Unstarred")) }
        guard let row = selectedRow else { return }
        var values = Card(identifier: row.id, name: row.name)
        values.isStarred = !row.isStarred
        let words = values.isStarred ? "Starred" : "Unstarred"
        Task { await write(CardPatch(values: values, fields: [.isStarred]), words: words) }
        window.update(row.id) { $0.isStarred.toggle() }
    }

    /// Archives the selected card or all marked ones; brings them back where all are archived.
    public func toggleArchive() {
        if !marks.isEmpty { return toggleMarked(\.isArchived, .isArchived, words: ("Archived", "Brought back")) }
        guard let row = selectedRow else { return }
        var values = Card(identifier: row.id, name: row.name)
        values.isArchived = !row.isArchived
        let words = values.isArchived ? "Archived" : "Brought back"
        Task { await write(CardPatch(values: values, fields: [.isArchived]), words: words) }
        window.update(row.id) { $0.isArchived.toggle() }
    }

    private func toggleMarked(
        _ flag: WritableKeyPath<Card, Bool>, _ field: CardField, words: (on: String, off: String)
    ) {
        errand { [self] in
            let cards = try await chosenCards()
            let isOn = !cards.allSatisfy { $0[keyPath: flag] }
            try await change(cards, [field]) { $0[keyPath: flag] = isOn }
            clearMarks()
            onMessage(Message("\(isOn ? words.on : words.off) \(Self.words(for: cards))", offersUndo: true))
        }
    }

    /// Puts cards into a group; takes them out where all are in it. Spellings that fold to the same are one group.
    func toggleGroup(_ name: String, of identifiers: [CardID]) async {
        do {
            let cards = try await cards(identifiers)
            guard !cards.isEmpty else { return }
            let folded = TextFolding.fold(name)
            func isIt(_ group: String) -> Bool { TextFolding.fold(group) == folded }
            let isIn = cards.allSatisfy { $0.groups.contains(where: isIt) }
            try await change(cards, [.groups]) { card in
                if isIn {
                    card.groups.removeAll(where: isIt)
                } else if !card.groups.contains(where: isIt) {
                    card.groups.append(name)
                }
            }
            clearMarks()
            let done =
                isIn ? "Took \(Self.words(for: cards)) out of \(name)" : "Put \(Self.words(for: cards)) into \(name)"
            onMessage(Message(done, offersUndo: true))
        } catch {
            onMessage(Message(error))
        }
    }

    private func change(_ cards: [Card], _ fields: Set<CardField>, _ change: (inout Card) -> Void) async throws {
        try await store.apply(
            cards.map { card in
                var values = card
                change(&values)
                return .set(CardPatch(values: values, fields: fields))
            })
    }

    /// Writes what is shown already, and mends the list if the store refuses.
    /// - Parameter words: what was done, for a message; nil where nothing is said.
    /// - Returns: whether it was written.
    @discardableResult
    func write(_ patch: CardPatch, words: String? = nil) async -> Bool {
        do {
            try await store.apply([.set(patch)])
            if let words { onMessage(Message("\(words) \(patch.values.name)", offersUndo: true)) }
            return true
        } catch {
            onMessage(Message(error))
            await refresh()
            return false
        }
    }

    /// "Cedar Library", "3 cards".
    static func words(for cards: [Card]) -> String {
        cards.count == 1 ? cards[0].name : "\(cards.count) cards"
    }
}
