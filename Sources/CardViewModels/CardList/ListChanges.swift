internal import Basics
internal import Cards

/// Changes of cards in the list: always one change for all of them, so that one undo reverts it.
@MainActor
public struct ListChanges {
    let list: CardListModel

    private var store: any CardStore { list.store }

    /// Stars the selected card or all marked ones; if all have a star, removes it.
    public func toggleStar() {
        if !list.marks.isEmpty { return toggleMarked(.star, verbs: ("Starred", "Unstarred")) }
        guard let row = list.selectedRow else { return }
        var values = Card(identifier: row.id, name: row.name)
        values.isStarred = !row.isStarred
        let shown = list.rows.update(row.id) { $0.isStarred = values.isStarred }
        writeInBackground(values, [.isStarred], verb: values.isStarred ? "Starred" : "Unstarred", shown)
    }

    /// Archives the selected card or all marked ones; if all are archived, restores them.
    public func toggleArchive() {
        if !list.marks.isEmpty { return toggleMarked(.archive, verbs: ("Archived", "Unarchived")) }
        guard let row = list.selectedRow else { return }
        var values = Card(identifier: row.id, name: row.name)
        values.isArchived = !row.isArchived
        let shown = list.rows.update(row.id) { $0.isArchived = values.isArchived }
        writeInBackground(values, CardField.ofArchive, verb: values.isArchived ? "Archived" : "Unarchived", shown)
    }

    private func toggleMarked(_ toggle: CardToggle, verbs: (on: String, off: String)) {
        list.activities.run("Changing \(list.markLabel)") {
            guard let outcome = try await store.toggle(toggle, of: list.chosenIdentifiers()) else { return }
            list.clearMarks()
            post("\(outcome.isOn ? verbs.on : verbs.off) \(Self.label(of: outcome))")
        }
    }

    /// Notes that the selected voucher, or all marked ones, are used up, and puts them away.
    public func use() {
        let about = list.marks.isEmpty ? list.selectedRow?.name.shortName : list.markLabel
        guard let about else { return }
        list.activities.run("Changing \(about)") {
            let cards = try await list.chosenIdentifiers()
            guard let outcome = try await store.use(cards, on: list.today) else { return }
            list.clearMarks()
            await list.reload()
            tellUsed(outcome)
        }
    }

    func tellUsed(_ outcome: CardToggle.Outcome) {
        let isNothing = outcome.count == 0
        list.messages.post(
            isNothing
                ? Message("\(outcome.name?.shortName ?? "These cards"): already used")
                : Message("Marked \(Self.label(of: outcome)) as used", offers: [.undo]))
    }

    /// Adds cards to a group; if all are in it, removes them.
    func toggleGroup(_ name: String, of identifiers: [CardID]) async throws {
        guard let outcome = try await store.toggle(.group(name), of: identifiers) else { return }
        list.clearMarks()
        let label = Self.label(of: outcome)
        post(outcome.isOn ? "Added \(label) to \(name)" : "Removed \(label) from \(name)")
    }

    private func writeInBackground(_ values: Card, _ fields: FieldSet, verb: String, _ shown: Int) {
        list.activities.background.run {
            await write(CardPatch(values: values, fields: fields), verb: verb, shownAs: shown)
        }
    }

    /// Writes a change that is shown already; if the store refuses, the list is read again.
    /// - Parameters:
    ///   - verb: what was done, for a message; nil for no message.
    ///   - shown: its number among those that the rows show.
    /// - Returns: true if it was written.
    func write(_ patch: CardPatch, verb: String? = nil, shownAs shown: Int? = nil) async -> Bool {
        do {
            defer { if let shown { list.rows.searches.unwritten.remove(shown) } }
            try await store.apply([.set(patch)])
            if let verb { post("\(verb) \(patch.values.name)") }
            return true
        } catch {
            list.messages.post(error)
            await list.refresh()
            return false
        }
    }

    private func post(_ text: String) { list.messages.post(Message(text, offers: [.undo])) }

    /// "Cedar Library", "3 cards".
    private static func label(of outcome: CardToggle.Outcome) -> String {
        outcome.name ?? outcome.count.counted("card")
    }
}
