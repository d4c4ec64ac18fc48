import CardVault
import Cards
import TestSupport
import VaultSupport

/// A new database on a private PostgreSQL server that writes to the disk as a real one does.
struct BenchDatabase {
    let server: PostgreSQLServer
    let name: String

    init() throws {
        guard PostgreSQLServer.isPossible else {
            throw BenchError("PostgreSQL is missing: make test-packages unpacks it")
        }
        server = try PostgreSQLServer(.durable)
        name = "cards"
        try tool("createdb", [name])
    }

    var address: String { server.address("owner", name) }

    func transport() throws -> PostgreSQLTransport { PostgreSQLTransport(try PostgreSQLAddress(address)) }

    /// Runs a program of the server's package with the database as its last argument, and returns what it printed.
    @discardableResult
    func tool(_ tool: String, _ arguments: [String]) throws -> String {
        let run = try CommandRun(
            Contender(
                name: tool, path: (PostgreSQLServer.programs ?? "") + "/" + tool,
                arguments: ["-h", server.socket, "-p", String(server.port), "-U", "owner"] + arguments,
                environment: [:], down: []))
        return run.text
    }
}
