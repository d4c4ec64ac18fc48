public import CardStorage
internal import Cards

/// What people do with the cards of a device, at random. The same generator does the same to the same store.
public enum RandomDeviceChanges {
    private static let names = ["alpha", "beta", "gamma", "delta", "epsilon"]

    /// One change such as people make, of one of five cards.
    public static func one(
        of store: SQLiteCardStore, using generator: inout some RandomNumberGenerator
    ) async throws {
        let name = names.randomElement(using: &generator) ?? "alpha"
        guard let identifier = CardID(name) else { return }
        let word = String(Int.random(in: 0..<1_000_000, using: &generator))
        guard var card = try await store.card(identifier) else {
            let trash = try await store.trash().map(\.card.identifier)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0 where trash.contains(identifier): return try await store.restore([identifier])
            case 1 where trash.contains(identifier):
                // A ledger that is deleted for good is gone here alone: see DECISIONS.md.
                guard try await store.ledger(of: identifier, after: nil, limit: 1).lines.isEmpty else { return }
                return try await store.empty([identifier])
            case 2: return _ = try await store.undo()
            default:
                var card = Card(identifier: identifier, name: name)
                card.number = word
                switch Int.random(in: 0..<4, using: &generator) {
                case 0, 1: (card.balance, card.currency) = ("20.00", "EUR")
                case 2: (card.balance, card.currency) = ("7", "of 10 stamps")
                default: break
                }
                return try await store.apply([.set(CardPatch(from: nil, to: card))])
            }
        }
        let old = card
        switch Int.random(in: 0..<13, using: &generator) {
        case 0: return try await store.apply([.delete(identifier)])
        case 1: return _ = try await store.undo()
        case 2: return _ = try await store.redo()
        case 3, 4:
            let input = LocalInput.iso
            guard card.balance.isEmpty || ExactDecimal(card.balance) != nil else { return }
            let isStamps = card.currency == "of 10 stamps"
            let text = (isStamps ? ["+1", "x", "1"] : ["1.50"]).randomElement(using: &generator) ?? "1"
            let booking = try LedgerBooking(text, input)
            return _ = try? await store.book(booking, on: identifier)
        case 5: card.groups = [["a", "b"], ["b"], [], ["c", "a"]].randomElement(using: &generator) ?? []
        case 6: card.isStarred.toggle()
        case 7: card.number = word
        case 8: card.expiry = CalendarDay(daysSince1970: Int.random(in: 19_000..<22_000, using: &generator))
        case 9:
            guard let conflict = try await store.conflict(of: identifier),
                let field = conflict.fields.inReadingOrder.first
            else { return }
            var result = card
            if Bool.random(using: &generator) { result.copy([field], from: conflict.theirs) }
            let choice = ConflictChoice(of: [field], in: conflict, mine: card, result: result)
            return _ = try await store.resolve(choice)
        case 10: card.unknownFields["shop"] = Bool.random(using: &generator) ? .string(word) : nil
        case 11:
            guard card.used != nil else { return _ = try await store.use([identifier], on: .used) }
            card.setArchived(false)
        default: card.note = word
        }
        try await store.apply([.set(CardPatch(from: old, to: card))])
    }
}

extension CalendarDay {
    fileprivate static let used = CalendarDay(daysSince1970: 20_700)
}
