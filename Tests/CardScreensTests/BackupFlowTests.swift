import Cards
import Synchronization
import Terminal
import TestSupport
import Testing

@testable import CardViewModels

@MainActor
@Suite("Automatic backups beside the screen")
struct BackupFlowTests {
    /// Counts the backups that were asked for; each fails if there is a failure.
    private final class FakeBackups: BackupMaking {
        private let made = Mutex(0)
        private let failure: BackupFailure?
        private let changes = Changes()
        let isOn: Bool

        init(failure: BackupFailure? = nil, isOn: Bool = true) { (self.failure, self.isOn) = (failure, isOn) }

        var count: Int { made.withLock { $0 } }

        func makeBackup() async throws -> BackupOutcome {
            made.withLock { $0 += 1 }
            changes.note()
            if let failure { throw failure }
            return .unchanged
        }

        func backups() async -> (folder: String, record: BackupRecord)? { nil }

        func wait(for number: Int) async {
            while true {
                let seen = changes.count
                if count >= number { return }
                await changes.wait(after: seen)
            }
        }
    }

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
        await backups.wait(for: 1)
        try await rename("Aster", in: journey)
        await journey.time.waitForSleeper { $0 == .seconds(60) }
        journey.time.advance(by: .seconds(59))
        try await rename("Alder", in: journey)
        await journey.time.waitForSleeper { $0 == .seconds(60) }
        journey.time.advance(by: .seconds(59))
        #expect(backups.count == 1)
        journey.time.advance(by: .seconds(1))
        await backups.wait(for: 2)
        #expect(backups.count == 2)
    }

    @Test("a failure is said")
    func failure() async throws {
        let backups = FakeBackups(failure: BackupFailure("No backup was made: no room.", isKnown: false))
        let journey = try await Journey(Card.samples, backups: backups)
        await journey.see("No backup was made: no room.")
    }

    @Test("a failure that was said before is not said again")
    func knownFailure() async throws {
        let backups = FakeBackups(failure: BackupFailure("No backup was made: no room.", isKnown: true))
        let journey = try await Journey(Card.samples, backups: backups)
        await backups.wait(for: 1)
        try await rename("Aster", in: journey)
        await journey.see("Aster")
        #expect(!journey.text.contains("No backup"))
    }
}
