import CardStorage
import CardTransfer
import Cards
import Terminal
import Testing

@testable import CardViewModels

/// The screen of the backups, and what is restored from it.
@MainActor
@Suite("The screen of the backups")
struct BackupsScreenTests {
    nonisolated static let last = "/media/stick/cards/cards-2026-11-20T1145.db"
    nonisolated private static let none = BackupOverview(folder: "/kept", isThere: false, files: [], failure: nil)

    static func journey(
        _ backups: FakeBackups = FakeBackups(overview: .sample), size: Size = Size(columns: 80, rows: 24),
        theme: Theme = .terminal, files: FakeFiles = FakeFiles(), hasLoader: Bool = true
    ) async throws -> Journey {
        let journey = try await Journey(
            Card.samples, size: size, hasLoader: hasLoader, files: files, theme: theme, backups: backups)
        try await backups.wait(for: 1)
        await journey.wait("the first backup") { !journey.model.backups.isMaking }
        journey.press(Key("U"))
        await journey.wait("the backups") {
            if let model = journey.model.navigator.path.last as? BackupsModel { !model.isBusy } else { false }
        }
        return journey
    }

    @Test("the files are listed, the last one first, with where they are, when the last was and when the next will be")
    func shown() async throws {
        let journey = try await Self.journey()
        #expect(journey.text.contains("folder  /media/stick/cards"))
        #expect(journey.text.contains("last  2026-11-20 11:45, 212 kB"))
        #expect(journey.text.contains("next  one minute after the next change"))
        #expect(journey.lines[0].contains("3 kept"))
        #expect(journey.text.contains("2026-10-31 22:10    59 MB  catima"))
        #expect(journey.text.contains("cards-2026-11-20T1145.db · 1 of 3"))
        journey.press(Key("j"), Key("j"), Key("j"))
        #expect(journey.text.contains("cards-2026-10-31T2210.zip · 3 of 3"))
        journey.press(.escape)
        #expect(journey.model.navigator.path.isEmpty)
    }

    @Test("without a folder it says how to set one, and a failure is shown with what follows")
    func problems() async throws {
        let off = try await Self.journey(FakeBackups(overview: nil))
        #expect(off.text.contains("backup.folder in the settings file turns backups off"))
        let empty = try await Self.journey(FakeBackups(overview: Self.none))
        #expect(empty.text.contains("none yet"))
        empty.press(.enter)
        #expect(empty.text.contains("needs a backup, but there is none"))
        let failed = FakeBackups(overview: .sample.failing("No backup was made: the disk is full."))
        let journey = try await Self.journey(failed)
        #expect(journey.text.contains("failed  No backup was made: the disk is full."))
        #expect(journey.text.contains("is tried after the next change, and at the next start"))
    }

    @Test("where B asks for a backend, it says when the last backup was, or why it failed")
    func withoutBackend() async throws {
        let failed = BackupOverview.sample.failing("No backup was made: the disk is full.")
        for (overview, text) in [
            (BackupOverview.sample, "The last backup is of 2026-11-20 11:45"),
            (Self.none, "No backup has been made yet"),
            (failed, "No backup was made: the disk is full."),
        ] {
            let journey = try await Journey(
                Card.samples, hasLoader: false, hasSetup: true, backups: FakeBackups(overview: overview))
            journey.press(Key("B"))
            await journey.see("Set up a backend")
            await journey.see(text)
        }
    }

    @Test("m makes one and says what became of it, also where the failure is known")
    func make() async throws {
        let backups = FakeBackups(overview: Self.none)
        let journey = try await Self.journey(backups)
        let made = try #require(BackupOverview.sample.files.first)
        backups.set(.success(.made(made)), .sample)
        journey.press(Key("m"))
        await journey.see("Made cards-2026-11-20T1145.db, 212 kB")
        await journey.see("3 kept")
        backups.set(.failure(BackupFailure("No backup was made: no room.", isKnown: true)))
        journey.press(Key("m"))
        await journey.see("No backup was made: no room.")
        #expect(backups.count == 3)
    }

    @Test("Enter shows what restoring would change, one key restores, and u takes it back")
    func restore() async throws {
        let files = FakeFiles(files: [Self.last: Array(ImportScreenTests.json.utf8)])
        let journey = try await Self.journey(files: files)
        journey.press(.enter)
        await journey.see("Restore a backup")
        #expect(journey.text.contains("1 new, 1 changed, 1 already here"))
        #expect(journey.text.contains("5 cards not in the backup, unchanged"))
        #expect(journey.text.contains("i restore 2"))
        journey.press(Key("i"))
        await journey.see("cards-2026-11-20T1145.db: 1 added, 1 changed")
        #expect(try await journey.store.count() == 8)
        journey.press(Key("u"))
        await journey.wait("the cards as they were") { try await journey.store.count() == 7 }
    }

    @Test("a file that is gone or is no backup is told, and the screen stays")
    func unreadable() async throws {
        let journey = try await Self.journey(files: FakeFiles(files: [Self.last: Array("no cards at all".utf8)]))
        journey.press(.enter)
        await journey.see("The format was not recognized")
        journey.press(Key("j"), .enter)
        await journey.wait("the reason") {
            journey.model.message?.text.contains("cards-2026-11-19T0952.db") == true
        }
        #expect(journey.text.contains("3 kept"))
    }

    @Test(
        "the settings tell the password of an archive; where it does not fit, it is asked for",
        arguments: [true, false])
    func password(isKnown: Bool) async throws {
        let store = try SQLiteCardStore(at: SQLiteCardStore.inMemory, clock: Journey.clock)
        try await store.apply([.set(CardPatch(from: nil, to: .made("Fern Florist", "F-1")))])
        let export = try await CardExport.catima(.all, of: store, password: Array("s3cret".utf8))
        var bytes: [UInt8] = []
        while let chunk = try await export.nextChunk() { bytes += chunk }
        let backups = FakeBackups(overview: .sample, password: isKnown ? "s3cret" : "changed since")
        let journey = try await Self.journey(backups, files: FakeFiles(files: [Self.last: bytes]))
        journey.press(.enter)
        if !isKnown {
            await journey.see("Password for cards-2026-11-20T1145.db")
            journey.type("s3cret")
            journey.press(.enter)
        }
        await journey.see("Restore a backup")
        #expect(journey.text.contains("1 new"))
    }

    @Test("the backend's screen says when the last backup was, and leads here")
    func backend() async throws {
        let journey = try await Journey(
            Card.samples, backups: FakeBackups(overview: .sample.failing("No backup was made.")))
        await journey.openSync(.offline)
        await journey.see("last 2026-11-20 11:45; the last attempt failed · b shows them")
        journey.press(Key("b"))
        await journey.see("3 kept")
        journey.press(.escape)
        await journey.see("shows them")
    }

    @Test("the demo has none")
    func demo() async throws {
        let journey = try await Journey(backups: FakeBackups(overview: .sample))
        journey.press(Key("D"))
        await journey.wait("the demo") { journey.model.isDemo && !journey.model.isBusy }
        journey.press(Key("U"))
        #expect(journey.text.contains("U shows the backups of your own cards, not the demo's"))
    }

    // MARK: - Goldens

    nonisolated static let sizes = [Size(columns: 80, rows: 24), Size(columns: 40, rows: 12)]

    @Test("the files, and a failure", arguments: sizes, Look.allCases)
    func goldens(size: Size, look: Look) async throws {
        let listed = try await Self.journey(size: size, theme: look.theme)
        listed.press(Key("j"))
        await expectGolden(listed, "backups-list", look)
        let reason = "No backup was made: /media/stick/cards does not exist. If it is on another disk, connect it."
        let failed = FakeBackups(overview: .sample.failing(reason))
        await expectGolden(try await Self.journey(failed, size: size, theme: look.theme), "backups-failed", look)
    }

    @Test("no folder", arguments: sizes)
    func offGolden(size: Size) async throws {
        await expectGolden(try await Self.journey(FakeBackups(overview: nil), size: size), "backups-off")
    }

    @Test("what a restore would change", arguments: sizes)
    func restoreGolden(size: Size) async throws {
        let files = FakeFiles(files: [Self.last: Array(ImportScreenTests.json.utf8)])
        let journey = try await Self.journey(size: size, files: files)
        journey.press(.enter)
        await journey.wait("the preview") { journey.importModel != nil }
        await expectGolden(journey, "backups-restore")
    }
}
