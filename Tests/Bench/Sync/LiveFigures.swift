import CardSharing
import Cards
import TestSupport

/// The time from a save on one running device until another one has it.
struct LiveFigures {
    private static let rounds = 100
    private static let timeout = Duration.seconds(20)

    private(set) var table = Table(
        title: "from a save to another device", programs: ["cards-tui"], compares: false, judges: true)

    init() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        try await add("folder (inotify)", "folder:" + path, .atMost(200, "ms")) { TreeTransport.folder(path) }
        let database = try await BenchDatabase()
        let address = database.address
        try await add("PostgreSQL (LISTEN)", address, .atMost(100, "ms")) {
            PostgreSQLTransport(try PostgreSQLAddress(address))
        }
        withExtendedLifetime((folder, database)) {}
    }

    private mutating func add(
        _ remote: String, _ address: String, _ limit: Limit,
        _ transport: @escaping @Sendable () throws -> any ChangeTransport
    ) async throws {
        let first = try await BenchDevice("first", address, transport)
        let second = try await BenchDevice("second", address, transport)
        await first.service.start()
        await second.service.start()
        var times = Samples()
        for number in -5..<Self.rounds {
            let start = ContinuousClock.now
            try await first.write("note \(number)", to: "card")
            while try await second.note(of: "card") != "note \(number)" {
                guard start.duration(to: .now) < Self.timeout else {
                    let states = (await first.state()) + "; " + (await second.state())
                    throw BenchError(
                        "\(remote): the note \(number) is not on the second device after \(Self.timeout). \(states)")
                }
                try await Task.sleep(for: .milliseconds(1))
            }
            // The first ones open connections.
            if number >= 0 { times.add(start.duration(to: .now)) }
        }
        table.add("\(remote): median of \(Self.rounds)", "ms", [times.median], digits: 1, limit)
        table.add("\(remote): 99th percentile", "ms", [times.percentile(99)], digits: 1, limit)
        table.add("\(remote): the slowest", "ms", [times.worst], digits: 1, nil)
        for device in [first, second] { try await device.end() }
    }
}
