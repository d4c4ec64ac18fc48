import CardSharing
import Cards
import TestSupport

/// Forty desks on one database, each of which changes a card now and then: how long until all others have it. All desks and the server
/// share the processors of this machine.
struct DeskFigures {
    private static let desks = 40
    private static let seconds = 20
    /// Beyond this, more changes come than arrive.
    private static let breaking = 1000.0

    private(set) var table = Table(
        title: "\(desks) desks on one PostgreSQL, each change to \(desks - 1) others", programs: ["cards-tui"],
        compares: false, judges: true)

    init() async throws {
        let database = try await BenchDatabase()
        let address = database.address
        let watch = DeskWatch(desks: Self.desks)
        var desks: [BenchDevice] = []
        for number in 0..<Self.desks {
            let desk = try await BenchDevice("desk \(number)", address) {
                PostgreSQLTransport(try PostgreSQLAddress(address))
            }
            try await desk.write("0", to: DeskWatch.card(of: number))
            desks.append(desk)
        }
        let watchers = try await watch.follow(desks)
        for desk in desks { await desk.service.start() }
        try await watch.settle(desks)
        for rate in [1, 2, 4, 8, 16, 32] {
            guard try await add(rate, desks, watch) else { break }
        }
        for watcher in watchers { watcher.cancel() }
        for desk in desks { try await desk.end() }
        withExtendedLifetime(database) {}
    }

    /// Returns whether it holds: higher rates make sense.
    private mutating func add(_ rate: Int, _ desks: [BenchDevice], _ watch: DeskWatch) async throws -> Bool {
        watch.begin()
        let start = ContinuousClock.now
        try await Self.run(rate, desks, watch)
        let seconds = Double(start.duration(to: .now) / .milliseconds(1)) / 1000
        var trouble: BenchError?
        do {
            try await watch.settle(desks)
        } catch let error as BenchError {
            trouble = error
        }
        let (saves, times) = watch.result()
        let title = "\(rate) a second each: "
        table.add(title + "saved by all", "1/s", [Double(saves) / seconds], digits: 1, nil)
        table.add(title + "median", "ms", [times.median], digits: 1, nil)
        let worst: Limit? = rate == 1 ? .atMost(250, "ms") : nil
        table.add(title + "99th percentile", "ms", [times.percentile(99)], digits: 1, worst)
        table.add(title + "the slowest of \(times.count)", "ms", [times.worst], digits: 1, nil)
        if let trouble {
            if rate == 1 { throw trouble }
            // Far beyond what it can do: the figures are of what arrived.
            print("\(title)\(trouble)")
            table.add(title + "not all of them arrived", "", [nil], nil)
            return false
        }
        return (times.percentile(99) ?? .infinity) <= Self.breaking
    }

    /// Each desk saves so often a second; the desks' turns are spread over the time between two saves.
    private static func run(_ rate: Int, _ desks: [BenchDevice], _ watch: DeskWatch) async throws {
        let pause = Duration.microseconds(1_000_000 / rate)
        try await withThrowingTaskGroup { group in
            for (number, desk) in desks.enumerated() {
                group.addTask {
                    try await Task.sleep(for: pause * number / desks.count)
                    var next = ContinuousClock.now
                    for _ in 0..<seconds * rate {
                        try await desk.write(watch.nextNote(of: number), to: DeskWatch.card(of: number))
                        next += pause
                        try await Task.sleep(until: next, clock: .continuous)
                    }
                }
            }
            try await group.waitForAll()
        }
    }
}
