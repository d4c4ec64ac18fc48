import Basics
import Cards

@testable import CardStorage

/// A search that reads every card: the slow and simple reference for the index.
struct PlainScan {
    /// A card with the store's data about it.
    struct Entry {
        let card: Card
        let usage: CardUsage
        /// How usual the card is; nil for one that was never used.
        let weight: Int64?
        /// Increases in the order in which cards were added.
        let row: Int64
        /// Its position in the manual order, if any.
        let position: Int?
        let isLocal: Bool
        let isConflicted: Bool
        let folded: String

        init(
            card: Card, usage: CardUsage, weight: Int64?, row: Int64, position: Int?, isLocal: Bool, isConflicted: Bool
        ) {
            (self.card, self.usage, self.weight) = (card, usage, weight)
            (self.row, self.position) = (row, position)
            (self.isLocal, self.isConflicted) = (isLocal, isConflicted)
            folded = TextFolding.fold(card.name)
        }

        /// Starred, others, archived.
        var group: Int { card.isArchived ? 2 : card.isStarred ? 0 : 1 }
    }

    let query: CardQuery
    let today: CalendarDay

    func find(in entries: [Entry]) -> [Entry] {
        entries.compactMap { entry in matchClass(of: entry).map { (entry, $0) } }
            .sorted { $0.1 == $1.1 ? isBefore($0.0, $1.0) : $0.1 < $1.1 }
            .map { $0.0 }
    }

    // MARK: - The filter

    /// 0 for whole words, 1 for starts of words, 2 for anything else; nil for no match.
    private func matchClass(of entry: Entry) -> Int? {
        let card = entry.card
        let terms = query.filter.terms
        let asksForArchived = terms.contains { $0.kind == .isArchived && !$0.isNegated }
        if query.hidesArchived, card.isArchived, !asksForArchived { return nil }
        guard terms.allSatisfy({ holds($0.kind, for: entry) != $0.isNegated }) else { return nil }
        let text = CardSearchText(card)
        let fields = ([text.name] + text.others + text.groups).map { Array($0.unicodeScalars) }
        var worst = 0
        for word in query.filter.words {
            let word = Array(word.unicodeScalars)
            guard let best = fields.compactMap({ Self.bestClass(of: word, in: $0) }).min() else { return nil }
            worst = max(worst, best)
        }
        return worst
    }

    private func holds(_ kind: CardFilter.Term.Kind, for entry: Entry) -> Bool {
        let card = entry.card
        return switch kind {
        case .isExpired: card.expiry.map { $0 < today } ?? false
        case .isStarred: card.isStarred
        case .isArchived: card.isArchived
        case .isLocal: entry.isLocal
        case .isConflicted: entry.isConflicted
        case .hasPhoto: card.front != nil || card.back != nil
        case .hasNumber: !card.number.isEmpty
        case .hasNote: !card.note.isEmpty
        case .hasBarcode: card.barcode != nil
        case .hasBalance: !card.balance.isEmpty
        case .hasStamps: card.amountLeft.map { if case .stamps = $0.unit { true } else { false } } ?? false
        case .isUsed: card.used != nil
        case .group(let name): CardSearchText(card).groups.contains { $0.utf8.starts(with: name.utf8) }
        case .wholeGroup(let name): CardSearchText(card).groups.contains(name)
        case .expires(let range):
            card.expiry.map { range.days(today: today)?.contains($0) ?? false } ?? false
        case .next(let range):
            card.moments.contains { moment in
                // The test's clock has no zone.
                let (first, last) = (moment.start.day, moment.end?.day ?? moment.start.day)
                return range.days(today: today).map { $0.lowerBound <= last && first <= $0.upperBound } ?? false
            }
        }
    }

    private static func bestClass(of word: [Unicode.Scalar], in field: [Unicode.Scalar]) -> Int? {
        guard word.count <= field.count else { return nil }
        var best: Int?
        for start in 0...field.count - word.count where field[start..<start + word.count].elementsEqual(word) {
            let end = start + word.count
            let begins = start == 0 || !isWordCharacter(field[start - 1])
            let ends = end == field.count || !isWordCharacter(field[end])
            best = min(best ?? 2, begins ? ends ? 0 : 1 : 2)
        }
        return best
    }

    private static func isWordCharacter(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil
    }

    // MARK: - The order

    private func isBefore(_ left: Entry, _ right: Entry) -> Bool {
        if left.group != right.group { return left.group < right.group }
        let isReversed = query.order.isReversed
        let byName = Self.isBeforeByName(left, right)
        if query.order.key == .name { return isReversed && left.row != right.row ? !byName : byName }
        switch (value(of: left), value(of: right)) {
        case (let left?, let right?) where left != right: return isReversed ? right < left : left < right
        case (.some, nil): return true
        case (nil, .some): return false
        default: return byName
        }
    }

    /// Compares bytes, as SQLite does.
    private static func isBeforeByName(_ left: Entry, _ right: Entry) -> Bool {
        if !left.folded.utf8.elementsEqual(right.folded.utf8) {
            return left.folded.utf8.lexicographicallyPrecedes(right.folded.utf8)
        }
        return left.card.identifier.text.utf8.lexicographicallyPrecedes(right.card.identifier.text.utf8)
    }

    /// The sort key, smallest first; nil for none.
    private func value(of entry: Entry) -> Int64? {
        switch query.order.key {
        case .name: nil
        case .added: -entry.row
        case .used: entry.usage.lastUsed.map { -$0.milliseconds }
        case .expiry: entry.card.expiry.map { Int64($0.daysSince1970) }
        case .validFrom: entry.card.validFrom.map { -Int64($0.daysSince1970) }
        case .next:
            entry.card.moments.filter { ($0.end?.day ?? $0.start.day) >= today }.map { moment in
                Int64(moment.start.day.daysSince1970) * 24 + (Int64(moment.start.time?.prefix(2) ?? "0") ?? 0)
            }.min()
        case .uses: entry.usage.uses > 0 ? -Int64(entry.usage.uses) : nil
        case .usual: entry.weight.map { -$0 }
        case .balance: entry.card.balance.isEmpty ? nil : Int64(-1000 * (Double(entry.card.balance) ?? 0))
        case .manual: entry.position.map(Int64.init)
        }
    }
}

extension SQLiteCardStore {
    /// The result of a plain scan.
    func scan(_ query: CardQuery) throws -> [CardID] {
        let entries = try connection.all(
            """
            SELECT card.row, last_used, uses, weight, place,
                NOT EXISTS (SELECT 1 FROM shadow WHERE shadow.card = card.id AND absent = 0),
                EXISTS (SELECT 1 FROM conflict WHERE conflict.card = card.id),
                card.id, \(CardColumns.list)
            FROM card
            LEFT JOIN usage ON usage.card = card.id LEFT JOIN hand ON hand.card = card.id
            """
        ) { row -> PlainScan.Entry? in
            let (number, lastUsed, uses) = (row.number(), row.optionalNumber(), row.count())
            let weight = row.optionalNumber()
            let (position, isLocal, isConflicted) = (row.optionalNumber(), row.flag(), row.flag())
            guard let identifier = CardID(row.text()) else { return nil }
            return PlainScan.Entry(
                card: CardColumns.card(identifier, from: &row),
                usage: CardUsage(lastUsed: lastUsed.map { Timestamp(milliseconds: $0) }, uses: uses),
                weight: weight, row: number,
                position: position.map { Int($0) }, isLocal: isLocal, isConflicted: isConflicted)
        }
        return PlainScan(query: query, today: clock.today()).find(in: entries).map(\.card.identifier)
    }
}
