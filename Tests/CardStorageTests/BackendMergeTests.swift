import Cards
import Testing

@testable import CardStorage

@Suite("The merge of one batch of a backend's cards")
struct BackendMergeTests {
    private let tables: Tables
    private let backend: BackendTable.Entry
    private let time = Timestamp(milliseconds: 1000)

    init() throws {
        let opening = try StoreOpening(path: SQLiteCardStore.inMemory, busyTimeout: .zero)
        tables = Tables(opening.connection)
        backend = try tables.backends.add(.test, consent: .granted, since: 0)
    }

    private func merged(_ patches: CardPatch...) throws -> BackendMerge.Outcome {
        var merge = try BackendMerge(into: tables, from: backend, at: time)
        for patch in patches { try merge.merge(patch) }
        return merge.outcome
    }

    private func listed(_ identifier: String, _ name: String) throws -> CardPatch {
        CardPatch(values: try testCard(identifier, name), fields: [.name])
    }

    @Test("new cards are added, with a shadow each, and nothing of them is pending")
    func added() throws {
        let outcome = try merged(listed("a", "Gym"), listed("b", "Bus"))
        #expect(outcome.report.added == 2 && outcome.wroteShadow)
        #expect(try tables.cards.identifiers().map(\.text).sorted() == ["a", "b"])
        #expect(outcome.seen.count == 2)
        #expect(try tables.pending.count(for: backend).all == 0)
    }

    @Test("a batch of unchanged cards writes nothing, and names the shadows that it saw")
    func unchanged() throws {
        let first = try merged(listed("a", "Gym"), listed("b", "Bus"))
        let written = tables.cards.connection.totalChanges
        let again = try merged(listed("b", "Bus"), listed("a", "Gym"))
        #expect(again.seen == first.seen)
        #expect(!again.wroteShadow && again.report == MergeReport())
        #expect(tables.cards.connection.totalChanges == written)
    }

    @Test("a change by one backend is pending for the others")
    func others() throws {
        let other = try tables.backends.add(
            BackendID(normalizedURL: "http://127.0.0.1/others"), consent: .granted, since: 0)
        _ = try merged(listed("a", "Gym"))
        #expect(try tables.pending.count(for: backend).all == 0)
        #expect(try tables.pending.count(for: other).all == 1)
    }

    @Test("a card without a name is counted, and leaves no shadow")
    func nameless() throws {
        let outcome = try merged(listed("a", " "))
        #expect(outcome.report.namelessCount == 1 && outcome.report.added == 0)
        #expect(outcome.seen.isEmpty)
        #expect(try tables.cards.count() == 0)
    }
}
