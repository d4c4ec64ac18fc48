import CardScreens
import CardViewModels
import Cards
import Terminal
import Testing

@MainActor
@Suite("Quitting waits for pending changes")
struct QuittingTests {
    @Test("quitting waits for a star that is being saved, other keys do not")
    func star() async throws {
        let journey = try await Journey(Card.samples)
        await journey.gate.hold(.apply)
        journey.press(Key("t"), Key("j"))
        await journey.see("Amber Bakery · 2 of")
        journey.press(Key("q"))
        await journey.wait("the store") { await journey.gate.isWaiting(.apply) }
        #expect(!journey.model.hasQuit)
        await journey.gate.release(.apply)
        await journey.wait("the end") { journey.model.hasQuit }
        #expect(try await journey.store.card(Card.samples[0].identifier)?.isStarred == !Card.samples[0].isStarred)
    }

    @Test("Esc cancels quitting, and the save completes")
    func stayed() async throws {
        let journey = try await Journey(Card.samples)
        await journey.gate.hold(.apply)
        journey.press(Key("t"), Key("q"))
        await journey.time.waitForSleeper { $0 == .milliseconds(300) }
        journey.time.advance(by: .milliseconds(300))
        await journey.see("Leaving… Esc stops")
        journey.press(.escape)
        await journey.gate.release(.apply)
        await journey.wait("the star") { !journey.model.isBusy }
        #expect(!journey.model.hasQuit)
        #expect(try await journey.store.card(Card.samples[0].identifier)?.isStarred == !Card.samples[0].isStarred)
    }

    @Test("when the terminal ends, keys waiting after a search are handled, and their star is saved")
    func held() async throws {
        let journey = try await Journey(Card.samples)
        await journey.gate.hold(.find)
        journey.press(Key("/"))
        journey.type("cedar")
        journey.press(.enter, Key("t"))
        async let ended: Void = journey.screen.terminalWillEnd()
        await journey.wait("the answer") { await journey.gate.isWaiting(.find) }
        await journey.gate.release(.find)
        await ended
        let cedar = try #require(Card.samples.first { $0.name.contains("Cedar") })
        #expect(try await journey.store.card(cedar.identifier)?.isStarred == !cedar.isStarred)
    }

    @Test("when the terminal ends, a star being saved is waited for")
    func beingWritten() async throws {
        let journey = try await Journey(Card.samples)
        await journey.gate.hold(.apply)
        journey.press(Key("t"))
        await journey.wait("the store") { await journey.gate.isWaiting(.apply) }
        let isLeftBehind = Task {
            await journey.screen.terminalWillEnd()
            return await journey.gate.isWaiting(.apply)
        }
        // Enough yields for a program that does not wait to end.
        for _ in 0..<1000 { await Task.yield() }  // watched: nothing may happen
        await journey.gate.release(.apply)
        #expect(await !isLeftBehind.value)
        #expect(try await journey.store.card(Card.samples[0].identifier)?.isStarred == !Card.samples[0].isStarred)
    }

    @Test("a discarded form is removed before the end")
    func discarded() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key("a"))
        journey.type("Half")
        await journey.wait("the draft") { await !journey.drafts.kept.isEmpty }
        journey.press(.escape, Key("y"), Key("q"))
        await journey.wait("the end") { journey.model.hasQuit }
        #expect(await journey.drafts.kept.isEmpty)
    }

    // MARK: - Backups

    private func changed(_ backups: FakeBackups) async throws -> Journey {
        let journey = try await Journey(Card.samples, backups: backups)
        try await backups.wait(for: 1)
        await journey.wait("the first backup") { !journey.model.backups.isMaking }
        journey.press(Key("t"))
        await journey.wait("the change") { journey.model.backups.hasChanges }
        return journey
    }

    @Test("changes without a backup get a quick one at the end; without changes, or where it takes long, there is none")
    func backup() async throws {
        let quick = FakeBackups(isQuick: true)
        let journey = try await changed(quick)
        journey.press(Key("q"))
        await journey.wait("the end") { journey.model.hasQuit }
        #expect(quick.count == 2)
        let slow = FakeBackups(isQuick: false)
        let other = try await changed(slow)
        other.press(Key("q"))
        await other.wait("the end") { other.model.hasQuit }
        #expect(slow.count == 1)
        let same = FakeBackups(isQuick: true)
        let unchanged = try await Journey(Card.samples, backups: same)
        try await same.wait(for: 1)
        unchanged.press(Key("q"))
        await unchanged.wait("the end") { unchanged.model.hasQuit }
        #expect(same.count == 1)
    }

    @Test("nobody waits longer than a second for a backup at the end")
    func slowBackup() async throws {
        let backups = FakeBackups(isQuick: true)
        let journey = try await changed(backups)
        backups.hold()
        journey.press(Key("q"))
        try await backups.wait(for: 2)
        await journey.time.waitForSleeper { $0 == .seconds(1) }
        #expect(!journey.model.hasQuit)
        journey.time.advance(by: .seconds(1))
        await journey.wait("the end") { journey.model.hasQuit }
        backups.release()
    }

    @Test("a new failure of the last backup is to be read; the second try quits")
    func failedBackup() async throws {
        let backups = FakeBackups(isQuick: true)
        let journey = try await changed(backups)
        backups.set(.failure(BackupFailure("No backup was made: no room.", isKnown: false)))
        journey.press(Key("q"))
        await journey.see("No backup was made: no room")
        #expect(!journey.model.hasQuit)
        backups.set(.failure(BackupFailure("No backup was made: no room.", isKnown: true)))
        journey.press(Key("q"))
        await journey.wait("the end") { journey.model.hasQuit }
    }
}
