import Cards
import Testing

@testable import CardStorage

@Suite("Conflicts")
struct ConflictTests {
    /// A card of which both sides changed the number, and each side another field.
    private func conflicted() async throws -> (SQLiteCardStore, CardID) {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.receive("a", "Gym") { ($0.number, $0.note) = ("1", "old") }
        try await store.edit("a") { ($0.number, $0.balance) = ("ours", "3") }
        try await store.receive("a", "Gym") { ($0.number, $0.note) = ("theirs", "new") }
        return (store, try CardID(test: "a"))
    }

    private func row(_ store: SQLiteCardStore) async throws -> CardSummary? {
        try await store.find(.all).rows(in: 0..<1).first ?? nil
    }

    @Test("ours is used, theirs is kept beside it, and the card is marked")
    func kept() async throws {
        let (store, card) = try await conflicted()
        let conflict = try #require(try await store.conflict(of: card))
        #expect(conflict.fields == [.number])
        #expect(conflict.theirs.number == "theirs")
        #expect(conflict.backend == .test)
        let ours = try #require(try await store.card(card))
        #expect([ours.number, ours.note, ours.balance] == ["ours", "new", "3"])
        #expect(try await row(store)?.hasConflict == true)
        #expect(try await store.summaries(in: 0..<9).map(\.hasConflict) == [true])
        #expect(try await store.conflictedCards().map(\.id) == [card])
        #expect(try await store.hasConflictedCards())
        #expect(try await store.tally(of: .test) == BackendTally(pending: 1, conflicts: 1))
        try await store.apply([.delete(card)])
        #expect(try await !store.hasConflictedCards())
    }

    /// A choice for the present conflict.
    private func choose(
        _ fields: FieldSet, of card: CardID, in store: SQLiteCardStore,
        _ change: (inout Card, Card) -> Void = { _, _ in }
    ) async throws -> ConflictChoice {
        let mine = try #require(try await store.card(card))
        let conflict = try #require(try await store.conflict(of: card))
        var result = mine
        change(&result, conflict.theirs)
        return ConflictChoice(of: fields, in: conflict, mine: mine, result: result)
    }

    @Test("keeping ours drops theirs, and ours is still pending")
    func keepOurs() async throws {
        let (store, card) = try await conflicted()
        #expect(try await store.resolve(choose([.number], of: card, in: store)) == [.number])
        #expect(try await store.conflict(of: card) == nil)
        #expect(try await row(store)?.hasConflict == false)
        #expect(try await store.card(card)?.number == "ours")
        #expect(try await store.tally(of: .test) == BackendTally(pending: 1))
    }

    @Test("taking theirs is one step, and undoing it brings ours back")
    func takeTheirs() async throws {
        let (store, card) = try await conflicted()
        let choice = try await choose([.number], of: card, in: store) { $0.number = $1.number }
        #expect(try await store.resolve(choice) == [.number])
        #expect(try await store.card(card)?.number == "theirs")
        #expect(try await store.conflict(of: card) == nil)
        #expect(try await store.undo()?.cards == [card])
        #expect(try await store.card(card)?.number == "ours")
    }

    @Test("unresolved fields stay in conflict, with their values")
    func oneOfTwo() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.receive("a", "Gym") { $0.number = "1" }
        try await store.edit("a") { ($0.number, $0.name) = ("ours", "Our gym") }
        try await store.receive("a", "Their gym") { $0.number = "theirs" }
        let card = try CardID(test: "a")
        #expect(try await store.conflict(of: card)?.fields == [.number, .name])
        let choice = try await choose([.name], of: card, in: store) { ($0.name, $0.number) = ($1.name, "not decided") }
        #expect(try await store.resolve(choice) == [.name])
        #expect(try await store.conflict(of: card)?.fields == [.number])
        #expect(try await store.card(card)?.name == "Their gym")
        #expect(try await store.card(card)?.number == "ours")
    }

    @Test("a field that changed on either side since it was shown is not resolved")
    func unseen() async throws {
        let (store, card) = try await conflicted()
        let old = try await choose([.number], of: card, in: store) { card, _ in card.number = "chosen" }
        try await store.receive("a", "Gym") { ($0.number, $0.note) = ("theirs again", "new") }
        #expect(try await store.resolve(old).isEmpty)
        #expect(try await store.conflict(of: card)?.theirs.number == "theirs again")
        #expect(try await store.card(card)?.number == "ours")
        let mine = try await choose([.number], of: card, in: store) { card, _ in card.number = "chosen" }
        try await store.edit("a") { $0.number = "ours again" }
        #expect(try await store.resolve(mine).isEmpty)
        #expect(try await store.card(card)?.number == "ours again")
        #expect(try await store.conflict(of: card) != nil)
    }

    @Test("a card that gets their value in any way has no conflict any more")
    func typed() async throws {
        let (store, card) = try await conflicted()
        try await store.edit("a") { $0.number = "theirs" }
        #expect(try await store.conflict(of: card) == nil)
    }

    @Test("a deleted card has no conflict; a choice for it changes nothing")
    func deleted() async throws {
        let (store, card) = try await conflicted()
        let choice = try await choose([.number], of: card, in: store) { $0.number = $1.number }
        try await store.apply([.delete(card)])
        #expect(try await store.conflict(of: card) == nil)
        #expect(try await store.resolve(choice).isEmpty)
        #expect(try await store.card(card) == nil)
        #expect(try await store.count() == 0)
    }

    @Test("a choice that changes no field sends a notice, too")
    func heard() async throws {
        let (store, card) = try await conflicted()
        let choice = try await choose([.number], of: card, in: store)
        var notices = await store.notices().makeAsyncIterator()
        _ = try await store.resolve(choice)
        #expect(await notices.next() == .changed([card]))
    }
}
