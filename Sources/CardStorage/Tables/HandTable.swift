internal import Cards

/// Where the user put cards by hand, this machine's alone: numbers with gaps between them, so that a move writes one. What has
/// none stands behind what has one, by name.
struct HandTable {
    let connection: Connection

    private static let gap: Int64 = 1 << 20

    /// Puts these cards, in this order, before `next`, which is none of them; nil puts each at the end of its group.
    func move(_ identifiers: [CardID], before next: CardID?) throws(StoreError) {
        if let next {
            guard var upper = try placed(next) else { return }
            if try !put(identifiers, below: upper) {
                try renumber()
                upper = try place(of: next) ?? 0
                _ = try put(identifiers, below: upper)
            }
        } else {
            try placeOthers(of: identifiers)
            if try last() > Int64.max / 2 { try renumber() }
            let last = try last()
            for (number, identifier) in identifiers.enumerated() {
                try set(identifier, last + Self.gap * Int64(number + 1))
            }
        }
    }

    /// False when there is no room left between the numbers.
    private func put(_ identifiers: [CardID], below upper: Int64) throws(StoreError) -> Bool {
        let count = Int64(identifiers.count)
        for identifier in identifiers { try remove(identifier) }
        let lower =
            try connection.first("SELECT max(place) FROM hand WHERE place < ?") {
                $0.add(upper)
            } read: {
                $0.optionalNumber()
            } ?? nil
        guard upper > Int64.min / 2, lower.map({ $0 > Int64.min / 2 }) ?? true else { return false }
        let from = lower ?? upper - Self.gap * (count + 1)
        let step = (upper - from) / (count + 1)
        guard step > 0 else { return false }
        for (number, identifier) in identifiers.enumerated() { try set(identifier, from + step * Int64(number + 1)) }
        return true
    }

    /// The card's number; it gets one, with all that stand before it, if it has none. Nil when there is no such card.
    private func placed(_ identifier: CardID) throws(StoreError) -> Int64? {
        if let place = try place(of: identifier) { return place }
        let last = try last()
        try connection.run(
            """
            INSERT INTO hand (card, place)
            SELECT card.id, ? + ? * row_number() OVER (ORDER BY card.folded, card.id)
            FROM card JOIN card AS this ON this.id = ?
            WHERE card.grp = this.grp AND (card.folded, card.id) <= (this.folded, this.id)
                AND card.id NOT IN (SELECT card FROM hand)
            """
        ) {
            $0.add(last)
            $0.add(Self.gap)
            $0.add(identifier.text)
        }
        return try place(of: identifier)
    }

    /// Gives numbers to the cards without one that are in a group of these cards, as they stand; not to these themselves.
    private func placeOthers(of identifiers: [CardID]) throws(StoreError) {
        for identifier in identifiers { try remove(identifier) }
        var groups: Set<Int64> = []
        for identifier in identifiers {
            let group = try connection.first("SELECT grp FROM card WHERE id = ?") {
                $0.add(identifier.text)
            } read: {
                $0.number()
            }
            if let group { groups.insert(group) }
        }
        // The cards themselves hold places while the others are numbered, and get new ones behind.
        for identifier in identifiers { try set(identifier, 0) }
        for group in groups.sorted() {
            let last = try last()
            try connection.run(
                """
                INSERT INTO hand (card, place)
                SELECT id, ? + ? * row_number() OVER (ORDER BY folded, id) FROM card
                WHERE grp = ? AND id NOT IN (SELECT card FROM hand)
                """
            ) {
                $0.add(last)
                $0.add(Self.gap)
                $0.add(group)
            }
        }
    }

    /// Makes room between all numbers; their order stays.
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

    private func place(of identifier: CardID) throws(StoreError) -> Int64? {
        try connection.first("SELECT place FROM hand WHERE card = ?") {
            $0.add(identifier.text)
        } read: {
            $0.number()
        }
    }

    private func set(_ identifier: CardID, _ place: Int64) throws(StoreError) {
        try connection.run(
            "INSERT INTO hand (card, place) VALUES (?, ?) ON CONFLICT (card) DO UPDATE SET place = excluded.place"
        ) {
            $0.add(identifier.text)
            $0.add(place)
        }
    }

    private func remove(_ identifier: CardID) throws(StoreError) {
        try connection.run("DELETE FROM hand WHERE card = ?") { $0.add(identifier.text) }
    }
}
