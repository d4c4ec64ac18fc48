import Cards
import PtySupport
import TestSupport
import Testing

/// The form that sets a backend, while an editor changes the settings file: it is read again before the backend is asked, and before
/// it is written.
@Suite("Setting a backend while the settings are edited", .inTurns)
struct BackendSetupJourneys {
    private static let remark = "mouse: false   # for the train"

    /// Settings as an editor leaves them, with credentials for this backend.
    private func settings(for backend: TestBackend) -> String {
        "\(Self.remark)\nbackend:\n  url: \(backend.url)/cards   # at home\n  credentials_file: ~/secret\n"
    }

    /// A home without a backend, and with a secret in a file.
    private func home() throws -> Home {
        let home = try Home()
        _ = try home.folder.write("ann:s3cret", to: "secret")
        return home
    }

    /// Opens the form of the program that was started without a backend.
    private func openForm(in home: Home) async throws -> TerminalProgram {
        let program = try home.start()
        try await program.wait(for: "No cards yet")
        try await program.press("B")
        try await program.wait(for: "My Cards or Firebase")
        try await program.press("down")
        try await program.press("enter")
        try await program.wait(for: "Set up a backend")
        return program
    }

    /// Saves the form with this address and without credentials, waits for the backend's card, and quits.
    private func save(_ backend: TestBackend, in program: TerminalProgram) async throws {
        backend.cards = [.object(["identifier": .string("gym"), "name": .string("Elm Gym")])]
        try await program.press("ctrl-a", "ctrl-k")
        try await program.type(backend.url)
        try await program.press("ctrl-s")
        try await program.wait(for: "The backend is set up. It has 1 card.")
        try await program.press("esc")
        try await program.wait(for: "Elm Gym")
        #expect(try await program.quit() == 0)
    }

    private func lines(of home: Home) throws -> [String] {
        try home.folder.text(of: "config/cards-tui/config.yaml").split(separator: "\n").map { line in
            String(line.drop { $0 == " " })
        }
    }

    @Test(
        "credentials that the settings have meanwhile are sent to their own origin only, and kept for it only",
        arguments: [true, false])
    func credentialsOfSettings(isSameOrigin: Bool) async throws {
        let (own, other) = (try TestBackend().start(), try TestBackend().start())
        defer {
            own.stop()
            other.stop()
        }
        let home = try home()
        let program = try await openForm(in: home)
        try home.configure(settings(for: own))
        let target = isSameOrigin ? own : other
        try await save(target, in: program)
        #expect(!target.requests.isEmpty)
        #expect(target.requests.allSatisfy { ($0.headers["authorization"] != nil) == isSameOrigin })
        #expect((isSameOrigin ? other : own).requests.isEmpty)
        let lines = try lines(of: home)
        #expect(lines.first == Self.remark)
        #expect(lines.contains("url: \(target.url)   # at home"), "\(lines)")
        #expect(lines.contains((isSameOrigin ? "" : "# ") + "credentials_file: ~/secret"), "\(lines)")
    }

    @Test("what an editor writes while the backend is tried stays, but its credentials for another origin are not used")
    func changedMeanwhile() async throws {
        let (own, other) = (try TestBackend().start(), try TestBackend().start())
        defer {
            own.stop()
            other.stop()
        }
        let home = try home()
        try home.configure("motion: reduced\n")
        let (edited, marker) = (settings(for: other), home.path("edited"))
        own.setFault { _ in
            // The editor saves once, before the first answer arrives.
            if !Files.exists(marker) {
                try? home.configure(edited)
                try? Files.write([], to: marker)
            }
            return nil
        }
        let program = try await openForm(in: home)
        try await save(own, in: program)
        #expect(Files.exists(marker))
        #expect(own.requests.allSatisfy { $0.headers["authorization"] == nil })
        #expect(other.requests.isEmpty)
        let lines = try lines(of: home)
        #expect(lines.first == Self.remark)
        #expect(!lines.contains("motion: reduced"))
        #expect(lines.contains("url: \(own.url)   # at home"), "\(lines)")
        #expect(lines.contains("# credentials_file: ~/secret"), "\(lines)")
    }
}
