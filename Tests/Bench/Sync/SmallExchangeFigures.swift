import CardNetwork
import CardSharing
import Cards
import TestSupport

/// An exchange that carries one changed card, over a transport that is open and by the whole command.
struct SmallExchangeFigures {
    private static let rounds = 50
    private static let commands = 20

    private(set) var table = Table(
        title: "one changed card", programs: ["cards-tui"], compares: false, judges: true)

    init() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        try await add("folder", "folder:" + path, .atMost(20, "ms")) { TreeTransport.folder(path) }
        let database = try await BenchDatabase()
        let address = database.address
        try await add("PostgreSQL", address, .atMost(10, "ms")) {
            PostgreSQLTransport(try PostgreSQLAddress(address))
        }
        let server = try await BenchWebDAV()
        let connection = WebDAVConnection(try BackendURL(server.address))
        try await add("WebDAV", server.address, nil) { TreeTransport.webDAV(connection) }
        let other = try TemporaryFolder()
        try addCommand("folder", "folder:" + other.path)
        // A database has one set of cards.
        let empty = try await BenchDatabase()
        try addCommand("PostgreSQL", empty.address)
        withExtendedLifetime((folder, database, server, other, empty)) {}
    }

    private mutating func add(
        _ remote: String, _ address: String, _ limit: Limit?,
        _ transport: @escaping @Sendable () throws -> any ChangeTransport
    ) async throws {
        let first = try await BenchDevice("first", address, transport)
        let second = try await BenchDevice("second", address, transport)
        let (out, into) = (try transport(), try transport())
        let clock = ContinuousClock()
        var (sending, receiving) = (Samples(), Samples())
        for number in -3..<Self.rounds {
            try await first.write("note \(number)", to: "card")
            let sent = try await clock.measure { try await first.exchange(out) }
            let received = try await clock.measure { try await second.exchange(into) }
            guard try await second.note(of: "card") == "note \(number)" else {
                throw BenchError("\(remote): the note \(number) is not on the second device after its exchange")
            }
            // The first ones open connections.
            guard number >= 0 else { continue }
            sending.add(sent)
            receiving.add(received)
        }
        await out.close()
        await into.close()
        table.add("\(remote): out, median of \(Self.rounds)", "ms", [sending.median], digits: 1, limit)
        table.add("\(remote): out, worst", "ms", [sending.worst], digits: 1, nil)
        table.add("\(remote): in, median of \(Self.rounds)", "ms", [receiving.median], digits: 1, limit)
        table.add("\(remote): in, worst", "ms", [receiving.worst], digits: 1, nil)
    }

    private mutating func addCommand(_ remote: String, _ address: String) throws {
        let home = try BenchHome()
        try home.run("add", "--name", "Card", "--number", "1")
        try home.run("sync", "setup", address, "--yes")
        var (changed, idle) = (Samples(), Samples())
        for number in 0..<Self.commands {
            try home.run("edit", "Card", "--note", String(number))
            changed.add(try home.run("sync").duration)
            idle.add(try home.run("sync").duration)
        }
        table.add("\(remote): the whole command, median of \(Self.commands)", "ms", [changed.median], digits: 1, nil)
        table.add("\(remote): the whole command, worst", "ms", [changed.worst], digits: 1, nil)
        table.add("\(remote): the command without a change, median", "ms", [idle.median], digits: 1, nil)
    }
}
