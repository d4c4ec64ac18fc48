internal import Cards

/// The log as a history of cards.
extension ChangeLog {
    /// An entry, when it was made, and what is known of where it came from.
    struct DatedEntry {
        /// Whatever the entry holds: its number goes on from there even if the entry cannot be read.
        let sequence: Int64
        /// Nil if it is about no card.
        let entry: Entry?
        let time: Timestamp
        let device: String
        let step: (kind: StepTable.Kind, source: String?)?
    }

    /// Up to `limit` entries from this start on, in the order in which they are read, without those of emptied cards.
    func history(
        of card: CardID?, from start: HistoryQuery.Start, limit: Int
    ) throws(StoreError) -> [DatedEntry] {
        let bound =
            switch start {
            case .newest: Int64.max
            case .oldest: 0 as Int64
            case .before(let sequence), .after(let sequence): sequence
            }
        let sql = Self.selectHistory(ofCard: card != nil, goesBack: start.goesBack)
        return try connection.all(sql) {
            $0.add(bound)
            $0.add(limit)
            if let card { $0.add(card.text) }
        } read: { row in
            let (sequence, card, fields, previous) =
                (row.number(), CardID(row.text()), row.optionalBytes(), row.optionalBytes())
            let (time, device) = (Timestamp(clamping: row.number()), row.text())
            let (kind, source) = (row.optionalText(), row.optionalText())
            return DatedEntry(
                sequence: sequence,
                entry: card.map { Entry(sequence: sequence, card: $0, fields: fields, previous: previous) },
                time: time, device: device,
                step: kind.map { (kind: StepTable.Kind(rawValue: $0) ?? .change, source: source) })
        }
    }

    /// The text of each is made once: the connection finds a prepared statement by its text.
    static func selectHistory(ofCard isOfCard: Bool, goesBack: Bool) -> String {
        switch (isOfCard, goesBack) {
        case (true, true): backOfCard
        case (true, false): forthOfCard
        case (false, true): backOfAll
        case (false, false): forthOfAll
        }
    }

    private static let backOfCard = ofCard("<", "DESC")
    private static let forthOfCard = ofCard(">", "ASC")
    private static let backOfAll = "\(selectDated) change.sequence < ?1 ORDER BY change.sequence DESC LIMIT ?2"
    private static let forthOfAll = "\(selectDated) change.sequence > ?1 ORDER BY change.sequence LIMIT ?2"

    /// The index has no additions: these are looked up by the rows of the card and of its deletions.
    private static func ofCard(_ side: String, _ direction: String) -> String {
        """
        WITH birth (sequence) AS (
            SELECT row FROM card WHERE id = ?3
            UNION SELECT born FROM change INDEXED BY change_deletion
            WHERE card = ?3 AND fields IS NULL AND born IS NOT NULL
        ), own (sequence) AS (
            SELECT sequence FROM change INDEXED BY change_card
            WHERE card = ?3 AND previous IS NOT NULL AND sequence \(side) ?1
            UNION ALL
            SELECT change.sequence FROM birth CROSS JOIN change ON change.sequence = birth.sequence
            WHERE change.card = ?3 AND previous IS NULL AND change.sequence \(side) ?1
            ORDER BY 1 \(direction) LIMIT ?2
        )
        \(selectDated) change.sequence IN own ORDER BY change.sequence \(direction)
        """
    }

    /// With the step that the entry is part of; downloads are no steps.
    private static let selectDated = """
        SELECT change.sequence, change.card, fields, previous, change.time, device, step.kind, step.source
        FROM change LEFT JOIN emptied ON emptied.card = change.card
            LEFT JOIN step ON step.first = (
                SELECT CASE WHEN last >= change.sequence THEN first END FROM step WHERE first <= change.sequence
                ORDER BY first DESC LIMIT 1)
        WHERE change.sequence > ifnull(emptied.sequence, 0) AND
        """
}

extension ChangeLog.DatedEntry {
    /// - Parameter backend: the address of a backend by its number.
    /// - Parameter deviceName: the name of another device by its text in the log.
    func source(
        backend: (Int64) throws(StoreError) -> String?, deviceName: (String) throws(StoreError) -> String?
    ) throws(StoreError) -> ChangeSource {
        if device == ChangeLog.Mark.repair { return .repair }
        if device.hasPrefix(ChangeLog.devicePrefix) { return .device(try deviceName(device)) }
        if device.hasPrefix(ChangeLog.Mark.backend) {
            guard let number = Int64(device.dropFirst(ChangeLog.Mark.backend.count + 1)) else { return .backend(nil) }
            return .backend(try backend(number))
        }
        return switch step?.kind {
        case nil, .change?, .renewal?: .here
        case .restore?: .restored
        case .undo?: .undo
        case .redo?: .redo
        case .importing?: .imported(step?.source)
        case .expiry?: .expiry
        }
    }
}

extension ChangeLog.Entry {
    /// What it did to the card.
    var content: PastChange.Content {
        guard let fields else {
            guard let previous, let patch = CardPatch(stored: previous, of: card) else { return .unreadable }
            return .deleted(patch.applied(to: nil))
        }
        if isOfSecret { return .secret }
        guard let new = CardPatch(stored: fields, of: card) else { return .unreadable }
        guard let previous else { return .added(new.applied(to: nil)) }
        guard let old = CardPatch(stored: previous, of: card) else { return .unreadable }
        // A field that only one of them has could not be read in the other.
        let changed = new.fields.intersection(old.fields).inReadingOrder
        return changed.isEmpty ? .unreadable : .changed(changed, old: old.values.stored, new: new.values.stored)
    }
}

extension Card {
    /// Without the members that the log represents as null because they are missing.
    fileprivate var stored: Card {
        var card = self
        if !unknownFields.isEmpty { card.unknownFields = unknownFields.filter { $0.value != .null } }
        return card
    }
}
