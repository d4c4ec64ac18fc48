import CardViewModels
import Cards
import Synchronization
import Terminal
import Testing

@MainActor
@Suite("Undo and trash")
struct TrashAndUndoTests {
    @Test("u undoes changes one by one, Ctrl-R redoes them, and each message names the change")
    func steps() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key("j"), Key("t"))
        await journey.see(names: ["Alpine Airways", "Amber Bakery"] + journey.names.dropFirst(2))
        await journey.wait("the star") { journey.lines[2].contains("★") }
        journey.press(Key("d"), Key("y"))
        await journey.see("Deleted Amber Bakery · u undoes")
        journey.press(Key("G"), Key("u"))
        await journey.see("Undid: deleted Amber Bakery")
        #expect(journey.model.list.selectedRow?.name == "Amber Bakery")
        journey.press(Key("u"))
        await journey.see("Undid: starred Amber Bakery")
        #expect(try await journey.cards() == Card.samples)
        journey.press(.control("r"), .control("r"))
        await journey.see("Redid: deleted Amber Bakery")
        await journey.wait("the card to go") { !journey.names.contains("Amber Bakery") }
        journey.press(.control("r"))
        await journey.see("There is nothing to redo.")
    }

    @Test("without a change a message says that there is nothing to undo")
    func nothing() async throws {
        let journey = try await Journey()
        journey.press(Key("u"))
        await journey.see("There is nothing to undo.")
    }

    @Test("deleted cards are in the trash, the last one first, until they are restored")
    func restoring() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key("j"), Key("d"), Key("y"))
        await journey.see("Deleted Amber Bakery")
        journey.press(Key("d"), Key("y"))
        await journey.see("Deleted Cedar Library")
        journey.press(Key("T"))
        await journey.see("2 cards")
        #expect(journey.names == ["Cedar Library", "Amber Bakery"])
        #expect(journey.lines[1].contains("deleted "))
        journey.press(Key("j"), .enter)
        await journey.see("Restored Amber Bakery · u undoes")
        #expect(journey.names == ["Cedar Library"])
        journey.press(Key("u"))
        await journey.see("Undid: ")
        await journey.see("2 cards")
        journey.click("Amber Bakery")
        journey.press(Key("r"))
        await journey.see("Restored Amber Bakery")
        journey.press(.escape)
        await journey.see("Amber Bakery · 2 of 6")
    }

    @Test("d deletes one forever, D all of them; both ask, and Enter keeps")
    func emptying() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key("A"))
        await journey.see("7 marked")
        journey.press(Key("d"), Key("y"))
        await journey.see("7 cards are in the trash.")
        journey.press(Key("T"))
        await journey.see("D empty trash")
        let first = journey.names[0]
        journey.press(Key("d"), .enter)
        await journey.see("7 cards")
        journey.press(Key("d"))
        await journey.see("Delete \(first) forever?")
        journey.press(Key("y"))
        await journey.see("Deleted \(first) forever")
        await journey.see("6 cards")
        journey.press(Key("D"), .escape)
        await journey.see("6 cards")
        journey.press(Key("D"))
        await journey.see("Delete 6 cards forever?")
        journey.press(Key("y"))
        await journey.see("The trash is empty.")
        journey.press(Key("d"), Key("D"), .enter, Key("j"), Key("T"))
        await journey.see("No cards yet.")
        journey.press(Key("u"))
        await journey.see("There is nothing to undo.")
    }

    @Test("a list whose cards were all deleted says how many are in the trash, and how they come back")
    func allDeleted() async throws {
        let journey = try await Journey(
            [.made("Anna", "1"), .made("Bert", "2")],
            keyMap: KeyMap(keys: ["list.trash": [Key("W")], "list.undo": [Key("U")]]))
        journey.press(Key("d"), Key("y"))
        await journey.see("Deleted Anna")
        journey.press(Key("d"), Key("y"))
        await journey.see("2 cards are in the trash.")
        for line in ["W   show the trash", "U   undo the last deletion", "a   add a card"] {
            #expect(journey.text.contains(line), "\(line)")
        }
        #expect(!journey.text.contains("No cards yet"))
        journey.press(Key("U"))
        await journey.see(names: ["Bert"])
        journey.press(.control("r"))
        await journey.see("2 cards are in the trash.")
        journey.press(Key("W"))
        await journey.see(names: ["Bert", "Anna"])
        journey.press(Key("d"))
        await journey.see("Delete Bert forever?")
        journey.press(Key("y"))
        await journey.see("Deleted Bert forever")
        journey.press(.escape)
        await journey.see("1 card is in the trash.")
    }

    @Test("the very first frame of a list whose cards were all deleted says how many are in the trash")
    func firstFrame() async throws {
        let cards: [Card] = [.made("Anna", "1"), .made("Bert", "2")]
        let journey = try await Journey(deleted: cards, holdsFirstAnswer: true)
        #expect(journey.text.contains("2 cards are in the trash."), "\(journey.text)")
        #expect(journey.text.contains("u   undo the last deletion"))
        await journey.gate.release(.find)
        await journey.see("2 cards are in the trash.")
    }

    @Test("undo is offered only where it restores a card")
    func notUndoable() async throws {
        let journey = try await Journey([.made("Anna", "1"), .made("Bert", "2")])
        try await journey.store.apply([.delete(Card.made("Anna").identifier)])
        try await journey.store.apply([.delete(Card.made("Bert").identifier)])
        await journey.see("u   undo the last deletion")
        // Cards that are deleted for good do not come back, but the one before does.
        try await journey.store.empty([Card.made("Bert").identifier])
        await journey.see("1 card is in the trash.")
        #expect(journey.text.contains("u   undo the last deletion"))
        journey.press(Key("u"))
        await journey.see(names: ["Anna"])
        // The undone addition of a card is in the trash as well, but redo brings it back.
        journey.press(Key("u"))
        await journey.see("1 card is in the trash.")
        #expect(!journey.text.contains("undo the last"))
    }

    @Test("the trash shows cards that are deleted meanwhile")
    func live() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key("T"))
        await journey.see("The trash is empty.")
        try await journey.store.apply([.delete(Card.samples[0].identifier)])
        await journey.see(names: ["Alpine Airways"])
        journey.click("Alpine Airways")
        journey.mouse(.wheelDown, column: 5, row: 5)
        try await journey.store.restore([Card.samples[0].identifier])
        await journey.see("The trash is empty.")
        journey.press(Key("q"))
        await journey.see("of 7")
    }

    @Test("on a narrow screen number and groups of a deleted card stand beneath its name, and a click there selects it")
    func narrow() async throws {
        let journey = try await Journey(Card.samples, size: Size(columns: 40, rows: 8))
        try await journey.store.apply(
            [Card.samples[2], Card.samples[5], Card.samples[0]].map { .delete($0.identifier) })
        journey.press(Key("T"))
        await journey.see("3 cards")
        #expect(journey.lines[2].contains("4006 3813 3393 1") && journey.lines[2].contains("travel"))
        journey.click("0 0042 7719")
        #expect(journey.text.contains("Cedar Library · 2 of 3"))
        journey.press(Key("G"))
        #expect(journey.text.contains("T-1"))
        #expect(journey.draw().cursor?.row == journey.place(of: "Tea House").row)
    }

    /// The time, which a test sets: at first a day ago.
    private final class Time: Sendable {
        let now = Mutex(Timestamp(milliseconds: Journey.clock.now().milliseconds - 86_400_000))
    }

    @Test("the age of a card far down in the trash is shown, although it is wider than those above it")
    func far() async throws {
        let time = Time()
        let cards = Card.many(5001)
        let journey = try await Journey(
            cards, clock: CardClock(now: { time.now.withLock { $0 } }, today: Journey.clock.today))
        try await journey.store.apply([.delete(cards[5000].identifier)])
        time.now.withLock { $0 = Journey.clock.now() }
        try await journey.store.apply(cards.prefix(5000).map { .delete($0.identifier) })
        journey.press(Key("T"))
        await journey.see("5001 cards")
        #expect(journey.text.contains("deleted 12:00") && !journey.text.contains("yesterday"))
        journey.press(Key("G"))
        #expect(journey.text.contains("5001 of 5001") && journey.text.contains("deleted yesterday"))
    }

    @Test("a card that is deleted for good takes its unsaved form along")
    func drafts() async throws {
        let identifier = Card.samples[1].identifier
        let left = try #require(DraftProcess(String(repeating: "a", count: 32)))
        func draft(_ card: CardID) -> StoredDraft {
            StoredDraft(
                key: StoredDraft.Key(card: card, process: left), form: .object(["name": .string("typed")]),
                time: Timestamp(milliseconds: 0))
        }
        let drafts = FakeDrafts()
        let journey = try await Journey(Card.samples, drafts: drafts)
        await drafts.save(draft(identifier))
        await drafts.save(draft(Card.samples[0].identifier))
        journey.press(Key("j"), Key("d"), Key("y"))
        await journey.see("Deleted Amber Bakery")
        journey.press(Key("T"))
        await journey.see("1 card")
        journey.press(Key("d"))
        await journey.see("forever?")
        journey.press(Key("y"))
        await journey.see("Deleted Amber Bakery forever")
        #expect(await drafts.kept.keys.map(\.card) == [Card.samples[0].identifier])
    }
}
