import CardVault
import Cards
import Synchronization
import TestSupport

/// Forty desks on one database, each of which changes a card now and then: how long until all others have it.
struct DeskFigures {
    private static let desks = 40
    private static let seconds = 20
    /// Beyond this, more changes come than arrive.
    private static let limit = 1000.0

    private(set) var table = Table(
        title: "\(desks) desks on one PostgreSQL, each change to \(desks - 1) others", programs: ["cards-tui"],
        compares: false)

    init() async throws {
        let database = try BenchDatabase()
        let address = database.address
        var desks: [BenchDevice] = []
        for number in 0..<Self.desks {
            let desk = try await BenchDevice("desk \(number)", address) {
                PostgreSQLTransport(try PostgreSQLAddress(address))
            }
            try await desk.write("0", to: "desk-\(number)")
            desks.append(desk)
        }
        for desk in desks { await desk.service.start() }
        let watch = DeskWatch()
        let watchers = try await watch.follow(desks)
        try await watch.settle(desks)
        for rate in [1, 2, 4, 8] {
            let times = try await Self.run(rate, desks, watch)
            let wanted = rate == 1 ? "250 ms" : ""
            table.add("\(rate) a second each: median", "ms", [times.median], digits: 1)
            table.add("\(rate) a second each: 99th percentile", "ms", [times.percentile(99)], digits: 1, wanted: wanted)
            table.add("\(rate) a second each: the slowest", "ms", [times.worst], digits: 1)
            if (times.percentile(99) ?? .infinity) > Self.limit { break }
        }
        for watcher in watchers { watcher.cancel() }
        for desk in desks {
            for record in try await desk.store.remotes() { try await desk.service.remove(record.remote) }
        }
    }

    /// Each desk saves so often a second; the desks' turns are spread over the second.
    private static func run(_ rate: Int, _ desks: [BenchDevice], _ watch: DeskWatch) async throws -> Samples {
        watch.begin()
        let pause = Duration.milliseconds(1000 / rate)
        try await withThrowingTaskGroup { group in
            for (number, desk) in desks.enumerated() {
                group.addTask {
                    try await Task.sleep(for: pause * number / desks.count)
                    var next = ContinuousClock.now
                    for _ in 0..<seconds * rate {
                        try await desk.write(watch.nextNote(), to: "desk-\(number)")
                        next += pause
                        try await Task.sleep(until: next)
                    }
                }
            }
            try await group.waitForAll()
        }
        try await watch.settle(desks)
        return watch.times()
    }
}
