import Cards

/// What is done with cards in the list: always one change for all of them, that one undo takes back.
extension CardListModel {
    /// Stars the selected card or all marked ones; takes the stars away where all have one.
    public func toggleStar() {
        if !marks.isEmpty { return toggleMarked(.star, words: ("Starred", "Unstarred")) }
        guard let row = selectedRow else { return }
        var values = Card(identifier: row.id, name: row.name)
        values.isStarred = !row.isStarred
        let words = values.isStarred ? "Starred" : "Unstarred"
        activities.background.run { [self] in await write(CardPatch(values: values, fields: [.isStarred]), words: words)
        }
        update(row.id) { $0.isStarred.toggle() }
    }

    /// Archives the selected card or all marked ones; brings them back where all are archived.
    public func toggleArchive() {
        if !marks.isEmpty { return toggleMarked(.archive, words: ("Archived", "Brought back")) }
        guard let row = selectedRow else { return }
        var values = Card(identifier: row.id, name: row.name)
        values.isArchived = !row.isArchived
        let words = values.isArchived ? "Archived" : "Brought back"
        activities.background.run { [self] in
            await write(CardPatch(values: values, fields: [.isArchived]), words: words)
        }
        update(row.id) { $0.isArchived.toggle() }
    }

    private func toggleMarked(_ toggle: CardToggle, words: (on: String, off: String)) {
        activities.run("Changing \(markWords)") { [self] in
            guard let outcome = try await store.toggle(toggle, of: chosenIdentifiers()) else { return }
            clearMarks()
            let done = outcome.isOn ? words.on : words.off
            messages.say(Message("\(done) \(Self.words(for: outcome))", offers: [.undo]))
        }
    }

    /// Puts cards into a group; takes them out where all are in it.
    func toggleGroup(_ name: String, of identifiers: [CardID]) async throws {
        guard let outcome = try await store.toggle(.group(name), of: identifiers) else { return }
        clearMarks()
        let label = Self.words(for: outcome)
        let done = outcome.isOn ? "Put \(label) into \(name)" : "Took \(label) out of \(name)"
        messages.say(Message(done, offers: [.undo]))
    }

    /// Writes what is shown already, and mends the list if the store refuses.
    /// - Parameter words: what was done, for a message; nil where nothing is said.
    /// - Returns: whether it was written.
    @discardableResult
    func write(_ patch: CardPatch, words: String? = nil) async -> Bool {
        do {
            try await store.apply([.set(patch)])
            if let words { messages.say(Message("\(words) \(patch.values.name)", offers: [.undo])) }
            return true
        } catch {
            messages.say(error)
            await refresh()
            return false
        }
    }

    /// "Cedar Library", "3 cards".
    private static func words(for outcome: CardToggle.Outcome) -> String { outcome.name ?? "\(outcome.count) cards" }
}
