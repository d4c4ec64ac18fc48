internal import Cards

extension CommandRunner {
    /// So many cards are asked for at a time: no listing holds them all.
    static let pageSize = 500

    /// The one card that the text means. None and several end the command, several with their identifiers.
    func card(named text: String, in store: any CardStore) async throws -> Card {
        let cards = try await store.cards(named: text)
        guard let card = cards.first else {
            if try await tellDamage(in: store) == .store {
                throw CommandFailure("no card that can be read is \"\(text)\"", .store)
            }
            throw CommandFailure("there is no card \"\(text)\". See: \(CommandTable.program) list")
        }
        if cards.count == 1 { return card }
        let lines = cards.map { "  \($0.identifier.text)  \(oneLine($0.name))  \(oneLine($0.number))" }
        let words = "\"\(text)\" is the name of \(cards.count) cards. Use the identifier:"
        throw CommandFailure(([words] + lines).joined(separator: "\n"))
    }

    /// Hands over all cards in list order, a page at a time, each once. Throws when the store changed underneath so that one may
    /// have been passed over.
    func forEachCard(in store: any CardStore, _ body: (Card) async throws -> Void) async throws {
        var seen: Set<CardID> = []
        var rank = 0
        while true {
            let page = try await store.cards(from: rank, limit: Self.pageSize)
            // A card that another process moved down the list comes again.
            for card in page where seen.insert(card.identifier).inserted { try await body(card) }
            rank += Self.pageSize
            // A page is short where a card in it cannot be read, too.
            if page.count < Self.pageSize, try await store.count() <= rank { break }
        }
        // One that moved up would be missing; one that cannot be read is told.
        let count = try await store.count()
        if count != seen.count {
            let unreadable = try await damagedCards(in: store).count
            if (count - unreadable...count).contains(seen.count) { return }
            throw CommandFailure("the cards were changed by another program meanwhile. Try again.")
        }
    }

    /// The bytes of a card's photos, as far as the store has them.
    func photos(of card: Card, in store: any CardStore) async throws -> [PhotoHash: [UInt8]] {
        var photos: [PhotoHash: [UInt8]] = [:]
        for hash in card.photos { photos[hash] = try await store.photo(hash) }
        return photos
    }

    /// Text without line ends and tabs, which would break a line or a column.
    func oneLine(_ text: String) -> String {
        guard text.contains(where: { $0.isNewline || $0 == "\t" }) else { return text }
        return String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    }
}
