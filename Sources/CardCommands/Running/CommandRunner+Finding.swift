internal import CardTransfer
internal import Cards

extension CommandRunner {
    /// Cards are read in pages, so that no listing holds all of them.
    static let pageSize = 500

    /// The only card that the text refers to. No match and several matches are errors, the latter with the identifiers.
    func card(named text: String, in store: any CardStore) async throws -> Card {
        let cards = try await store.cards(named: text)
        guard let card = cards.first else {
            if try await reportDamage(in: store) == .store {
                throw CommandFailure("no readable card is \"\(text)\"", .store)
            }
            throw CommandFailure("there is no card \"\(text)\". See: \(CommandTable.program) list")
        }
        if cards.count == 1 { return card }
        let lines = cards.map { "  \($0.identifier.text)  \(oneLine($0.name))  \(oneLine($0.number))" }
        let message = "\"\(text)\" is the name of \(cards.count) cards. Use the identifier:"
        throw CommandFailure(([message] + lines).joined(separator: "\n"))
    }

    /// Calls `body` for all cards in list order, each once.
    func forEachCard(in store: any CardStore, _ body: (Card) async throws -> Void) async throws {
        var cards = StoredCards(of: store)
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
