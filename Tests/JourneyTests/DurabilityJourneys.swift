import Foundation
import PtySupport
import Terminal
import TestSupport
import Testing

/// What all writers promise, told by the calls of the real program: a file is its owner's alone, is on the disk before it gets its name, and
/// so is its folder afterwards.
@Suite("Files on the disk", .inTurns)
struct DurabilityJourneys {
    /// What writes files, and where: a regular expression of the path below the home.
    private struct Writer {
        let name: String
        let place: String
        /// Whether the program makes the folder, for its owner only.
        var makesFolder = true

        func isOf(_ path: String) -> Bool { (try? Regex(place)).map { path.wholeMatch(of: $0) != nil } ?? false }
    }

    private static let vault = "shared/cards-tui/1/[^/]+/"
    private static let writers = [
        Writer(name: "a copy of the store", place: "copy\\.sqlite", makesFolder: false),
        Writer(name: "a restored store", place: "new\\.sqlite", makesFolder: false),
        Writer(name: "a backup in the program's own folder", place: "state/cards-tui/backups/cards-.*\\.db"),
        Writer(name: "a backup", place: "kept/cards-.*\\.db"),
        Writer(name: "an archive as backup", place: "kept/cards-.*\\.zip"),
        Writer(name: "the record of backups", place: "data/cards-tui/cards\\.sqlite-backups"),
        Writer(name: "an export", place: "out\\.json", makesFolder: false),
        Writer(name: "exported photos", place: "photos/.*\\.png"),
        Writer(name: "a photo", place: "front\\.png", makesFolder: false),
        Writer(name: "a barcode", place: "code\\.(png|svg)", makesFolder: false),
        Writer(name: "the settings", place: "config/cards-tui/config\\.yaml", makesFolder: false),
        Writer(name: "the timer of reminders", place: "config/systemd/user/.*\\.(service|timer)"),
        Writer(name: "a draft", place: "state/cards-tui/drafts/.*\\.draft"),
        Writer(name: "a text in the editor", place: "state/cards-tui/edit/[^/]+/.*"),
        Writer(name: "the state of the screen", place: "state/cards-tui/screen\\.json"),
        Writer(name: "the check of a place", place: "shared/cards-tui-check-.*", makesFolder: false),
        Writer(name: "a claim", place: "shared/cards-tui/1/claim-.*"),
        Writer(name: "a vault's header", place: vault + "vault\\.json"),
        Writer(name: "a batch", place: vault + "log/[^/]+/.*"),
        Writer(name: "a shared photo", place: vault + "photos/[^/]+/.*"),
    ]

    /// A file that got its name.
    private struct Named {
        let path: String
        let mode: String
        let folderMode: String
        let isWrittenBefore: Bool
        let isFolderWrittenAfter: Bool
    }

    private func environment(_ home: Home) throws -> [String: String?] {
        try FileManager.default.createDirectory(atPath: home.path("bin"), withIntermediateDirectories: true)
        _ = try home.folder.write("#!/bin/sh\nexit 0\n", to: "bin/systemctl", mode: 0o700)
        _ = try home.folder.write("#!/bin/sh\nsleep 1\n", to: "bin/editor", mode: 0o700)
        return [
            "LD_PRELOAD": Products.folder + "/libinterposer.so", "CARDS_TEST_CALLS": home.path("calls"),
            "PATH": home.path("bin") + ":/usr/bin:/bin", "VISUAL": home.path("bin/editor"),
        ]
    }

    @Test("each writer has its file on the disk before it is named, and the folder after; both are its owner's alone")
    func writers() async throws {
        let home = try Home()
        let environment = try environment(home)
        try await home.bring([
            Samples.card(
                "Amber Bakery", ["number": .string("111"), "front": .string(Samples.photo("Amber Bakery", .front))])
        ])
        try await useScreen(home, environment)
        func run(_ arguments: String...) async throws {
            let ending = try await home.run(arguments, environment: environment)
            #expect(ending.status == 0, "\(arguments): \(ending.errors)")
        }
        try await run("backup", home.path("copy.sqlite"))
        try await run("--store", home.path("new.sqlite"), "restore", home.path("copy.sqlite"))
        try await run("export", home.path("out.json"), "--photos", home.path("photos"))
        try await run("photo", "amber", "front", "--out", home.path("front.png"))
        try await run("barcode", "amber", "--kind", "code128", "--png", home.path("code.png"))
        try await run("barcode", "amber", "--kind", "code128", "--svg", home.path("code.svg"))
        try await run("remind", "--install")
        try await run("backup", "--now")
        for format in ["store", "catima"] {
            try home.configure("backup:\n  folder: \(home.path("kept"))\n  format: \(format)\n")
            try await run("edit", "amber", "--note", format)
            try await run("backup", "--now")
        }
        try FileManager.default.createDirectory(atPath: home.path("shared"), withIntermediateDirectories: true)
        try await run("sync", "setup", "folder:" + home.path("shared"), "--name", "desk", "--yes")

        let files = try named(in: home)
        for file in files {
            let writer = Self.writers.first { $0.isOf(file.path) }
            #expect(writer != nil, "no row of the table is about \(file.path)")
            #expect(file.mode == "600", "\(file.path)")
            #expect(writer?.makesFolder == false || file.folderMode == "700", "\(file.path)")
            #expect(file.isWrittenBefore, "\(file.path) was named before it was on the disk")
            #expect(file.isFolderWrittenAfter, "the folder of \(file.path) was not written")
        }
        for writer in Self.writers {
            #expect(files.contains { writer.isOf($0.path) }, "nothing was written: \(writer.name)")
        }
    }

    /// Writes the settings, a text for the editor, the state of the screen and a draft.
    private func useScreen(_ home: Home, _ environment: [String: String?]) async throws {
        let program = try home.start(environment: environment)
        try await program.wait(for: "Amber Bakery · 1 of 1")
        try await program.type(":settings")
        try await program.press("enter")
        try await program.wait(for: "Settings applied")
        try await program.press("E")
        try await program.wait(for: "No changes.")
        try await program.press("v", "v")
        try await program.wait(outside: "the state") { Files.exists(home.path("state/cards-tui/screen.json")) }
        try await program.press("enter", "e")
        try await program.wait(for: "Edit Amber Bakery")
        try await program.type(" Plus")
        try await program.wait(outside: "the draft") { home.drafts.contains { $0.contains("Plus") } }
        await program.kill(SIGTERM)
        _ = try await program.exitStatus()
    }

    /// In the order of the calls, without the names that files have only while they are written.
    private func named(in home: Home) throws -> [Named] {
        let lines = try home.folder.text(of: "calls").split(separator: "\n").map {
            $0.split(separator: " ", maxSplits: 4)
        }
        return lines.indices.compactMap { index in
            let line = lines[index]
            guard line.count == 5, line[0] == "named", line[4].hasPrefix(home.folder.path + "/") else { return nil }
            let path = line[4].dropFirst(home.folder.path.count + 1)
            if path.contains("/.cards-tui-") || path.hasPrefix(".cards-tui-") { return nil }
            let folder = (home.folder.path + "/" + path).split(separator: "/").dropLast().joined(separator: "/")
            return Named(
                path: String(path), mode: String(line[2]), folderMode: String(line[3]),
                isWrittenBefore: lines[..<index].contains { $0[0] == "fsync" && $0[1] == line[1] },
                isFolderWrittenAfter: lines[index...].contains {
                    $0[0] == "fsync" && $0[2...].joined(separator: " ") == "/" + folder
                })
        }
    }
}
