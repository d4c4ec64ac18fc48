internal import Cards

/// The user's manual order of cards, on this machine only: positions with gaps between them, so that moving a card writes one
/// row. Cards without a position follow those with one, by name.
struct ManualOrderTable {
    let connection: Connection

    private static let gap: Int64 = 1 << 20

    /// Moves these cards, in this order, before `next`, which is none of them; nil moves each to the end of its group.
    func move(_ identifiers: [CardID], before next: CardID?) throws(StoreError) {
        if let next {
            guard var upper = try ensuredPosition(of: next) else { return }
            if try !insert(identifiers, below: upper) {
                try renumber()
                upper = try position(of: next) ?? 0
                _ = try insert(identifiers, below: upper)
            }
        } else {
            try numberOthers(inGroupsOf: identifiers)
            if try last() > Int64.max / 2 { try renumber() }
            let last = try last()
            for (number, identifier) in identifiers.enumerated() {
                try set(identifier, last + Self.gap * Int64(number + 1))
            }
        }
    }

    /// False when the gap before that position is too small.
    private func insert(_ identifiers: [CardID], below upper: Int64) throws(StoreError) -> Bool {
        let count = Int64(identifiers.count)
        for identifier in identifiers { try remove(identifier) }
        let lower =
            try connection.first("SELECT max(place) FROM hand WHERE place < ?", upper) { $0.optionalNumber() } ?? nil
        guard upper > Int64.min / 2, lower.map({ $0 > Int64.min / 2 }) ?? true else { return false }
        let from = lower ?? upper - Self.gap * (count + 1)
        let (distance, isTooFar) = upper.subtractingReportingOverflow(from)
        let step = distance / (count + 1)
        guard step > 0, !isTooFar else { return false }
        for (number, identifier) in identifiers.enumerated() { try set(identifier, from + step * Int64(number + 1)) }
        return true
    }

    /// The card's position. If it has none, it and all cards before it get one. Nil when there is no such card.
    private func ensuredPosition(of identifier: CardID) throws(StoreError) -> Int64? {
        if let position = try position(of: identifier) { return position }
        let last = try last()
        try connection.run(
            """
            INSERT INTO hand (card, place)
            SELECT card.id, ? + ? * row_number() OVER (ORDER BY card.folded, card.id)
            FROM card JOIN card AS this ON this.id = ?
            WHERE card.grp = this.grp AND (card.folded, card.id) <= (this.folded, this.id)
                AND card.id NOT IN (SELECT card FROM hand)
            """, last, Self.gap, identifier.text
        )
        return try position(of: identifier)
    }

    /// Gives a position to all other cards without one in these cards' groups, in their present order.
    private func numberOthers(inGroupsOf identifiers: [CardID]) throws(StoreError) {
        for identifier in identifiers { try remove(identifier) }
        var groups: Set<Int64> = []
        for identifier in identifiers {
            let group = try connection.first("SELECT grp FROM card WHERE id = ?", identifier.text) { $0.number() }
            if let group { groups.insert(group) }
        }
        // These cards get a temporary position while the others are numbered.
        for identifier in identifiers { try set(identifier, 0) }
        for group in groups.sorted() {
            let last = try last()
            try connection.run(
                """
                INSERT INTO hand (card, place)
                SELECT id, ? + ? * row_number() OVER (ORDER BY folded, id) FROM card
                WHERE grp = ? AND id NOT IN (SELECT card FROM hand)
                """, last, Self.gap, group
            )
        }
    }

    /// Renews the gaps between all positions; their order stays.
    private func renumber() throws(StoreError) {
        try connection.run(
            """
            UPDATE hand SET place = new FROM
                (SELECT card AS moved, ? * row_number() OVER (ORDER BY place, card) AS new FROM hand)
            WHERE card = moved
            """
        ) { $0.add(Self.gap) }
    }

    private func last() throws(StoreError) -> Int64 {
        try connection.first("SELECT ifnull(max(place), 0) FROM hand") { $0.number() } ?? 0
    }

    private func position(of identifier: CardID) throws(StoreError) -> Int64? {
        try connection.first("SELECT place FROM hand WHERE card = ?", identifier.text) { $0.number() }
    }

    private func set(_ identifier: CardID, _ position: Int64) throws(StoreError) {
        try connection.run(
            "INSERT INTO hand (card, place) VALUES (?, ?) ON CONFLICT (card) DO UPDATE SET place = excluded.place",
            identifier.text, position
        )
    }

    func remove(_ identifier: CardID) throws(StoreError) {
        try connection.run("DELETE FROM hand WHERE card = ?", identifier.text)
    }
}
