import Cards
import Terminal
import TestSupport
import Testing

@testable import CardViewModels

@MainActor
@Suite("Automatic backups beside the screen")
struct BackupFlowTests {
    private func rename(_ text: String, in journey: Journey) async throws {
        let old = try #require(try await journey.store.card(Card.samples[0].identifier))
        var new = old
        new.name = text
        try await journey.store.apply([.set(CardPatch(from: old, to: new))])
    }

    @Test("one is asked for at the start, and one when changes have rested for a minute")
    func rest() async throws {
        let backups = FakeBackups()
        let journey = try await Journey(Card.samples, backups: backups)
        try await backups.wait(for: 1)
        try await rename("Aster", in: journey)
        await journey.time.waitForSleeper { $0 == .seconds(60) }
        journey.time.advance(by: .seconds(59))
        try await rename("Alder", in: journey)
        await journey.time.waitForSleeper { $0 == .seconds(60) }
        journey.time.advance(by: .seconds(59))
        #expect(backups.count == 1)
        journey.time.advance(by: .seconds(1))
        try await backups.wait(for: 2)
        #expect(backups.count == 2)
    }

    @Test("a folder that the settings have since they were edited gets its backup at once")
    func editedSettings() async throws {
        let backups = FakeBackups(isOn: false)
        let journey = try await Journey(Card.samples, backups: backups)
        try await rename("Aster", in: journey)
        await journey.see("Aster")
        journey.model.hooks.reloadSettings = {
            backups.isOn = true
            return SettingsOutcome()
        }
        journey.model.settings.edit()
        try await backups.wait(for: 1)
        #expect(backups.count == 1)
    }

    @Test("where no folder is named the first one is made a minute after the start, and is told once")
    func unasked() async throws {
        let backups = FakeBackups(isFolderNamed: false, notice: "Backups are made automatically")
        let journey = try await Journey(Card.samples, backups: backups)
        await journey.time.waitForSleeper { $0 == .seconds(60) }
        #expect(backups.count == 0)
        journey.time.advance(by: .seconds(60))
        try await backups.wait(for: 1)
        await journey.see("Backups are made automatically · U shows them")
        try await rename("Aster", in: journey)
        await journey.time.waitForSleeper { $0 == .seconds(60) }
        journey.press(Key("j"))
        journey.time.advance(by: .seconds(60))
        try await backups.wait(for: 2)
        await journey.wait("the backup") { !journey.model.backups.isMaking }
        #expect(!journey.text.contains("made automatically"))
    }

    @Test(
        "a card that is deleted for good leaves the backups before the store; what would be kept there is not deleted")
    func erasing() async throws {
        let backups = FakeBackups()
        let journey = try await Journey(Card.samples, backups: backups)
        try await backups.wait(for: 1)
        journey.press(Key("d"), Key("y"))
        await journey.see("Deleted Alpine Airways")
        journey.press(Key("T"))
        await journey.see("1 card")
        backups.set(.failure(BackupFailure("Nothing was deleted: busy.", isKnown: false)))
        journey.press(Key("d"), Key("y"))
        await journey.see("Nothing was deleted: busy")
        #expect(try await journey.store.trash().count == 1)
        backups.set(.success(.unchanged))
        journey.press(Key("d"), Key("y"))
        await journey.see("Deleted Alpine Airways forever")
        #expect(backups.erased == [Card.samples[0].identifier])
        #expect(try await journey.store.trash().isEmpty)
    }

    @Test("the question says until when the backups of a folder of one's own keep the card")
    func leftCopies() async throws {
        let kept = BackupOverview(
            folder: "/media/stick", isThere: true, files: [], failure: nil, keptUntil: CalendarDay("2027-11-28"))
        let journey = try await Journey(Card.samples, backups: FakeBackups(overview: kept))
        journey.press(Key("d"), Key("y"))
        await journey.see("Deleted Alpine Airways")
        journey.press(Key("T"))
        await journey.see("1 card")
        journey.press(Key("d"))
        await journey.see("/media/stick may keep it until")
    }

    @Test("a failure is said")
    func failure() async throws {
        let backups = FakeBackups(failure: BackupFailure("No backup was made: no room.", isKnown: false))
        let journey = try await Journey(Card.samples, backups: backups)
        await journey.see("No backup was made: no room · U shows them")
    }

    @Test("a failure that was said before is not said again")
    func knownFailure() async throws {
        let backups = FakeBackups(failure: BackupFailure("No backup was made: no room.", isKnown: true))
        let journey = try await Journey(Card.samples, backups: backups)
        try await backups.wait(for: 1)
        try await rename("Aster", in: journey)
        await journey.see("Aster")
        #expect(!journey.text.contains("No backup"))
    }
}
