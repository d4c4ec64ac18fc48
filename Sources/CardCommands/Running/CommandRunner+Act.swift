internal import Basics
internal import Cards

extension CommandRunner {
    /// Makes the same change to each card, all in one step, and says what was changed.
    func act(
        _ action: CardAction, on targets: CardTargets, _ form: ActionForm, _ store: any CardStore
    ) async throws {
        let cards = try await cards(targets, in: store)
        var changes: [(card: Card, change: CardChange)] = []
        for card in cards {
            if let made = change(action, of: card) { changes.append((card, made)) }
        }
        try await apply(changes, form, store) { changes in
            guard case .use(let day) = action else { return try await store.apply(changes) }
            _ = try await store.use(changes.map(\.identifier), on: day)
        } message: { changed in
            if case .duplicate = action { return changes.map(\.change.identifier.text).joined(separator: "\n") }
            if changed.isEmpty { return "No changes: \(object(cards))" }
            return action.done(object(changed)) + hint(action, changed)
        }
    }

    /// Nil where the card is so already.
    private func change(_ action: CardAction, of card: Card) -> CardChange? {
        switch action {
        case .remove: return .delete(card.identifier)
        case .duplicate:
            var copy = Card(identifier: makeIdentifier(), name: card.name)
            copy.copy(card.filledFields.filter { !$0.isBookkeeping }, from: card)
            return .set(CardPatch(from: nil, to: copy))
        case .use(let day):
            guard card.used == nil else { return nil }
            var new = card
            new.setArchived(true)
            new.used = day
            return .set(CardPatch(from: card, to: new))
        case .set(let toggle, let isOn):
            var new = card
            toggle.set(isOn, on: &new)
            return new == card ? nil : .set(CardPatch(from: card, to: new))
        }
    }

    /// Applies the changes as one step, unless it is a dry run, and reports them.
    /// - Parameters:
    ///   - applying: what applies them; nil for the store's own way.
    ///   - message: what is said of the changed cards on standard output.
    func apply(
        _ changes: [(card: Card, change: CardChange)], _ form: ActionForm, _ store: any CardStore,
        applying: (([CardChange]) async throws -> Void)? = nil, message: ([Card]) -> String
    ) async throws {
        let changed = changes.map(\.card)
        if !form.isDryRun, !changes.isEmpty {
            let made = changes.map(\.change)
            if let applying { try await applying(made) } else { try await store.apply(made) }
        }
        if form.isJSON {
            for (card, change) in changes { try write(object: Self.members(of: card, change)) }
        } else if form.isDryRun {
            for card in changed {
                try output.write(
                    [card.identifier.text, card.name, card.number].map(cell).joined(separator: "\t") + "\n")
            }
        } else {
            // A list of identifiers has lines of its own.
            for line in message(changed).split(separator: "\n") { try output.report(String(line)) }
        }
        if form.isDryRun { output.warn("Nothing was changed; without --dry-run: \(changed.count.counted("card"))") }
    }

    /// What scripts need to go on with the card; a copy has an identifier of its own.
    private static func members(of card: Card, _ change: CardChange) -> [(key: String, value: JSON)] {
        var members: [(key: String, value: JSON)] = [
            ("identifier", .string(change.identifier.text)), ("name", .string(card.name)),
        ]
        if change.identifier != card.identifier { members.append(("copyOf", .string(card.identifier.text))) }
        return members
    }

    /// "Tesco", or "3 cards".
    func object(_ cards: [Card]) -> String { cards.count == 1 ? oneLine(cards[0].name) : cards.count.counted("card") }

    /// How a removed card comes back.
    private func hint(_ action: CardAction, _ cards: [Card]) -> String {
        guard case .remove = action else { return "" }
        let restore = cards.count == 1 ? "trash restore \(cards[0].identifier.text)" : "undo"
        return ". To bring \(cards.count == 1 ? "it" : "them") back: \(again(restore))"
    }
}
