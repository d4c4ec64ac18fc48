import Cards
import Synchronization
import Terminal
import Testing

@testable import CardViewModels

/// Cards that were deleted on another device, and when the program looks for them.
@MainActor
@Suite("Deleted elsewhere")
struct AbsentCardScreenTests {
    private func journey(keyMap: KeyMap = .empty) async throws -> Journey {
        let journey = try await Journey(Card.samples, keyMap: keyMap)
        await journey.loader.setWaiting([
            PendingCard.made("Cedar Library", .new), PendingCard.made("Old Club", .absent),
        ])
        return journey
    }

    @Test("it is told, and the backend's screen offers to delete it here or to keep it", arguments: [true, false])
    func decide(deletes: Bool) async throws {
        let journey = try await journey()
        journey.loader.publish { ($0.tally.pending, $0.tally.absent, $0.hasDownloaded) = (1, 1, true) }
        await journey.see("cards.example:8000 deleted 1 card that is still here · B reviews")
        journey.press(Key("B"))
        await journey.see("deleted there")
        journey.press(Key("G"))
        await journey.see("deleted on the backend · d deletes it here, K keeps it")
        journey.press(Key(deletes ? "d" : "K"))
        await journey.see(deletes ? "Deleted Old Club · u undoes" : "Kept Old Club: will be sent to the backend again")
        let decisions = await journey.loader.decisions
        #expect(decisions == [Card.samples[6].identifier: deletes ? .delete : .keep])
        await journey.seeNo("deleted there")
    }

    @Test("a card deleted for good and sent again is taken, or deleted there", arguments: [true, false])
    func returned(deletes: Bool) async throws {
        let journey = try await journey()
        await journey.loader.setWaiting([PendingCard.made("Old Club", .returned)])
        journey.loader.publish { ($0.tally.returned, $0.hasDownloaded) = (1, true) }
        await journey.see("cards.example:8000 again has 1 card that you deleted forever · B reviews")
        journey.press(Key("B"))
        await journey.see("sent again")
        journey.press(Key("G"))
        await journey.see("deleted forever here, but sent to the backend again")
        await journey.see("deletes it there")
        journey.press(Key(deletes ? "d" : "K"))
        await journey.see(
            deletes ? "Old Club will be deleted on the backend" : "Accepted Old Club from the backend · u undoes")
        #expect(
            await journey.loader.decisions == [PendingCard.made("Old Club", .returned).id: deletes ? .delete : .keep])
    }

    @Test("values that could not be read are listed with their cards")
    func unread() async throws {
        let journey = try await journey()
        let expiry = try #require(FieldDefinition.all.first { $0.key == "expiry" })
        let card = Card.made("Old Club") { $0.unknownFields["expiry"] = .string("soon") }
        journey.loader.publish {
            $0.hasDownloaded = true
            $0.lastList.unread.add(expiry, of: card, named: "Old Club")
        }
        journey.press(Key("B"))
        await journey.see("1 value, kept as received:")
        await journey.see("Old Club: expiry \"soon\"")
    }

    @Test("the keys are those of the key map, and do nothing on other rows")
    func keys() async throws {
        let journey = try await journey(
            keyMap: KeyMap(keys: ["sync.delete": [Key("x")], "sync.keep": [Key("y")]]))
        journey.loader.publish { ($0.tally.pending, $0.tally.absent, $0.hasDownloaded) = (1, 1, true) }
        await journey.see("still here")
        journey.press(Key("B"), Key("G"))
        await journey.see("x deletes it here, y keeps it")
        journey.press(Key("k"), Key("x"), Key("y"))
        await journey.model.activities.finished()
        #expect(await journey.loader.decisions.isEmpty)
    }

    // MARK: - Looking again

    /// A clock that a test moves.
    private final class Hand: Sendable {
        private let time = Mutex(Journey.clock.now().milliseconds)
        func move(minutes: Int64) { time.withLock { $0 += minutes * 60_000 } }
        var clock: CardClock {
            CardClock(now: { Timestamp(milliseconds: self.time.withLock { $0 }) }, today: Journey.clock.today)
        }
    }

    @Test("with a key after a quarter of an hour the backend is asked again, once; after a return a minute is enough")
    func lookAgain() async throws {
        let hand = Hand()
        let journey = try await Journey(Card.samples, clock: hand.clock)
        journey.loader.publish { ($0.hasDownloaded, $0.canAskCheaply) = (true, true) }
        await journey.see("all synced")
        hand.move(minutes: 14)
        journey.press(Key("j"))
        hand.move(minutes: 1)
        journey.press(Key("j"), Key("k"))
        await journey.wait("the look") { await journey.loader.looks == 1 }
        hand.move(minutes: 2)
        journey.press(Key("j"))
        journey.screen.terminalDidGainFocus()
        await journey.wait("the second look") { await journey.loader.looks == 2 }
        journey.screen.terminalDidGainFocus()
        hand.move(minutes: 15)
        journey.press(Key("k"))
        await journey.wait("the third look") { await journey.loader.looks == 3 }
    }

    @Test("a return does not download a whole list more often than use does; use is also a paste or the mouse")
    func lookAgainDearly() async throws {
        let hand = Hand()
        let journey = try await Journey(Card.samples, clock: hand.clock)
        journey.loader.publish { $0.hasDownloaded = true }
        await journey.see("all synced")
        hand.move(minutes: 14)
        journey.screen.terminalDidGainFocus()
        hand.move(minutes: 1)
        journey.screen.terminalDidGainFocus()
        await journey.wait("the look") { await journey.loader.looks == 1 }
        hand.move(minutes: 15)
        journey.paste("x")
        await journey.wait("the second look") { await journey.loader.looks == 2 }
    }

    @Test("looking again tells no news twice")
    func sameNews() async throws {
        let journey = try await journey()
        let list = ListReport(rejected: 1, rejections: [RejectedCard(name: nil, reason: "no name")])
        journey.loader.publish { ($0.tally.absent, $0.lastList) = (1, list) }
        await journey.see("1 card could not be read")
        journey.press(.escape, .escape, .escape)
        await journey.seeNo("could not be read")
        journey.loader.publish { ($0.phase, $0.tally.absent) = (.downloading(DownloadProgress(cards: 3)), 1) }
        await journey.see("downloading")
        journey.loader.publish { ($0.tally.absent, $0.lastList, $0.hasDownloaded) = (1, list, true) }
        await journey.see("all synced")
        for words in ["could not be read", "still here"] { #expect(!journey.text.contains(words)) }
    }

    @Test("all of them are deleted or kept after a question", arguments: [true, false])
    func decideAll(deletes: Bool) async throws {
        let journey = try await Journey(Card.samples)
        await journey.loader.setWaiting([
            PendingCard.made("Cedar Library", .absent), PendingCard.made("Old Club", .absent),
        ])
        journey.loader.publish { ($0.tally.absent, $0.hasDownloaded) = (2, true) }
        await journey.see("still here")
        journey.press(.escape, Key("B"))
        await journey.see("deleted there")
        guard let model = journey.model.navigator.top as? SyncModel else { throw NotThere() }
        model.askToSettleAll(deletes ? .delete : .keep)
        await journey.see("2 cards")
        journey.press(Key("n"))
        await journey.seeNo("Deleted on the backend")
        #expect(await journey.loader.decisions.isEmpty)
        model.askToSettleAll(deletes ? .delete : .keep)
        await journey.see("Deleted on the backend")
        journey.press(Key("y"))
        await journey.see(deletes ? "Deleted 2 cards" : "Kept 2 cards: will be sent to the backend again")
        #expect(await journey.loader.decisions.values.map { $0 == .delete } == [deletes, deletes])
    }

    private struct NotThere: Error {}

    @Test("a card that is on the backend again is neither deleted nor offered back")
    func listedAgain() async throws {
        let journey = try await journey()
        await journey.loader.list(Card.samples[6].identifier)
        journey.loader.publish { ($0.tally.pending, $0.tally.absent, $0.hasDownloaded) = (1, 1, true) }
        await journey.see("still here")
        journey.press(Key("B"))
        await journey.see("deleted there")
        journey.press(Key("G"), Key("d"))
        await journey.see("Old Club is on the backend again: nothing was changed")
        #expect(!journey.text.contains("undoes"))
        #expect(await journey.loader.decisions.isEmpty)
    }

    @Test("the message of a kept card says when it is sent")
    func keptOnReadOnlyBackend() async throws {
        let journey = try await journey()
        journey.loader.publish { ($0.tally.pending, $0.tally.absent, $0.phase) = (1, 1, .readOnly) }
        await journey.see("still here")
        journey.press(Key("B"))
        await journey.see("deleted there")
        journey.press(Key("G"), Key("K"))
        await journey.see("Kept Old Club: only here, as the backend is read-only")
    }

    @Test("the words for the time until the next try change while the screen is seen, and nothing wakes up otherwise")
    func countdown() async throws {
        let hand = Hand()
        let journey = try await Journey(Card.samples, clock: hand.clock)
        journey.loader.publish {
            $0.fail(LoaderFailure("No route."), nextTry: Timestamp("2026-11-20T12:02:00Z"))
        }
        await journey.see("No route.")
        #expect(!journey.time.hasSleepers)
        journey.press(.escape, Key("B"))
        await journey.see("next try  in 2 min · S retries now")
        await journey.time.waitForSleeper { $0 == .seconds(30) }
        hand.move(minutes: 1)
        journey.time.advance(by: .seconds(30))
        await journey.see("in 60 s · S retries now")
        journey.press(.escape)
        await journey.see("Alpine Airways · 1 of 7")
        #expect(!journey.time.hasSleepers)
    }

    @Test("a refused card is something to do")
    func refused() async throws {
        let journey = try await journey()
        journey.loader.publish { ($0.tally.pending, $0.tally.refused, $0.hasDownloaded) = (1, 1, true) }
        await journey.wait("the status") { journey.model.sync.status?.tally.refused == 1 }
        journey.press(.escape, Key("B"))
        await journey.see("now  1 card rejected · R retries")
        #expect(!journey.text.contains("up to date"))
    }
}
