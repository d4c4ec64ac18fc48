internal import Cards

extension Tables {
    /// Applies what the user did: card, log, photos and what is owed. Gives the cards that changed.
    func apply(_ changes: [CardChange], at time: Timestamp) throws(StoreError) -> Set<CardID> {
        let backends = try backends.all()
        var changed: Set<CardID> = []
        for change in changes {
            let isChanged =
                switch change {
                case .set(let patch): try apply(patch, at: time, owing: backends)
                case .delete(let identifier): try delete(identifier, at: time, owing: backends)
                }
            if isChanged { changed.insert(change.identifier) }
        }
        return changed
    }

    /// False when nothing but bookkeeping would change.
    private func apply(
        _ patch: CardPatch, at time: Timestamp, owing backends: [BackendTable.Entry]
    ) throws(StoreError) -> Bool {
        try photos.write(patch.photos)
        let old = try cards.entry(patch.identifier)?.card
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
        let fields = old.map { card.differences(from: $0) } ?? card.filledFields
        let sequence = try log.append(setting: fields, of: card, was: old, by: .here, at: time)
        let entry = CardTable.Entry(card: card, sequence: sequence)
        try cards.write(entry)
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
