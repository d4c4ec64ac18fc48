import CardVault
import Cards
import Glibc
import TestSupport

/// An exchange that carries one changed card, and one that carries nothing, over a transport that is open.
struct SmallExchangeFigures {
    private static let rounds = 50

    private(set) var table = Table(title: "small exchanges", programs: ["cards-tui"], compares: false)

    init() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        try await add("folder", "folder:" + path, wanted: "20 ms") { TreeTransport.folder(path) }
        let database = try BenchDatabase()
        let address = database.address
        try await add("PostgreSQL", address, wanted: "10 ms") {
            PostgreSQLTransport(try PostgreSQLAddress(address))
        }
        try addCommand()
    }

    private mutating func add(
        _ remote: String, _ address: String, wanted: String,
        _ transport: @escaping @Sendable () throws -> any ChangeTransport
    ) async throws {
        let first = try await BenchDevice("first", address, transport)
        let second = try await BenchDevice("second", address, transport)
        let (out, into) = (try transport(), try transport())
        var (sending, receiving, idle) = (Samples(), Samples(), Samples())
        for number in 0..<Self.rounds {
            try await first.write("note \(number)", to: "card")
            let clock = ContinuousClock()
            sending.add(try await clock.measure { try await first.exchange(out) })
            receiving.add(try await clock.measure { try await second.exchange(into) })
            guard try await second.note(of: "card") == "note \(number)" else {
                throw BenchError("\(remote): the change did not arrive")
            }
            idle.add(try await clock.measure { try await first.exchange(out) })
        }
        await out.close()
        await into.close()
        table.add("\(remote): one changed card out, median", "ms", [sending.median], digits: 1, wanted: wanted)
        table.add("\(remote): the slowest", "ms", [sending.worst], digits: 1)
        table.add("\(remote): in, median", "ms", [receiving.median], digits: 1, wanted: wanted)
        table.add("\(remote): nothing to exchange, median", "ms", [idle.median], digits: 1)
    }

    /// A whole command, from its start to its end.
    private mutating func addCommand() throws {
        let (home, remote) = (try TemporaryFolder(), try TemporaryFolder())
        _ = try FirstExchangeFigures.run(["add", "--name", "Card", "--number", "1"], in: home)
        _ = try FirstExchangeFigures.run(["sync", "setup", "folder:" + remote.path, "--yes"], in: home)
        var (changed, idle) = (Samples(), Samples())
        for number in 0..<20 {
            _ = try FirstExchangeFigures.run(["edit", "Card", "--note", String(number)], in: home)
            changed.add(try FirstExchangeFigures.run(["sync"], in: home).duration)
            idle.add(try FirstExchangeFigures.run(["sync"], in: home).duration)
        }
        table.add("the command to a folder with one changed card, median", "ms", [changed.median], digits: 1)
        table.add("with nothing, median", "ms", [idle.median], digits: 1)
    }
}
