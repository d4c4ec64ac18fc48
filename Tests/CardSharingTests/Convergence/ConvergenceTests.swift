import CardNetwork
import Cards
import Glibc
import TestSupport
import Testing
import VaultSupport

@testable import CardSharing

/// Eight devices that each make 200 changes at random and exchange over a real remote by a bad line, with clocks that are decades apart.
/// Programs end in the middle of an exchange.
@Suite("Eight devices over each transport", .timeLimit(.minutes(180)))
struct ConvergenceTests {
    /// `CARDS_SYNC` sets the number of rounds of a longer run, each with all 200 changes.
    private static let rounds = getenv("CARDS_SYNC").flatMap { Int(String(cString: $0)) }
    private static let changes = rounds == nil ? 25 : 200

    @Test func memory() async throws {
        try await verify { _ in
            let remote = MemoryRemote()
            return { MemoryTransport(remote) }
        }
    }

    @Test func folder() async throws {
        try await verify { folder in { TreeTransport.folder(folder.path + "/remote") } }
    }

    /// A place that loses, empties and halves what it took, and is put back to what it was before.
    @Test func damagedFolder() async throws {
        try await verify(isDamaged: true) { folder in { TreeTransport.folder(folder.path + "/remote") } }
    }

    @Test(.enabled(if: Sealing.isPossible, Sealing.reason))
    func damagedSealedFolder() async throws {
        try await verify(isDamaged: true, isSealed: true) { folder in
            { try Sealing.transport(TreeTransport.folder(folder.path + "/remote"), "correct horse") }
        }
    }

    @Test(.enabled(if: Sealing.isPossible, Sealing.reason))
    func sealed() async throws {
        try await verify { folder in
            { try Sealing.transport(TreeTransport.folder(folder.path + "/remote"), "correct horse") }
        }
    }

    @Test(.enabled(if: DAVServer.isPossible, "needs nginx with its module dav-ext and openssl"))
    func webDAV() async throws { try await verify { _ in try await Self.server(.nginx) } }

    @Test(
        .enabled(if: getenv("CARDS_SERVERS") != nil, "needs CARDS_SERVERS: make test-servers"),
        arguments: DAVProgram.all)
    func webDAVServers(_ program: DAVProgram) async throws {
        try #require(program.isPossible, "make test-servers unpacks \(program)")
        try await verify { _ in try await Self.server(program) }
    }

    private static func server(_ program: DAVProgram) async throws -> @Sendable () -> any ChangeTransport {
        let server = try await DAVServer(program)
        let address = try BackendURL(server.url + "/a%20folder")
        // The closure keeps the server.
        return { [server] in
            _ = server
            return TreeTransport.webDAV(WebDAVConnection(address))
        }
    }

    @Test(.enabled(if: PostgreSQLServer.isPossible, "needs PostgreSQL: make test unpacks it"))
    func postgreSQL() async throws {
        try await verify { _ in
            let database = try await TestDatabase()
            return { try database.transport() }
        }
    }

    /// - Parameter remote: makes an empty remote, and what opens transports to it.
    private func verify(
        of test: String = #function, isDamaged: Bool = false, isSealed: Bool = false,
        _ remote: @escaping @Sendable (TemporaryFolder) async throws -> @Sendable () throws -> any ChangeTransport
    ) async throws {
        let seed = SeededGenerator.seed(of: test)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for round in 0..<(Self.rounds ?? 1) {
                if round >= Self.roundsAtOnce { try await group.next() }
                // Each round can be repeated alone: `CARDS_SEED` with the seed that a failure names, `CARDS_SYNC=1`.
                group.addTask {
                    try await Self.verify(seed &+ UInt64(round), isDamaged: isDamaged, isSealed: isSealed, remote)
                }
            }
            try await group.waitForAll()
        }
    }

    /// Each waits for disks and servers now and then.
    private static let roundsAtOnce = 3

    private static func verify(
        _ seed: UInt64, isDamaged: Bool, isSealed: Bool,
        _ remote: (TemporaryFolder) async throws -> @Sendable () throws -> any ChangeTransport
    ) async throws {
        let folder = try TemporaryFolder()
        mkdir(folder.path + "/remote", 0o700)
        var devices = try await ConvergingDevices(8, below: folder.path, seed: seed, transport: remote(folder))
        if isDamaged { devices.damaging = DamagedFolder(folder.path + "/remote", seed: seed) }
        try await devices.live(changes: changes)
        let own = try await devices.ownCards()
        #expect(!own.isEmpty)
        try await devices.settle()
        if isSealed { #expect(try devices.damaging?.isSealed() == true, "CARDS_SEED=\(seed)") }
        let states = try await devices.states()
        try #require(Set(states.map(\.hash)).count == 1, "CARDS_SEED=\(seed)")
        try #require(Set(states.map(\.conflicts)).count == 1, "CARDS_SEED=\(seed)")
        for state in states {
            #expect(state.isWhole, "CARDS_SEED=\(seed)")
            #expect(
                state.ownCards == own, "a card that one device alone changes is as it was there: CARDS_SEED=\(seed)")
        }
    }
}
