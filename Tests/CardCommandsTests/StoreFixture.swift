import CardStorage
import Cards
import Testing

@testable import CardCommands

/// Command lines on a store in memory, and that store.
struct StoreFixture {
    var line: CommandLineFixture
    var store: SQLiteCardStore { line.store.store }

    init(_ cards: [Card], isTerminal: Bool = false) async throws {
        line = try await CommandLineFixture(cards, isTerminal: isTerminal)
    }

    func run(_ arguments: String...) async -> CommandLineFixture.Result { await line.run(arguments) }

    func run(_ arguments: [String]) async -> CommandLineFixture.Result { await line.run(arguments) }

    func card(_ identifier: String) async throws -> Card? { try await store.card(try #require(CardID(identifier))) }

    /// Four cards; today is 20 November 2026. By name: Zoo, Łódź Library, Tesco, Old Gym.
    static func cards() throws -> [Card] {
        [
            try .make("A", "Tesco") {
                ($0.number, $0.groups, $0.expiry) = ("123", ["food", "shop"], CalendarDay("2026-12-02"))
                ($0.balance, $0.currency) = ("12.50", "EUR")
            },
            try .make("B", "Łódź Library") {
                ($0.number, $0.expiry, $0.phone) = ("9", CalendarDay("2026-11-19"), "+48 42")
            },
            try .make("C", "Zoo") { ($0.isStarred, $0.validFrom) = (true, CalendarDay("2026-01-02")) },
            try .make("D", "Old Gym") {
                ($0.isArchived, $0.expiry, $0.groups) = (true, CalendarDay("2026-11-25"), ["Shop"])
            },
        ]
    }
}
