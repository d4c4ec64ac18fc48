import CardSharing
import Cards
import TestSupport
import VaultSupport

/// A private PostgreSQL server that writes to the disk as a real one does, and the database that is there from its start. It ends with this
/// value, or with the process.
struct BenchDatabase {
    private static let name = "postgres"

    private let server: PostgreSQLServer

    /// - Parameter isLogging: whether its log has every statement with its transaction.
    init(isLogging: Bool = false) async throws {
        guard PostgreSQLServer.isPossible else {
            throw BenchError("PostgreSQL or openssl is missing: make bench-packages brings both")
        }
        do {
            server = try await PostgreSQLServer(
                .durable, settings: isLogging ? "log_statement = all\nlog_line_prefix = 'transaction %v '" : "")
        } catch let failure as PostgreSQLServer.Failure {
            throw BenchError("PostgreSQL does not start: \(failure.log)")
        }
    }

    var address: String { server.address("owner", Self.name) }

    func transport() throws -> PostgreSQLTransport { PostgreSQLTransport(try PostgreSQLAddress(address)) }

    /// In megabytes: its tables and indexes.
    var size: Double { BenchFolder.megabytes(of: server.tables) }

    /// What it was asked so far.
    var asked: Asked { Asked(log: server.log) }

    /// Runs pgbench with a script and returns how many transactions it made in a second.
    func transactions(_ script: String, clients: Int, seconds: Int64) throws -> Double {
        let run = try CommandRun(
            Contender(
                name: "pgbench", path: (PostgreSQLServer.programs ?? "") + "/pgbench",
                arguments: [
                    "-h", server.socket, "-p", String(server.port), "-U", "owner", "-n", "-M", "prepared", "-f", script,
                    "-c", String(clients), "-j", String(min(clients, 2)), "-T", String(seconds), Self.name,
                ],
                environment: [:], down: []),
            limit: .seconds(seconds + 60))
        guard let line = run.text.split(whereSeparator: \.isNewline).first(where: { $0.hasPrefix("tps = ") }),
            let count = line.split(separator: " ").dropFirst(2).first.flatMap({ Double($0) })
        else { throw BenchError("pgbench says no tps: \(run.text)") }
        return count
    }

    /// Statements of a server's log, and the transactions that they make: what is sent at once is one.
    struct Asked {
        private(set) var statements = 0
        private(set) var transactions = 0

        init(log: String) {
            var seen: Set<Substring> = []
            for line in log.split(separator: "\n") {
                let parts = line.split(separator: " ", maxSplits: 4)
                guard parts.count > 4, parts[0] == "transaction", parts[2] == "LOG:",
                    ["execute", "statement:"].contains(parts[3])
                else { continue }
                statements += 1
                seen.insert(parts[1])
            }
            transactions = seen.count
        }
    }
}
