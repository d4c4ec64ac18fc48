import Cards
import FoundationEssentials
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import CardStorage

/// A temporary folder for one test, removed at its end.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/cards-storage-XXXXXX".utf8CString)
        path = String(cString: try #require(mkdtemp(&template)))
    }

    deinit { Self.remove(path) }

    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

    func file(_ name: String = "cards.sqlite") -> String { path + "/" + name }

    static func remove(_ path: String) {
        chmod(path, 0o700)
        try? FileManager.default.removeItem(atPath: path)
    }
}

func rights(of path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
}

extension CardID {
    init(test text: String) throws { self = try #require(CardID(text)) }
}

extension BackendID {
    static let test = BackendID(normalizedURL: "http://127.0.0.1/cards")
}

func testCard(_ identifier: String, _ name: String, _ change: (inout Card) -> Void = { _ in }) throws -> Card {
    var card = Card(identifier: try CardID(test: identifier), name: name)
    change(&card)
    return card
}

extension SQLiteCardStore {
    static func inMemoryForTest() throws -> SQLiteCardStore {
        try SQLiteCardStore(at: inMemory, clock: SteppingClock().clock)
    }

    /// Adds cards, or sets all their fields.
    func put(_ cards: Card..., photos: [PhotoHash: [UInt8]] = [:]) throws {
        for card in cards {
            try apply([.set(CardPatch(from: try self.card(card.identifier), to: card, photos: photos))])
        }
    }

    /// Edits a card as the form does.
    func edit(_ identifier: String, _ change: (inout Card) -> Void) throws {
        let old = try #require(try card(try CardID(test: identifier)))
        var new = old
        change(&new)
        try apply([.set(CardPatch(from: old, to: new))])
    }

    func names() async throws -> [String] { try await summaries(in: 0..<1000).map(\.name) }

    /// Merges this card of the backend, as a download of its own.
    func receive(_ identifier: String, _ name: String, _ change: (inout Card) -> Void = { _ in }) throws {
        _ = try connect(to: .test)
        let card = try testCard(identifier, name, change)
        let patch = CardPatch(values: card, fields: card.filledFields)
        _ = try merge([patch], from: .test, download: try beginDownload(from: .test))
    }

    /// The backend accepts all pending uploads.
    func acknowledgeAll() throws { try acknowledge(pendingUploads(for: .test, limit: 1000), by: .test) }

    func execute(_ sql: String) throws { try connection.execute(sql) }

    /// SQLite's query plan of a statement, a step per line.
    func plan(of sql: String) throws -> [String] {
        try connection.all("EXPLAIN QUERY PLAN \(sql)") { row in
            _ = (row.number(), row.number(), row.number())
            return row.optionalText()
        }
    }

    var totalChanges: Int64 { connection.totalChanges }

    /// The first column of every row, as text.
    func column(_ sql: String) throws -> [String] { try connection.all(sql) { $0.optionalText() ?? "NULL" } }
}
