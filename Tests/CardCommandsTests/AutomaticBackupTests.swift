import CardSettings
import CardStorage
import Cards
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CardCommands

@Suite("Automatic backups", .timeLimit(.minutes(5)))
struct AutomaticBackupTests {
    /// Settings and a time that a test changes.
    private final class World: Sendable {
        let settings = Mutex(Config().backup)
        private let minutes = Mutex(0)

        func pass(minutes more: Int) { minutes.withLock { $0 += more } }

        /// From 20 November 2026, in UTC.
        var now: Timestamp {
            Timestamp(milliseconds: 1_795_132_800_000 + Int64(minutes.withLock { $0 }) * 60_000)
        }
    }

    private let folder: TemporaryFolder
    private let world = World()
    private let store: SQLiteCardStore
    private let backups: FolderBackups
    private var target: String { folder.path + "/backups" }

    init() throws {
        folder = try TemporaryFolder()
        let path = folder.path + "/cards.sqlite"
        store = try SQLiteCardStore(at: path)
        let world = world
        backups = FolderBackups(
            of: path, ownFolder: folder.path + "/own", log: Log(path: folder.path + "/log"),
            clock: CardClock(now: { world.now }, today: { world.now.day }),
            settings: { world.settings.withLock { $0 } },
            eraseInCopy: { content, copy, store in try SQLiteCardStore.erase(content, inCopy: copy, of: store) },
            openStore: { try SQLiteCardStore(at: path) })
        let target = folder.path + "/backups"
        world.settings.withLock { $0.place = .folder(target) }
    }

    private func add(_ name: String) async throws {
        let card = Card(identifier: .random(), name: name)
        try await store.apply([.set(CardPatch(from: nil, to: card))])
    }

    private var names: [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: target)) ?? []).sorted()
    }

    private func failure() async -> BackupFailure? {
        do {
            _ = try await backups.makeBackup(isAsked: false)
            return nil
        } catch {
            return error as? BackupFailure
        }
    }

    @Test("one file is made after changes, none without; it is a store for its owner alone")
    func made() async throws {
        try await add("Amber")
        guard case .made(let file) = try await backups.makeBackup(isAsked: false) else {
            Issue.record("no backup was made")
            return
        }
        #expect(file.path == target + "/cards-2026-11-20T0000.db")
        #expect(names == ["cards-2026-11-20T0000.db"])
        #expect(try await backups.makeBackup(isAsked: false) == .unchanged)
        try await add("Birch")
        // In the same minute another name is taken: the first file stays until this one is complete.
        _ = try await backups.makeBackup(isAsked: false)
        #expect(names == ["cards-2026-11-20T0000-2.db"], "the last one of a day is kept")
        #expect(try folder.mode(of: "backups/" + names[0]) == 0o600)
        let copy = folder.path + "/restored.sqlite"
        #expect(try SQLiteCardStore.restore(target + "/" + names[0], to: copy) == 2)
    }

    @Test("old ones are removed, but no file that was not written as a backup")
    func thinned() async throws {
        try FileManager.default.createDirectory(atPath: target, withIntermediateDirectories: true)
        for other in ["cards-2020-01-01T0000.db", "photo.jpg"] {
            try Data("mine".utf8).write(to: URL(fileURLWithPath: target + "/" + other))
        }
        world.settings.withLock { ($0.keep.daily, $0.keep.weekly, $0.keep.monthly) = (2, 0, 0) }
        for number in 0..<4 {
            try await add("Card \(number)")
            _ = try await backups.makeBackup(isAsked: false)
            world.pass(minutes: 1440)
        }
        #expect(
            names == [
                "cards-2020-01-01T0000.db", "cards-2026-11-22T0000.db", "cards-2026-11-23T0000.db", "photo.jpg",
            ])
    }

    @Test("a backup that somebody has deleted is made again")
    func deleted() async throws {
        try await add("Amber")
        _ = try await backups.makeBackup(isAsked: false)
        try FileManager.default.removeItem(atPath: target + "/" + names[0])
        _ = try await backups.makeBackup(isAsked: false)
        #expect(names == ["cards-2026-11-20T0000.db"])
    }

    @Test("a folder that is away is told once, and no other one is made in its place")
    func away() async throws {
        try await add("Amber")
        _ = try await backups.makeBackup(isAsked: false)
        try FileManager.default.moveItem(atPath: target, toPath: target + "-away")
        #expect(try await backups.makeBackup(isAsked: false) == .unchanged)
        try await add("Birch")
        let first = try #require(await failure())
        #expect(first == BackupFailure(BackupError.away(folder: target).userMessage, isKnown: false))
        #expect(await failure()?.isKnown == true)
        #expect(!FileManager.default.fileExists(atPath: target))
        let away = await backups.backups()
        #expect(away?.isThere == false && away?.files.map(\.name.text) == ["cards-2026-11-20T0000.db"])
        #expect(await backups.backups()?.failure == first.userMessage)
        try FileManager.default.moveItem(atPath: target + "-away", toPath: target)
        #expect(await failure() == nil)
        #expect(await backups.backups()?.failure == nil)
        #expect(names == ["cards-2026-11-20T0000-2.db"])
    }

    @Test("a folder that is a file stays as it is")
    func isFile() async throws {
        try await add("Amber")
        let path = try folder.write("mine", to: "backups")
        #expect(await failure()?.userMessage == BackupError.isFile(folder: path).userMessage)
        #expect(try folder.text(of: "backups") == "mine")
    }

    @Test("a small store may be copied at the end of the program; an archive with a password may not")
    func quick() async throws {
        try await add("Amber")
        #expect(backups.isQuick)
        world.settings.withLock { $0.format = .catima }
        #expect(!backups.isQuick)
        world.settings.withLock { ($0.format, $0.place) = (.store, .off) }
        #expect(!backups.isQuick)
        world.settings.withLock { [target] in $0.place = .folder(target) }
        try #require(truncate(folder.path + "/cards.sqlite-wal", 9 << 20) == 0)
        #expect(!backups.isQuick)
    }

    @Test("what somebody has deleted is not listed")
    func listed() async throws {
        try await add("Amber")
        _ = try await backups.makeBackup(isAsked: false)
        #expect(await backups.backups()?.files.map(\.name.text) == names)
        try FileManager.default.removeItem(atPath: target + "/" + names[0])
        #expect(await backups.backups()?.files == [])
    }

    @Test("without a folder nothing is made, and while another program makes one")
    func notMade() async throws {
        try await add("Amber")
        let backups = backups
        let state = BackupStateFile(besideStore: folder.path + "/cards.sqlite")
        #expect(try await state.locked { try await backups.makeBackup(isAsked: false) } == .busy)
        world.settings.withLock { $0.place = .off }
        guard case .off(let reason) = try await backups.makeBackup(isAsked: true) else {
            Issue.record("a backup although they are off")
            return
        }
        #expect(reason.contains("backup.folder"))
        #expect(names == [])
    }

    @Test("without a setting there is one of each of the last days, in the program's own folder; that is said once")
    func ownFolder() async throws {
        let own = folder.path + "/own"
        world.settings.withLock { $0.place = .ownFolder }
        #expect(try await backups.makeBackup(isAsked: false) == .unchanged, "of an empty store there is none")
        #expect(await backups.firstNotice() == nil)
        for day in 0..<10 {
            try await add("Card \(day)")
            guard case .made(let file) = try await backups.makeBackup(isAsked: false) else {
                Issue.record("no backup on day \(day)")
                return
            }
            #expect(file.folder == own)
            world.pass(minutes: 1440)
        }
        #expect(await backups.backups()?.files.map(\.name.day.text) == (23...29).reversed().map { "2026-11-\($0)" })
        #expect(await backups.firstNotice()?.contains("last 7 days") == true)
        #expect(await backups.firstNotice() == nil)
        #expect(await backups.backups()?.leftCopies == nil)
        // Named later, another folder takes over; what is here goes once it is old.
        world.settings.withLock { [target] in $0.place = .folder(target) }
        try await add("Birch")
        _ = try await backups.makeBackup(isAsked: false)
        #expect(await backups.backups()?.leftCopies == "Backups in \(target) may keep it until 2027-11-30.")
        #expect(try FileManager.default.contentsOfDirectory(atPath: own).count == 7)
        world.pass(minutes: 1440 * 8)
        try await add("Cedar")
        _ = try await backups.makeBackup(isAsked: false)
        #expect(try FileManager.default.contentsOfDirectory(atPath: own) == [])
    }

    @Test("the program's own folder is made again where somebody has deleted it")
    func ownFolderDeleted() async throws {
        world.settings.withLock { $0.place = .ownFolder }
        try await add("Amber")
        _ = try await backups.makeBackup(isAsked: false)
        try FileManager.default.removeItem(atPath: folder.path + "/own")
        guard case .made = try await backups.makeBackup(isAsked: false) else {
            Issue.record("no backup was made")
            return
        }
        #expect(await backups.backups()?.files.count == 1)
    }

    @Test("a card that is deleted for good leaves the backups of the program's own folder, and no others")
    func erased() async throws {
        let drafts = DraftStore(folder: folder.path + "/drafts")
        let erasure = CardErasure(store, drafts: drafts, backups: backups)
        let card = Card(identifier: .random(), name: "Needle in the hay")
        try await store.apply([.set(CardPatch(from: nil, to: card))])
        _ = try await backups.makeBackup(isAsked: false)
        world.settings.withLock { $0.place = .ownFolder }
        _ = try await backups.makeBackup(isAsked: false)
        world.pass(minutes: 1440)
        try await add("Amber")
        _ = try await backups.makeBackup(isAsked: false)
        // Not in the trash: nothing happens to it, here or there.
        try await erasure.erase([card.identifier])
        #expect(try await store.card(card.identifier) != nil)
        #expect(try found("Needle in the hay").filter { $0 == "own" }.count == 2)
        try await store.apply([.delete(card.identifier)])
        // One that cannot be read is removed, and another one made.
        let damaged = try #require(await backups.backups()?.files.last)
        try Data("garbage".utf8).write(to: URL(fileURLWithPath: damaged.path))
        try await erasure.erase([card.identifier])
        #expect(try found("Needle in the hay") == ["backups"], "the folder of the user keeps its backup")
        #expect(await backups.backups()?.files.count == 1)
        let last = try #require(await backups.backups()?.files.first)
        #expect(try SQLiteCardStore.restore(last.path, to: nil) == 1)
    }

    @Test("no backup is made between the deletion in the backups and that in the store")
    func erasingAtOnce() async throws {
        world.settings.withLock { $0.place = .ownFolder }
        let state = BackupStateFile(besideStore: folder.path + "/cards.sqlite")
        let isRemoved = try await backups.erase(.cards([.random()])) {
            let during: Void? = try await state.locked {}
            #expect(during == nil)
        }
        #expect(!isRemoved)
        let after: Void? = try await state.locked {}
        #expect(after != nil)
    }

    @Test("the text that an editor has left of a card goes with it; that of another stays")
    func erasedTexts() async throws {
        let edits = folder.path + "/edit"
        var cards: [Card] = []
        for name in ["Amber", "Birch"] {
            let card = Card(identifier: .random(), name: name)
            cards.append(card)
            try await store.apply([.set(CardPatch(from: nil, to: card))])
            let input = LocalInput(format: .iso, today: .first)
            // The program that kept it has ended.
            _ = try await EditedTextStore(folder: edits).keep(name, note: CardDraft(editing: card, input).json)
        }
        try await store.apply([.delete(cards[0].identifier)])
        let texts = EditedTextStore(folder: edits)
        try await CardErasure(store, drafts: nil, texts: texts, backups: backups).erase([cards[0].identifier])
        let left = await EditedTextStore(folder: edits).leftovers()
        #expect(left.map { $0.note.flatMap { CardID(ofDraft: $0) } } == [cards[1].identifier])
    }

    @Test("a backup is noted before it is written; one that could not be written is not listed")
    func noted() async throws {
        world.settings.withLock { $0.place = .ownFolder }
        try await add("Amber")
        let state = BackupStateFile(besideStore: folder.path + "/cards.sqlite")
        _ = try await backups.makeBackup(isAsked: false)
        let first = try #require(state.read().files.first)
        #expect(first.bytes > 0)
        // As a program leaves it that was killed behind the note: the next backup is one more, and the file is known.
        var record = state.read()
        record.files = [BackupRecord.File(folder: first.folder, name: first.name, bytes: 0)]
        record.changes = nil
        try state.write(record)
        world.pass(minutes: 1440)
        try await add("Birch")
        _ = try await backups.makeBackup(isAsked: false)
        #expect(state.read().files.count == 2)
    }

    @Test("while another program makes a backup nothing is deleted for good")
    func erasingWhileBusy() async throws {
        world.settings.withLock { $0.place = .ownFolder }
        let card = CardID.random()
        try await store.apply([.set(CardPatch(from: nil, to: Card(identifier: card, name: "Amber")))])
        _ = try await backups.makeBackup(isAsked: false)
        try await store.apply([.delete(card)])
        let state = BackupStateFile(besideStore: folder.path + "/cards.sqlite")
        let erasure = CardErasure(store, drafts: nil, backups: backups)
        _ = try await state.locked {
            await #expect(throws: BackupFailure.self) { try await erasure.erase([card]) }
        }
        #expect(try await store.trash().count == 1)
        try await erasure.erase([card])
        #expect(try await store.trash().isEmpty)
    }

    /// The folders, by the first part of their path, and the files of the store in which this text is.
    private func found(_ text: String) throws -> [String] {
        let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        return try files.filter { file in
            var isFolder: ObjCBool = false
            let path = folder.path + "/" + file
            guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else {
                return false
            }
            return try Data(contentsOf: URL(fileURLWithPath: path)).firstRange(of: Data(text.utf8)) != nil
        }.map { String($0.prefix { $0 != "/" }) }
    }

    @Test("archives of Catima are encrypted with the password that a command prints, which is written nowhere")
    func encrypted() async throws {
        try await add("Amber")
        world.settings.withLock { ($0.format, $0.passwordCommand) = (.catima, "printf 'very%s' secret") }
        _ = try await backups.makeBackup(isAsked: false)
        #expect(names == ["cards-2026-11-20T0000.zip"])
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: target + "/" + names[0])))
        // The first bit of the flags of the first entry.
        #expect(bytes.count > 8 && bytes[0] == UInt8(ascii: "P") && bytes[6] & 1 == 1)
        try await add("Birch")
        world.settings.withLock { $0.passwordCommand = "exit 3" }
        let message = try #require(await failure()).userMessage
        #expect(message.hasPrefix("No backup was made: backup.password_command failed ("), "\(message)")
        #expect(names == ["cards-2026-11-20T0000.zip"])
        for name in folder.names where name == "log" || name.hasPrefix("cards.sqlite-backups") {
            #expect(try !folder.text(of: name).contains("secret"))
        }
    }

    @Test("the command makes one, lists them, and check says when the last one was")
    func commands() async throws {
        let line = try await CommandLineFixture()
        let store = line.store
        try await store.apply([.set(CardPatch(from: nil, to: Card(identifier: .random(), name: "Amber")))])
        let path = line.folder.path + "/cards.sqlite"
        let off = try line.folder.write("backup:\n  folder: none\n", to: "off.yaml")
        let none = await line.run("backup", "--now", "--store", path, "--config", off)
        #expect(none.code == 2 && none.err.contains("backup.folder in the settings file is none"), "\(none.err)")
        let config = try line.folder.write("backup:\n  folder: kept\n", to: "config.yaml")
        let options = ["--store", path, "--config", config]
        let before = await line.run(["check"] + options)
        #expect(before.out.hasSuffix("No backup has been made yet in \(line.folder.path)/kept.\n"), "\(before.out)")
        let file = line.folder.path + "/kept/cards-2026-11-20T0000.db"
        let made = await line.run(["backup", "--now"] + options)
        #expect((made.code, made.out) == (0, file + "\n"), "\(made.err)")
        let again = await line.run(["backup", "--now"] + options)
        #expect((again.code, again.out) == (0, "No card has changed since the last backup.\n"))
        let list = await line.run(["backup", "--list"] + options)
        #expect(list.out.hasPrefix("2026-11-20 00:00\t") && list.out.hasSuffix("\t\(file)\n"), "\(list.out)")
        let json = try JSONParser.parse(Array(await line.run(["backup", "--list", "--json"] + options).out.utf8))
        #expect(json["file"]?.string == file && json["format"]?.string == "store")
        let after = await line.run(["check"] + options)
        #expect(after.code == 0 && after.out.contains("The last backup is of 2026-11-20 00:00: \(file), "))
        #expect(after.out.hasSuffix(" 1 backup kept.\n"), "\(after.out)")
        let report = try JSONParser.parse(Array(await line.run(["check", "--json"] + options).out.utf8))
        #expect(report["backups"]?["last"]?.string == file)
    }

    @Test(
        "what makes no sense is refused",
        arguments: [
            ["backup"], ["backup", "--now", "--list"], ["backup", "x", "--now"], ["backup", "x", "--json"],
            ["backup", "--now", "--demo"],
        ])
    func wrong(arguments: [String]) async throws { #expect(try await CommandLineFixture().run(arguments).code == 2) }
}
