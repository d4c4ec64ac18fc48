internal import Cards

/// What is done with cards in the list: always one change for all of them, that one undo takes back.
@MainActor
public struct ListChanges {
    let list: CardListModel

    private var store: any LocalStore { list.store }

    /// Stars the selected card or all marked ones; takes the stars away where all have one.
    public func toggleStar() {
        if !list.marks.isEmpty { return toggleMarked(.star, done: ("Starred", "Unstarred")) }
        guard let row = list.selectedRow else { return }
        var values = Card(identifier: row.id, name: row.name)
        values.isStarred = !row.isStarred
        writeInBackground(values, .isStarred, done: values.isStarred ? "Starred" : "Unstarred")
        list.rows.update(row.id) { $0.isStarred.toggle() }
    }

    /// Archives the selected card or all marked ones; brings them back where all are archived.
    public func toggleArchive() {
        if !list.marks.isEmpty { return toggleMarked(.archive, done: ("Archived", "Brought back")) }
        guard let row = list.selectedRow else { return }
        var values = Card(identifier: row.id, name: row.name)
        values.isArchived = !row.isArchived
        writeInBackground(values, .isArchived, done: values.isArchived ? "Archived" : "Brought back")
        list.rows.update(row.id) { $0.isArchived.toggle() }
    }

    private func toggleMarked(_ toggle: CardToggle, done: (on: String, off: String)) {
        list.activities.run("Changing \(list.markWords)") {
            guard let outcome = try await store.toggle(toggle, of: list.chosenIdentifiers()) else { return }
            list.clearMarks()
            say("\(outcome.isOn ? done.on : done.off) \(Self.label(of: outcome))")
        }
    }

    /// Puts cards into a group; takes them out where all are in it.
    func toggleGroup(_ name: String, of identifiers: [CardID]) async throws {
        guard let outcome = try await store.toggle(.group(name), of: identifiers) else { return }
        list.clearMarks()
        let label = Self.label(of: outcome)
        say(outcome.isOn ? "Put \(label) into \(name)" : "Took \(label) out of \(name)")
    }

    private func writeInBackground(_ values: Card, _ field: CardField, done: String) {
        list.activities.background.run { await write(CardPatch(values: values, fields: [field]), done: done) }
    }

    /// Writes what is shown already, and corrects the list if the store refuses.
    /// - Parameter done: what was done, for a message; nil where nothing is said.
    /// - Returns: whether it was written.
    func write(_ patch: CardPatch, done: String? = nil) async -> Bool {
        do {
            try await store.apply([.set(patch)])
            if let done { say("\(done) \(patch.values.name)") }
            return true
        } catch {
            list.messages.say(error)
            await list.refresh()
            return false
        }
    }

    private func say(_ text: String) { list.messages.say(Message(text, offers: [.undo])) }

    /// "Cedar Library", "3 cards".
    private static func label(of outcome: CardToggle.Outcome) -> String { outcome.name ?? "\(outcome.count) cards" }
}
