import Cards
import Foundation
import PtySupport
import TestSupport
import Testing

@Suite("Automatic backups of the program", .inTurns, .timeLimit(.minutes(4)))
struct BackupJourneys {
    private func names(in home: Home) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: home.path("kept"))) ?? []).filter { !$0.hasPrefix(".") }
    }

    @Test("the start makes up for changes that have no backup yet; it is restored like any copy")
    func start() async throws {
        let home = try Home()
        try home.configure("backup:\n  folder: \(home.path("kept"))\n")
        try await home.add("Elm Gym")
        let program = try home.start()
        try await program.wait(for: "Elm Gym · 1 of 1")
        // The record is written when the backup is complete.
        try await program.wait(outside: "the backup") {
            FileManager.default.fileExists(atPath: home.store + "-backups")
        }
        #expect(try await program.quit() == 0)
        let name = try #require(names(in: home).first)
        #expect(BackupName(name)?.format == .store, "\(name)")
        let new = home.path("new.sqlite")
        let restored = try await home.run("--store", new, "restore", home.path("kept/" + name))
        #expect(restored.output == "1 card restored to \(new)\n", "\(restored.errors)")
        let again = try await home.run("backup", "--now")
        #expect(again.output == "No card has changed since the last backup.\n", "\(again.errors)")
    }

    @Test("a folder that is a file is told on the screen and by check")
    func isFile() async throws {
        let home = try Home()
        let path = try home.folder.write("mine", to: "kept")
        try home.configure("backup:\n  folder: \(path)\n")
        try await home.add("Elm Gym")
        let program = try home.start()
        try await program.wait(for: "No backup was made")
        #expect(try await program.quit() == 0)
        let check = try await home.run("check")
        #expect(check.status == 1 && check.errors.contains("is not a folder"), "\(check.errors)")
        #expect(try home.folder.text(of: "kept") == "mine")
    }
}
