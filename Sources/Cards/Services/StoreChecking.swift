/// Finds the cards of a store that cannot be read.
public protocol DamageFinding: Sendable {
    /// The cards that cannot be read, or not in whole. Every other card can be. It looks at all of them, which takes as long as reading
    /// them: a store of more than `limit` cards is not looked at, and gives none.
    func damagedCards(inAtMost limit: Int) async throws -> [DamagedCard]
}

extension DamageFinding {
    public func damagedCards() async throws -> [DamagedCard] { try await damagedCards(inAtMost: .max) }
}

/// Finds and mends what in a store cannot be read.
public protocol StoreChecking: DamageFinding {
    /// Why the store could only be opened to be read, or not all of it; nil when all is well.
    var readOnlyReason: StoreError? { get }

    /// Looks at all of the store.
    func check() async throws -> StoreReport

    /// Mends what can be, in one transaction; nothing that can be read is changed.
    func repair() async throws -> StoreReport
}

/// A card of the store that cannot be read, or not in whole.
public struct DamagedCard: UserFacingError, Hashable {
    /// The number of its row in the table of cards.
    public let row: Int64
    /// As far as it is known; empty for nothing.
    public let name: String
    /// "its identifier is damaged".
    public let reason: String

    public init(row: Int64, name: String, reason: String) { (self.row, self.name, self.reason) = (row, name, reason) }

    public var userMessage: String {
        let called = name.isEmpty ? "" : " (\"\(name.prefix(60))\")"
        return "the card in row \(row)\(called) cannot be read: \(reason)"
    }
}

/// What a look at a whole store found.
public struct StoreReport: Hashable, Sendable {
    public var cards = 0
    /// What is wrong with the file itself, in SQLite's words.
    public var problems: [String] = []
    public var damaged: [DamagedCard] = []
    /// What was mended, a sentence each.
    public var repairs: [String] = []

    public init() {}

    public var isWhole: Bool { problems.isEmpty && damaged.isEmpty }
}
