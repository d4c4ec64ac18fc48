internal import Cards

extension Tables {
    /// Gives fields of a card the values that they had after a change of the log; nil for all fields. Nil if there is nothing to
    /// restore from.
    func restore(
        _ fields: FieldSet?, of identifier: CardID, after change: Int64, at time: Timestamp
    ) throws(StoreError) -> (restored: RestoredCard, changed: ChangedCards)? {
        guard let past = try PastCardReading.card(identifier, after: change, in: self), !past.card.hasBlankName else {
            return nil
        }
        // A deleted card comes back as a whole, with its times.
        var wanted = past.now == nil ? past.card.filledFields : FieldSet(past.differences)
        if let fields, past.now != nil { wanted.formIntersection(fields) }
        var missing: FieldSet = []
        for field in wanted {
            guard let photo = past.card.photo(in: field), try !photos.holds(photo) else { continue }
            missing.insert(field)
        }
        wanted.subtract(missing)
        var changed = ChangedCards()
        if !wanted.isEmpty {
            var writer = try CardWriter(self, at: time)
            let patch = CardPatch(values: past.card, fields: wanted)
            _ = try writer.set(patch, to: past.now, isRestoring: past.now == nil)
            changed = writer.changed
        }
        let restored = RestoredCard(
            name: past.now?.name ?? past.card.name,
            fields: (changed.isEmpty ? [] : wanted.filter { !$0.isBookkeeping }).inReadingOrder,
            missingPhotos: missing.inReadingOrder)
        return (restored, changed)
    }
}

extension PhotoTable {
    fileprivate func holds(_ photo: PhotoHash) throws(StoreError) -> Bool {
        try connection.first("SELECT 1 FROM photo WHERE hash = ?", photo.text) { _ in true } ?? false
    }
}
