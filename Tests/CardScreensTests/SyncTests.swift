import CardViewModels
import Cards
import Terminal
import Testing

@MainActor
@Suite("The backend's screen")
struct SyncTests {
    private func journey(
        _ status: LoaderStatus = .offline, size: Size = Size(columns: 80, rows: 24)
    ) async throws -> Journey {
        let journey = try await Journey(Card.samples, photos: Card.samplePhotos, size: size)
        await journey.openSync(status)
        return journey
    }

    @Test("without a backend it says how to configure one")
    func none() async throws {
        let journey = try await Journey(Card.samples, hasLoader: false)
        journey.press(Key(":"))
        journey.type("backend and sync")
        journey.press(.enter)
        await journey.see("none: cards are stored on this machine only.")
        #expect(journey.text.contains("url: https://cards.example"))
        #expect(!journey.text.contains("sync now"))
        journey.press(Key("j"), Key("k"), Key("S"), Key("q"))
        await journey.see("Alpine Airways · 1 of 7")
    }

    @Test("it shows the failure, the next try, and pending cards with rejected ones first")
    func facts() async throws {
        let journey = try await journey()
        for text in [
            "https://cards.example:8000/wallet · My Cards", "today at 09:05", "no response in time",
            "in 4 min · S retries now", "the card has no ", "2 cards in conflict",
            "cards.example:8000 deleted 3 cards that are still here", "2 cards could not be read:",
            "4711: the card has no name", "Elm Gym: the value of", "3 cards to upload, 1 rejected",
        ] {
            #expect(journey.text.contains(text), "\(text)")
        }
        let first = try #require(journey.lines.first { $0.contains("changed  ") })
        #expect(first.contains("✗ Copper Cinema"))
        #expect(first.contains("rejected"))
        #expect(!journey.text.contains("A photo of this card is missing"))
        journey.press(Key("j"), Key("j"))
        await journey.see("A photo of this card is missing")
        journey.press(Key("j"))
        await journey.seeNo("A photo of this card is missing")
        #expect(journey.text.contains("Amber Bakery · 2 of 7"))
        #expect(journey.text.contains("tried 2 times"))
    }

    @Test("the palette finds both screens by their keywords")
    func palette() async throws {
        let journey = try await Journey(Card.samples)
        journey.loader.publish { $0.tally.conflicts = 1 }
        await journey.see("1 card in conflict")
        journey.press(Key(":"))
        journey.type("backend")
        journey.press(.enter)
        await journey.see("last sync")
        journey.press(.escape, Key(":"))
        journey.type("conflicts")
        journey.press(.enter)
        await journey.see("There are no conflicts.")
    }

    @Test("S syncs, x stops, r retries a rejected card and R all")
    func keys() async throws {
        let journey = try await journey()
        journey.press(Key("S"))
        await journey.wait("the try") { await journey.loader.synchronizations == 1 }
        journey.press(Key("x"))
        await journey.see("Nothing is retried until you sync.")
        #expect(await journey.loader.cancellations == 1)
        // It does nothing on a line that is not a refused card.
        journey.press(Key("r"), Key("j"), Key("j"), Key("r"))
        await journey.see("Retrying Copper Cinema")
        journey.press(Key("R"))
        await journey.see("Retrying 1 card")
        await journey.wait("both") { await journey.loader.retries == [PendingCard.samples[2].id, nil] }
        journey.loader.publish { $0.tally.pending = 1 }
        await journey.wait("the loader's word") { journey.model.sync.status?.failure == nil }
        #expect(!journey.lines[23].contains("stop"))
        journey.press(Key("x"))
        #expect(await journey.loader.cancellations == 1)
        journey.loader.publish { $0.phase = .uploading(remaining: 1) }
        await journey.see("uploading 1 card…")
        journey.press(Key("x"))
        await journey.see("Stopped. Received cards are kept")
    }

    @Test("it follows the loader's status, reloads pending cards, and keeps the selection")
    func following() async throws {
        let journey = try await journey()
        journey.press(Key("G"), Key("k"))
        await journey.see("Cedar Library · 3 of 7")
        let before = await journey.loader.readings
        // Progress alone requests nothing.
        journey.loader.publish {
            $0 = .offline
            $0.phase = .downloading(DownloadProgress(cards: 5, bytes: 3 << 19, totalBytes: 2 << 20))
        }
        await journey.see("downloading… 5 cards, 1.5 of 2.0 MB")
        #expect(await journey.loader.readings == before)
        await journey.loader.setWaiting([PendingCard.samples[1]])
        journey.loader.publish { ($0.tally.pending, $0.phase) = (1, .uploading(remaining: 1)) }
        await journey.see("uploading 1 card…")
        await journey.see("Cedar Library · 1 of 1")
        await journey.loader.setWaiting([])
        journey.loader.publish { $0.hasDownloaded = true }
        await journey.see("up to date")
        await journey.seeNo("Cedar Library")
        journey.press(.enter, Key("e"), Key("r"), Key("G"), Key("g"))
        #expect(journey.model.navigator.path.count == 1)
    }

    @Test("Enter opens a card, e edits it, and a deletion has nothing to open")
    func opening() async throws {
        let journey = try await journey()
        journey.press(Key("j"), Key("j"), Key("j"), .enter)
        await journey.see("number  LOY-7734")
        journey.press(.escape)
        await journey.see("Amber Bakery · 2 of 7")
        journey.press(Key("e"))
        await journey.see("Edit Amber Bakery")
        journey.press(.escape, Key("G"))
        await journey.see("Grove Garden · 4 of 7")
        journey.press(.enter)
        await journey.see("↵ opens the card, but this one is deleted")
        journey.press(Key("e"))
        await journey.see("e edits the card, but this one is deleted")
        #expect(!journey.lines[23].contains("open"))
        #expect(journey.model.navigator.path.count == 1)
    }

    @Test("a card that the list hides shows no position in it")
    func notInTheList() async throws {
        let journey = try await journey()
        journey.press(.escape)
        await journey.find("copper")
        journey.press(.enter, Key("B"))
        await journey.see("3 cards to upload")
        journey.press(Key("G"), Key("k"), Key("k"), .enter)
        await journey.see("LOY-7734")
        #expect(!journey.lines[0].contains("of 1"))
    }

    @Test("its lines open the consent prompt, the conflicts, and the cards that are only here")
    func ways() async throws {
        let journey = try await journey()
        journey.press(.enter)
        await journey.see("There are no conflicts.")
        journey.press(Key("j"), .enter)
        await journey.wait("the filter") { journey.model.list.query.filter.text == "is:local" }
        #expect(journey.model.navigator.path.isEmpty)
        journey.press(Key("B"))
        journey.loader.publish {
            $0 = .offline
            $0.settle()
            $0.cardsAwaitingConsent = 7
        }
        await journey.see("7 cards from before this backend: send them?")
        #expect(journey.model.prompts.prompt == nil)
        journey.press(Key("g"), .enter)
        await journey.see("7 cards were here before cards.example:8000 was set up.")
        journey.press(Key("y"))
        await journey.wait("the answer") { await journey.loader.answers == [.granted] }
    }

    @Test("on a small screen the top is shown first, and every line is reachable")
    func small() async throws {
        let journey = try await journey(size: Size(columns: 40, rows: 12))
        #expect(journey.text.contains("backend"))
        journey.press(Key("j"))
        await journey.see("conflicts")
        journey.press(Key("G"))
        await journey.see("Grove Garden · 4 of 7")
        #expect(journey.text.contains("▌  Grove Garden"))
        journey.press(Key("g"))
        await journey.see("backend")
        journey.press(Key(.pageDown))
        await journey.seeNo("backend  ")
    }

    @Test("a click selects, the wheel moves")
    func mouse() async throws {
        let journey = try await journey()
        journey.click("Cedar Library")
        #expect(journey.text.contains("Cedar Library · 3 of 7"))
        journey.mouse(.wheelDown, column: 5, row: 5)
        #expect(journey.text.contains("Grove Garden · 4 of 7"))
    }

    // MARK: - News

    @Test("conflicts are reported once, and again when there are more")
    func conflictsReportedOnce() async throws {
        let journey = try await Journey(Card.samples)
        journey.loader.publish { $0.tally.conflicts = 2 }
        await journey.see("2 cards in conflict · c resolves")
        journey.press(Key("j"))
        journey.loader.publish { ($0.tally.conflicts, $0.tally.pending) = (2, 5) }
        await journey.see("5 to upload")
        #expect(!journey.text.contains("in conflict"))
        journey.loader.publish { ($0.tally.conflicts, $0.phase) = (3, .downloading(DownloadProgress(cards: 3))) }
        await journey.see("downloading")
        #expect(!journey.text.contains("in conflict"))
        journey.loader.publish { $0.tally.conflicts = 3 }
        await journey.see("3 cards in conflict")
    }

    @Test("a rejected card is reported with its reason")
    func rejectionsReported() async throws {
        let journey = try await Journey(Card.samples)
        await journey.loader.setWaiting(PendingCard.samples)
        journey.loader.publish { ($0.tally.pending, $0.tally.refused) = (4, 1) }
        await journey.see("rejected Copper Cinema: ")
        let message = journey.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(message.contains("keeps the photo · B shows it"))
        journey.press(Key("j"))
        #expect(journey.text.contains("1 rejected"))
        #expect(!journey.text.contains("rejected Copper Cinema"))
        journey.loader.publish { ($0.tally.pending, $0.tally.refused, $0.hasDownloaded) = (3, 1, true) }
        await journey.see("2 to upload, 1 rejected")
        #expect(!journey.text.contains("rejected Copper Cinema"))
    }

    @Test("restored cards are named")
    func restoredCardsReported() async throws {
        let journey = try await Journey(Card.samples)
        journey.loader.publish { $0.lastList.revived = ["Gym"] }
        await journey.see("Gym is back: it was changed elsewhere after you deleted it")
        journey.press(Key("j"))
        journey.loader.publish { $0.lastList.revived = ["Gym", "Bus", "Pool"] }
        await journey.see("Gym and 2 other cards were changed elsewhere")
        journey.press(Key("j"))
        journey.loader.publish { ($0.lastList.revived, $0.tally.pending) = (["Gym", "Bus", "Pool"], 2) }
        await journey.see("2 to upload")
        #expect(!journey.text.contains("Gym"))
    }

    @Test("progress is shown as detailed as there is room for")
    func progress() async throws {
        let journey = try await Journey(Card.samples)
        journey.loader.publish { $0 = .busy }
        await journey.see("downloading… 120 cards, 3.2 of 50 MB")
        journey.size = Size(columns: 50, rows: 12)
        #expect(journey.lines[10].hasSuffix("downloading… 120 cards "))
        journey.size = Size(columns: 40, rows: 12)
        #expect(journey.lines[10].hasSuffix("downloading… "))
        journey.size = Size(columns: 80, rows: 24)
        journey.loader.publish { $0.phase = .downloading(DownloadProgress(bytes: 20_500)) }
        await journey.see("downloading… 21 kB")
        journey.loader.publish { $0.phase = .waitingForOther }
        await journey.see("waiting for another program")
    }

    @Test("news stays until read, also when more arrives; of failures the last stays")
    func unread() async throws {
        let journey = try await Journey(Card.samples)
        var message: String { journey.model.message?.text ?? "" }
        journey.loader.publish { $0.lastList.revived = ["Gym"] }
        await journey.see("Gym is back")
        journey.loader.publish { ($0.lastList.revived, $0.tally.conflicts) = (["Gym"], 1) }
        await journey.wait("the news") { message.contains("1 card in conflict") }
        #expect(message.contains("Gym is back"))
        journey.loader.publish {
            $0.tally.conflicts = 1
            $0.fail(LoaderFailure("It burns."))
        }
        await journey.wait("the failure") { message.contains("It burns.") }
        journey.loader.publish {
            $0.tally.conflicts = 1
            $0.fail(LoaderFailure("It is gone."), nextTry: Timestamp("2026-11-20T12:04:00Z"))
        }
        await journey.wait("the other failure") { message.contains("It is gone. Next try at 12:04.") }
        #expect(!message.contains("It burns."))
        // News has no part in the warning.
        #expect(!message.contains("Gym is back"))
        journey.press(Key("j"))
        #expect(!journey.text.contains("It is gone."))
        #expect(message.contains("Gym is back"))
        journey.press(Key("j"))
        #expect(!journey.text.contains("Gym"))
    }

    @Test("a requested sync is shown until the loader responds")
    func asking() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key("S"))
        await journey.see("Syncing with the backend…")
        journey.loader.publish { $0.phase = .downloading(DownloadProgress(cards: 3)) }
        await journey.see("downloading… 3 cards")
        #expect(!journey.text.contains("Syncing with"))
    }

    @Test("a failure is shown with its kind, and stopping replaces it")
    func kindsOfFailure() async throws {
        let journey = try await Journey(Card.samples)
        journey.loader.publish { $0.fail(LoaderFailure("No route.", source: .connection)) }
        await journey.see("No route.")
        journey.press(Key("j"))
        await journey.see("offline, S retries")
        journey.loader.publish { $0.fail(LoaderFailure("It sent nonsense.")) }
        await journey.see("It sent nonsense.")
        journey.press(Key("B"))
        await journey.see("now  not synced")
        journey.loader.publish { $0.phase = .stopped }
        await journey.see("now  stopped; S resumes")
    }

    @Test("an empty list does not repeat why the sync failed: it names the keys that show that and add a card")
    func failureWithoutCards() async throws {
        let journey = try await Journey(keyMap: KeyMap(keys: ["list.backend": [Key("F")]]))
        await journey.see("F   show the backend's state")
        journey.loader.publish { $0.fail(LoaderFailure("It sent nonsense.")) }
        await journey.see("F   see why the sync failed")
        #expect(journey.text.split(separator: "It sent nonsense.", omittingEmptySubsequences: false).count == 2)
        #expect(journey.text.contains("a   add your first card"))
        journey.press(Key("j"))
        await journey.seeNo("It sent nonsense.")
        journey.press(Key("F"))
        await journey.see("It sent nonsense.")
    }

    @Test("a repeated rejection and another card's are reported; the same one is not")
    func refusedAgain() async throws {
        let journey = try await Journey(Card.samples)
        let refusals = (1...2).map {
            PendingCard.made("Copper Cinema", .changed, attempts: $0, "No \($0).", isRefused: true)
        }
        await journey.loader.setWaiting([refusals[0]])
        journey.loader.publish { ($0.tally.pending, $0.tally.refused) = (1, 1) }
        await journey.see("rejected Copper Cinema: No 1 ·")
        journey.press(Key("j"))
        for (refusal, isTold) in [(refusals[1], true), (refusals[1], false)] {
            await journey.loader.setWaiting([refusal])
            let before = await journey.loader.readings
            journey.loader.publish { ($0.tally.pending, $0.tally.refused, $0.phase) = (1, 1, .uploading(remaining: 1)) }
            journey.loader.publish { ($0.tally.pending, $0.tally.refused) = (1, 1) }
            await journey.wait("the question why") { await journey.loader.readings > before }
            guard isTold else { continue }
            await journey.see("rejected Copper Cinema: No \(refusal.attempts) ·")
            journey.press(Key("j"))
        }
        await journey.loader.setWaiting([
            PendingCard.made("Amber Bakery", .new, attempts: 1, "No more.", isRefused: true)
        ])
        journey.loader.publish { ($0.tally.pending, $0.tally.refused, $0.phase) = (1, 1, .uploading(remaining: 1)) }
        journey.loader.publish { ($0.tally.pending, $0.tally.refused) = (1, 1) }
        await journey.see("rejected Amber Bakery: No more ·")
        // It would stand before it.
        #expect(!journey.text.contains("rejected Copper Cinema"))
    }
}
