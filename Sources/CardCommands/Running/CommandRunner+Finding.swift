internal import CardTransfer
internal import Cards

extension CommandRunner {
    /// Cards are read in pages, so that no listing holds all of them.
    static let pageSize = 500

    /// More cards are counted and not listed.
    private static let maximumCandidates = 20

    /// The only card that the text refers to: by its identifier, by its name, or by words that find no other. No match and several
    /// matches are errors, the latter with the identifiers.
    func card(named text: String, in store: any CardStore) async throws -> Card {
        let cards = try await store.cards(named: text)
        if cards.count == 1 { return cards[0] }
        if !cards.isEmpty {
            throw several(
                cards.map { CardSummary($0) }, of: cards.count, "\"\(text)\" is the name of \(cards.count) cards")
        }
        if let card = try await card(foundBy: text, in: store) { return card }
        if try await reportDamage(in: store) == .store {
            throw CommandFailure("no readable card matches \"\(text)\"", .store)
        }
        let query = CardQuery(filter: CardFilter(text, localFormat.days))
        let hint = try await similarNames(to: query, in: store).first.map { "Did you mean \"\(oneLine($0))\"?" }
        throw CommandFailure("there is no card \"\(text)\". \(hint ?? "See: \(again("list"))")")
    }

    /// The only card that the words find; nil if they find none.
    private func card(foundBy text: String, in store: any CardStore) async throws -> Card? {
        let filter = CardFilter(text, localFormat.days)
        guard !filter.isEmpty, filter.invalidTerms.isEmpty else { return nil }
        let found = try await store.findOnce(CardQuery(filter: filter))
        if found.count > 1 {
            let rows = try await found.rows(in: 0..<min(found.count, Self.maximumCandidates)).compactMap { $0 }
            throw several(rows, of: found.count, "\"\(text)\" finds \(found.count) cards")
        }
        guard let identifier = try await found.identifiers(in: 0..<found.count).first else { return nil }
        return try await store.card(identifier)
    }

    /// The error of a text that means several cards: the first of them, with the identifiers to use.
    func several(_ cards: [CardSummary], of count: Int, _ message: String) -> CommandFailure {
        let shown = cards.prefix(Self.maximumCandidates)
        let lines = shown.map { "  \($0.id.text)  \(oneLine($0.name))  \(oneLine($0.number))" }
        let rest = count > shown.count ? ["  and \(count - shown.count) more"] : []
        return CommandFailure((["\(message). Use the identifier:"] + lines + rest).joined(separator: "\n"))
    }

    /// The cards that a command changes, each once. Throws if a text does not find exactly one, or nothing is found at all.
    func cards(_ targets: CardTargets, in store: any CardStore) async throws -> [Card] {
        var cards: [Card] = []
        var known: Set<CardID> = []
        func add(_ card: Card) { if known.insert(card.identifier).inserted { cards.append(card) } }
        for text in targets.texts { add(try await card(named: text, in: store)) }
        if let filter = targets.filter {
            let found = try await store.findOnce(CardQuery(filter: filter))
            var batches = StoredCards(.found(found), of: store)
            while let batch = try await batches.nextBatch() { for card in batch { add(card) } }
        }
        if cards.isEmpty { throw CommandFailure("no card was found") }
        return cards
    }

    /// Names like those that a query finds none of; a few, the most similar first.
    func similarNames(to query: CardQuery, in store: any CardStore) async throws -> [String] {
        guard let found = try await store.findSimilar(query) else { return [] }
        return try await found.rows(in: 0..<min(found.count, 3)).compactMap { $0?.name }
    }

    /// Calls `body` for each selected card once; all come in list order.
    func forEachCard(
        _ selection: CardSelection = .all, in store: any CardStore, _ body: (Card) async throws -> Void
    ) async throws {
        var cards = StoredCards(selection, of: store)
        while let batch = try await cards.nextBatch() {
            for card in batch { try await body(card) }
        }
    }

    /// The text without newlines and tabs, which would break a line or a column.
    func oneLine(_ text: String) -> String {
        guard text.contains(where: { $0.isNewline || $0 == "\t" }) else { return text }
        return String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    }
}
