import Glibc
import PtySupport
import TestSupport
import Testing

/// All other journeys start the release program; many people start the program so.
@Suite("swift run cards-tui", .inTurns)
struct SwiftRunJourneys {
    /// The folder of the package; `make test` names it once the debug program is built.
    private static let package = getenv("CARDS_SWIFT_RUN").map { String(cString: $0) }

    @Test("shows the list, adds a card and quits", .enabled(if: package != nil, "needs CARDS_SWIFT_RUN: make test"))
    func debug() async throws {
        let home = try Home()
        let package = try #require(Self.package)
        let swift = try #require(getenv("PATH").map { String(cString: $0) })
        let program = try home.start(
            program: "/usr/bin/env", ["swift", "run", "--package-path", package, "--skip-build", "cards-tui"],
            environment: ["PATH": swift])
        try await program.wait(for: "No cards yet.")
        try await program.press("a")
        try await program.wait(for: "New card")
        try await program.type("Elm Gym")
        try await program.press("tab")
        try await program.type("4711")
        try await program.press("ctrl-s")
        try await program.wait(forSelected: "Elm Gym")
        #expect(try await program.quit() == 0)
        #expect(try await home.names() == ["Elm Gym"])
    }
}
