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
            of: path, log: Log(path: folder.path + "/log"),
            clock: CardClock(now: { world.now }, today: { world.now.day }),
            settings: { world.settings.withLock { $0 } }, openStore: { try SQLiteCardStore(at: path) })
        let target = folder.path + "/backups"
        world.settings.withLock { $0.folder = target }
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
            _ = try await backups.makeBackup()
            return nil
        } catch {
            return error as? BackupFailure
        }
    }

    @Test("one file is made after changes, none without; it is a store for its owner alone")
    func made() async throws {
        try await add("Amber")
        guard case .made(let file) = try await backups.makeBackup() else {
            Issue.record("no backup was made")
            return
        }
        #expect(file.path == target + "/cards-2026-11-20T0000.db")
        #expect(names == ["cards-2026-11-20T0000.db"])
        #expect(try await backups.makeBackup() == .unchanged)
        try await add("Birch")
        // In the same minute another name is taken: the first file stays until this one is complete.
        _ = try await backups.makeBackup()
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
            _ = try await backups.makeBackup()
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
        _ = try await backups.makeBackup()
        try FileManager.default.removeItem(atPath: target + "/" + names[0])
        _ = try await backups.makeBackup()
        #expect(names == ["cards-2026-11-20T0000.db"])
    }

    @Test("a folder that is away is told once, and no other one is made in its place")
    func away() async throws {
        try await add("Amber")
        _ = try await backups.makeBackup()
        try FileManager.default.moveItem(atPath: target, toPath: target + "-away")
        #expect(try await backups.makeBackup() == .unchanged)
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
        world.settings.withLock { ($0.format, $0.folder) = (.store, nil) }
        #expect(!backups.isQuick)
        world.settings.withLock { [target] in $0.folder = target }
        try #require(truncate(folder.path + "/cards.sqlite-wal", 9 << 20) == 0)
        #expect(!backups.isQuick)
    }

    @Test("what somebody has deleted is not listed")
    func listed() async throws {
        try await add("Amber")
        _ = try await backups.makeBackup()
        #expect(await backups.backups()?.files.map(\.name.text) == names)
        try FileManager.default.removeItem(atPath: target + "/" + names[0])
        #expect(await backups.backups()?.files == [])
    }

    @Test("without a folder nothing is made, and while another program makes one")
    func notMade() async throws {
        try await add("Amber")
        let backups = backups
        let state = BackupStateFile(besideStore: folder.path + "/cards.sqlite")
        #expect(try await state.locked { try await backups.makeBackup() } == .busy)
        world.settings.withLock { $0.folder = nil }
        #expect(try await backups.makeBackup() == .off)
        #expect(names == [])
    }

    @Test("archives of Catima are encrypted with the password that a command prints, which is written nowhere")
    func encrypted() async throws {
        try await add("Amber")
        world.settings.withLock { ($0.format, $0.passwordCommand) = (.catima, "printf 'very%s' secret") }
        _ = try await backups.makeBackup()
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
        let none = await line.run("backup", "--now", "--store", path)
        #expect(none.code == 2 && none.err.contains("Set backup.folder in "), "\(none.err)")
        let config = try line.folder.write("backup:\n  folder: kept\n", to: "config.yaml")
        let options = ["--store", path, "--config", config]
        let before = await line.run(["check"] + options)
        #expect(before.out.hasSuffix("No backup was made yet in \(line.folder.path)/kept.\n"), "\(before.out)")
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
