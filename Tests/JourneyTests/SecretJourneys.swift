import Cards
import Foundation
import PtySupport
import TestSupport
import Testing

/// A secret field in the real program: set, changed and forgotten, it is in no file of the home.
@Suite("Secret fields of the program", .timeLimit(.minutes(5)))
struct SecretJourneys {
    private static let needles = ["needle-4711", "needle-0815", "needle-2222"]

    /// The files below the home in which one of these texts is, without what commands wrote to the tests.
    private func files(with texts: [String] = needles, in home: Home) throws -> [String] {
        let root = home.folder.path
        let paths = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
        return paths.filter { !$0.hasSuffix(".out") && !$0.hasSuffix(".pin") }.map { "/" + $0 }.filter { path in
            guard let file = FileManager.default.contents(atPath: root + path) else { return false }
            return texts.contains { file.firstRange(of: Data($0.utf8)) != nil }
        }
    }

    private func set(_ value: String, of card: String, in home: Home) async throws {
        let file = try home.folder.write(value + "\n", to: "value.pin")
        let result = try await home.run(["edit", card, "--secret", "PIN", "--secret-file", file])
        #expect(result.status == 0, "\(result.errors)")
    }

    @Test("a card with secret fields is added from standard input as one step; one label twice is refused")
    func fromInput() async throws {
        let home = try Home()
        func add(_ labels: String...) async throws -> (status: Int32, errors: String) {
            let secrets = labels.map { #"{"label": "\#($0)", "value": "47\#($0.count)"}"# }.joined(separator: ", ")
            let text = #"{"identifier": "elm", "name": "Elm Gym", "number": "12", "secrets": [\#(secrets)]}"#
            let result = try await home.run(["add", "-"], input: home.folder.write(text, to: "card.pin"))
            return (result.status, result.errors)
        }
        let refused = try await add("PIN", "pin")
        #expect(refused.status == 1)
        #expect(refused.errors.contains("its label \"pin\" is already used by \"PIN\". Nothing was added."))
        #expect(try await home.cards().isEmpty)
        #expect(try await add("PIN", "PUK1").status == 0)
        let shown = try await home.run("show", "elm", "--secrets")
        #expect(shown.output.contains("473") && shown.output.contains("474"))
        #expect(try await home.run("undo").status == 0)
        #expect(try await home.cards().isEmpty)
    }

    @Test(
        "set, changed and forgotten, neither the old nor the new one is in any file: store, backups, drafts, log, exports"
    )
    func needle() async throws {
        let home = try Home()
        let id = try await home.add("Elm Gym", number: "12")
        try await set(Self.needles[0], of: id, in: home)
        #expect(try await home.run(["backup", "--now"]).status == 0)
        try await set(Self.needles[1], of: id, in: home)
        for name in ["cards.json", "cards.csv", "cards.zip", "cards.html", "cards.ics"] {
            #expect(try await home.run(["export", home.path(name)]).status == 0)
        }
        // A form with unsaved changes, and a secret that is typed on the screen and shown there.
        let program = try home.start()
        try await program.wait(for: "1 of 1")
        try await program.press("enter")
        try await program.wait(for: "••••••••")
        try await program.type("P")
        try await program.wait(for: "Secret field: Elm Gym")
        try await program.type("PIN\t" + Self.needles[2] + "\r")
        try await program.wait(for: "Saved PIN")
        try await program.type("p")
        try await program.wait(for: Self.needles[2])
        try await program.type("p")
        try await program.wait(for: "••••••••")
        try await program.type("e")
        try await program.wait(for: "Edit Elm Gym")
        try await program.type("x")
        try await program.wait(for: "Elm Gymx")
        await program.kill(SIGHUP)
        _ = try await program.exitStatus()
        let places = try files(in: home)
        #expect(places.contains { $0.contains("/backups/") } && places.contains { $0.hasSuffix("cards.sqlite") })
        #expect(places.allSatisfy { $0.contains("/backups/") || $0.contains("cards.sqlite") }, "\(places)")
        // Undone, it is still what redo brings back.
        #expect(try await home.run(["undo"]).status == 0)
        #expect(try await home.run(["forget-secret", id, "PIN", "--yes"]).status == 0)
        #expect(try files(in: home) == [])
        #expect(try await home.run(["show", id, "--secrets"]).output.contains("needle") == false)
        #expect(try await home.run(["backup", "--now"]).status == 0)
        #expect(try files(in: home) == [])
    }

    @Test("a card deleted for good takes its secret with it, from the backups, too")
    func deleted() async throws {
        let home = try Home()
        let id = try await home.add("Elm Gym", number: "12")
        try await set(Self.needles[0], of: id, in: home)
        #expect(try await home.run(["backup", "--now"]).status == 0)
        #expect(try await home.run(["remove", id]).status == 0)
        #expect(try await home.run(["trash", "restore", id]).status == 0)
        #expect(try await home.run(["show", id, "--secrets"]).output.contains(Self.needles[0]))
        #expect(try await home.run(["remove", id]).status == 0)
        #expect(try await home.run(["trash", "empty", "--yes"]).status == 0)
        #expect(try files(in: home) == [])
    }

    @Test("it is asked for on a terminal, without being shown, and the editor gets no more than that there is one")
    func asked() async throws {
        let home = try Home()
        let id = try await home.add("Elm Gym", number: "12")
        let program = try home.start(["edit", id, "--secret", "PIN"])
        try await program.wait(for: "PIN:")
        try await program.type(Self.needles[0] + "\r")
        try await program.wait(for: "Repeat PIN:")
        try await program.type(Self.needles[0] + "\r")
        try await program.wait(for: "Changed Elm Gym")
        #expect(try await program.exitStatus() == 0)
        #expect(await program.text.contains("needle") == false)
        let edited = try await home.run(
            ["edit", id], environment: ["EDITOR": "cat >\(home.path("edited")) <", "VISUAL": nil])
        let text = (try? home.folder.text(of: "edited")) ?? ""
        #expect(text.contains("secret: (unchanged)"), "\(edited.errors) \(text)")
        #expect(!text.contains("needle"))
    }

    @Test("two devices of an encrypted set have it, and forget it together")
    func sealed() async throws {
        let (one, two) = (try Home(), try Home())
        let place = one.path("shared")
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        for home in [one, two] {
            let key = try home.folder.write("correct horse battery staple\n", to: "key")
            try #require(chmod(key, 0o600) == 0)
            try home.configure("sync:\n  key_file: \(key)\n")
        }
        let id = try await one.add("Elm Gym", number: "12")
        try await set(Self.needles[0], of: id, in: one)
        #expect(try await one.run(["sync", "setup", "folder:" + place, "--yes"]).status == 0)
        #expect(try await two.run(["sync", "setup", "folder:" + place, "--yes"]).status == 0)
        #expect(try await two.run(["show", id, "--secrets"]).output.contains(Self.needles[0]))
        try await set(Self.needles[1], of: id, in: two)
        #expect(try await two.run(["sync"]).output.contains("sent 1 change"))
        #expect(try await one.run(["sync"]).status == 0)
        #expect(try await one.run(["show", id, "--secrets"]).output.contains(Self.needles[1]))
        #expect(try await one.run(["undo"]).status == 0)
        #expect(try files(in: one).allSatisfy { !$0.hasPrefix("/shared/") })

        #expect(try await one.run(["forget-secret", id, "PIN", "--yes"]).status == 0)
        #expect(try await one.run(["sync"]).status == 0)
        #expect(try await two.run(["sync"]).status == 0)
        #expect(try await two.run(["show", id, "--secrets"]).output.contains("PIN") == false)
        #expect(try await two.run(["undo"]).output.contains("needle") == false)
        #expect(try files(in: one) == [])
        #expect(try files(in: two).allSatisfy { $0.contains("/backups/") })
    }

    @Test("two devices share a card that is not encrypted, and nothing of its secret")
    func shared() async throws {
        let (one, two) = (try Home(), try Home())
        let place = one.path("shared")
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
        let id = try await one.add("Elm Gym", number: "12")
        try await set(Self.needles[0], of: id, in: one)
        #expect(try await one.run(["sync", "setup", "folder:" + place, "--yes"]).status == 0)
        try await set(Self.needles[1], of: id, in: one)
        #expect(try await one.run(["edit", id, "--number", "13"]).status == 0)
        #expect(try await one.run(["sync"]).status == 0)
        #expect(try await two.run(["sync", "setup", "folder:" + place, "--yes"]).status == 0)
        #expect(try await two.names() == ["Elm Gym"])
        #expect(try files(in: two) == [])
        #expect(try files(in: one).allSatisfy { $0.contains("cards.sqlite") })
        // What the other device changes leaves the secret here.
        #expect(try await two.run(["edit", id, "--number", "14"]).status == 0)
        #expect(try await two.run(["sync"]).status == 0)
        #expect(try await one.run(["sync"]).status == 0)
        let shown = try await one.run(["show", id, "--secrets"]).output
        #expect(shown.contains(Self.needles[1]) && shown.contains("14"), "\(shown)")
    }
}
