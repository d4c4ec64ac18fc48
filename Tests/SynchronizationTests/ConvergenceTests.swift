import CardNetwork
import CardStorage
import Cards
import FoundationEssentials
import TestSupport
import Testing

/// Three devices, one backend, and random faults between them.
@Suite("Many devices", .timeLimit(.minutes(30)))
struct ConvergenceTests {
    /// The number of steps; CARDS_FUZZ sets a longer run (10,000 take minutes).
    private static let steps = environment("CARDS_FUZZ") ?? 1_500

    private static func environment(_ name: String) -> Int? {
        ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
    }

    @Test("three devices end with the same cards, and nothing that was saved is lost", arguments: BackendKind.allCases)
    func convergence(_ kind: BackendKind) async throws {
        let world = try await RandomWorld(kind, seed: SeededGenerator.seed())
        defer { world.backend.server.stop() }
        for _ in 0..<Self.steps { try await world.step() }
        try await world.settle()
        try await world.expectAgreement()
    }
}
