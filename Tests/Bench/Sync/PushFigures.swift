import CardSharing
import Cards
import TestSupport

/// Batches that the database takes in a second, beside pgbench that calls the same function.
struct PushFigures {
    private static let duration = Duration.seconds(5)
    private static let bytes = 400

    private(set) var table = Table(
        title: "pushes a second", programs: ["cards-tui", "pgbench", "ours : pgbench"], compares: false,
        judges: true)

    init() async throws {
        let database = try await BenchDatabase()
        let vault = try await database.transport().create(VaultHeader(vault: .random())).vault
        let folder = try TemporaryFolder()
        let script = try folder.write(
            """
            \\set device random(1, 1000000000)
            \\set number random(1, 1000000000000)
            SELECT cards_tui.push('\(vault.uuid)', ARRAY[:device::text], ARRAY[:number::bigint], \
            ARRAY[decode(repeat('61', \(Self.bytes)), 'hex')]);

            """, to: "push.sql")
        for writers in [1, 8, 16, 40] {
            let ours = try await Self.pushes(writers, database)
            let theirs = try database.transactions(
                script, clients: writers, seconds: Self.duration.components.seconds)
            table.add("\(writers) writers", "1/s", [ours, theirs, ours / theirs], digits: 2, .atLeast(0.5, ""))
        }
        withExtendedLifetime(folder) {}
    }

    private static func pushes(_ writers: Int, _ database: BenchDatabase) async throws -> Double {
        let start = ContinuousClock.now
        let end = start + duration
        let count = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<writers {
                group.addTask {
                    let transport = try database.transport()
                    let device = DeviceID.random()
                    var number: Int64 = 0
                    while ContinuousClock.now < end {
                        number += 1
                        let batch = OutgoingBatch(
                            BatchID(device, number), bytes: [UInt8](repeating: UInt8(ascii: "a"), count: bytes))
                        guard try await transport.write([batch]) == [.stored] else {
                            throw BenchError("the batch \(number) of a writer was taken for another one")
                        }
                    }
                    await transport.close()
                    return Int(number)
                }
            }
            return try await group.reduce(0, +)
        }
        let parts = start.duration(to: .now).components
        return Double(count) / (Double(parts.seconds) + Double(parts.attoseconds) / 1e18)
    }
}

extension VaultID {
    /// As databases write it.
    fileprivate var uuid: String {
        var rest = Substring(text)
        return [8, 4, 4, 4, 12].map { count in
            defer { rest = rest.dropFirst(count) }
            return String(rest.prefix(count))
        }.joined(separator: "-")
    }
}
