import Cards

/// Changes of cards in the list: always one change for all of them, so that one undo reverts it.
extension CardListModel {
    /// Stars the selected card or all marked ones; if all have a star, removes it.
    public func toggleStar() {
        if !marks.isEmpty { return toggleMarked(.star, verbs: ("Starred", "Unstarred")) }
        guard let row = selectedRow else { return }
        var values = Card(identifier: row.id, name: row.name)
        values.isStarred = !row.isStarred
        let verb = values.isStarred ? "Starred" : "Unstarred"
        activities.background.run { [self] in await write(CardPatch(values: values, fields: [.isStarred]), verb: verb)
        }
        update(row.id) { $0.isStarred.toggle() }
    }

    /// Archives the selected card or all marked ones; if all are archived, restores them.
    public func toggleArchive() {
        if !marks.isEmpty { return toggleMarked(.archive, verbs: ("Archived", "Brought back")) }
        guard let row = selectedRow else { return }
        var values = Card(identifier: row.id, name: row.name)
        values.isArchived = !row.isArchived
        let verb = values.isArchived ? "Archived" : "Brought back"
        activities.background.run { [self] in
            await write(CardPatch(values: values, fields: [.isArchived]), verb: verb)
        }
        update(row.id) { $0.isArchived.toggle() }
    }

    private func toggleMarked(_ toggle: CardToggle, verbs: (on: String, off: String)) {
        activities.run("Changing \(markWords)") { [self] in
            guard let outcome = try await store.toggle(toggle, of: chosenIdentifiers()) else { return }
            clearMarks()
            let done = outcome.isOn ? verbs.on : verbs.off
            messages.say(Message("\(done) \(Self.label(for: outcome))", offers: [.undo]))
        }
    }

    /// Adds cards to a group; if all are in it, removes them.
    func toggleGroup(_ name: String, of identifiers: [CardID]) async throws {
        guard let outcome = try await store.toggle(.group(name), of: identifiers) else { return }
        clearMarks()
        let label = Self.label(for: outcome)
        let done = outcome.isOn ? "Put \(label) into \(name)" : "Took \(label) out of \(name)"
        messages.say(Message(done, offers: [.undo]))
    }

    /// Writes a change that is shown already; if the store refuses, the list is read again.
    /// - Parameter verb: what was done, for a message; nil for no message.
    /// - Returns: true if it was written.
    @discardableResult
    func write(_ patch: CardPatch, verb: String? = nil) async -> Bool {
        do {
            try await store.apply([.set(patch)])
            if let verb { messages.say(Message("\(verb) \(patch.values.name)", offers: [.undo])) }
            return true
        } catch {
            messages.say(error)
            await refresh()
            return false
        }
    }

    /// "Cedar Library", "3 cards".
    private static func label(for outcome: CardToggle.Outcome) -> String { outcome.name ?? "\(outcome.count) cards" }
}
