internal import Cards

extension Tables {
    /// Applies what the user did: card, log, photos and what is owed. Gives the cards that changed.
    func apply(_ changes: [CardChange], at time: Timestamp) throws(StoreError) -> Set<CardID> {
        let backends = try backends.all()
        var changed: Set<CardID> = []
        for change in changes {
            let isChanged =
                switch change {
                case .set(let patch):
                    try apply(patch, to: cards.entry(patch.identifier)?.card, at: time, owing: backends)
                case .delete(let identifier): try delete(identifier, at: time, owing: backends)
                }
            if isChanged { changed.insert(change.identifier) }
        }
        return changed
    }

    /// Takes what a file holds, as one step. Gives the cards that changed too, nil when there are too many to name.
    func bring(
        _ file: CardImport, at time: Timestamp
    ) throws -> (outcome: CardImport.Outcome, changed: Set<CardID>?) {
        let backends = try backends.all()
        let before = try log.lastSequence()
        var changed: Set<CardID>? = []
        let outcome = try file.run {
            try cards.entry($0)?.card
        } apply: { patch, old in
            guard try apply(patch, to: old, at: time, owing: backends) else { return }
            changed?.insert(patch.identifier)
            if let count = changed?.count, count > Self.namedChanges { changed = nil }
        }
        try endStep(.change, after: before)
        return (outcome, changed)
    }

    /// So many changed cards are named; with more, everybody is better off reading again.
    private static var namedChanges: Int { 10_000 }

    /// False when nothing but bookkeeping would change.
    private func apply(
        _ patch: CardPatch, to old: Card?, at time: Timestamp, owing backends: [BackendTable.Entry]
    ) throws(StoreError) -> Bool {
        try photos.write(patch)
        var card = patch.applied(to: old)
        guard !card.hasBlankName else {
            throw .failed(path: cards.connection.path, reason: "the card \(patch.identifier) has no name")
        }
        if let old {
            if card.hasSameContent(as: old) { return false }
            card.modified = time
        } else {
            // A card that comes out of a file may know when it was made.
            card.created = card.created ?? time
            card.modified = card.modified ?? time
        }
        let entry = CardTable.Entry(card: card, sequence: try log.append(card, was: old, by: .here, at: time))
        try cards.write(entry, isNew: old == nil)
        for backend in backends {
            let shadow = try shadows.entry(card.identifier, of: backend)?.card
            try settle(card.identifier, entry: entry, shadow: shadow, with: backend)
        }
        return true
    }

    private func delete(
        _ identifier: CardID, at time: Timestamp, owing backends: [BackendTable.Entry]
    ) throws(StoreError) -> Bool {
        guard let card = try cards.entry(identifier)?.card else { return false }
        _ = try log.append(deleting: card, at: time)
        try cards.remove(identifier)
        for backend in backends {
            try conflicts.remove(identifier, with: backend)
            try settle(identifier, with: backend)
        }
        return true
    }
}
