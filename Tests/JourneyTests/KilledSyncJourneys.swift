import Cards
import Glibc
import PtySupport
import TestSupport
import Testing

/// Two homes whose exchanges are killed at any time: what a command confirmed is on both in the end, once.
@Suite("Killed exchanges between devices", .inTurns)
struct KilledSyncJourneys {
    /// `CARDS_SYNC` sets the number of rounds of a longer run.
    private static let rounds = getenv("CARDS_SYNC").flatMap { Int(String(cString: $0)) } ?? 3

    @Test("over a folder, where nothing half-written is read or stays")
    func folder() async throws {
        let world = try await run(over: .folder, seed: SeededGenerator.seed())
        let folder = String(world.carrier.address.dropFirst("folder:".count))
        // A day later the next change takes away what the killed programs left.
        for file in Files.below(folder) where Self.isInProgress(file) { try Self.age(folder + "/" + file) }
        for home in world.homes {
            try await home.add("The last one")
            try await world.exchange(home)
        }
        let left = Files.below(folder)
        #expect(!left.contains { Self.isInProgress($0) || $0.contains("claim-") }, "\(left)")
    }

    @Test(
        "over a server, whose objects are whole", .enabled(if: Carrier.isPossible, "needs nginx, PostgreSQL, openssl"),
        arguments: [Carrier.Kind.webDAV, .postgreSQL])
    func server(kind: Carrier.Kind) async throws {
        _ = try await run(over: kind, seed: SeededGenerator.seed())
    }

    /// Leaves both homes without anything that waits.
    private func run(over kind: Carrier.Kind, seed: UInt64) async throws -> KilledWorld {
        var world = try await KilledWorld(over: kind, seed: seed)
        for _ in 0..<Self.rounds {
            try world.makeOld()
            for index in world.homes.indices { try await world.change(index) }
            for index in world.homes.indices { try await world.killExchanges(of: index) }
            try await world.settle()
        }
        print("\(kind.rawValue): CARDS_SYNC=\(Self.rounds) CARDS_SEED=\(seed), \(world.kills) kills")
        #expect(world.kills > 0)
        try await world.expectSame()
        return world
    }

    private static func isInProgress(_ file: String) -> Bool {
        file.split(separator: "/").last?.hasPrefix(".tmp-") == true
    }

    /// As of two days ago.
    private static func age(_ path: String) throws {
        let time = timeval(tv_sec: Glibc.time(nil) - 2 * 86_400, tv_usec: 0)
        try #require(utimes(path, [time, time]) == 0)
    }
}
