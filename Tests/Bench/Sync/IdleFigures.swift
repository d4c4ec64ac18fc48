import CardNetwork
import CardSharing
import Cards
import PtySupport
import TestSupport

/// Exchanges that carry nothing, with their requests; then a program that shares its cards while nothing happens.
struct IdleFigures {
    private static let rounds = 50
    /// Threads without work end after five seconds.
    private static let settling = Duration.seconds(7)
    private static let resting = Duration.seconds(5)
    private static let pause = Duration.seconds(4)

    private(set) var table = Table(
        title: "nothing to exchange", programs: ["cards-tui"], compares: false, judges: true)

    init() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        try await add("folder", "folder:" + path, requests: nil) { TreeTransport.folder(path) }
        let server = try await BenchWebDAV()
        let connection = WebDAVConnection(try BackendURL(server.address))
        try await add("WebDAV", server.address, requests: { try await server.requests() }) {
            TreeTransport.webDAV(connection)
        }
        let database = try await BenchDatabase(isLogging: true)
        let address = database.address
        try await add("PostgreSQL", address, requests: { database.asked.transactions }) {
            PostgreSQLTransport(try PostgreSQLAddress(address))
        }
        try addProgram("folder", "folder:" + path) { 0 }
        try addProgram("PostgreSQL", address) { database.asked.statements }
        withExtendedLifetime((folder, server)) {}
    }

    /// - Parameter requests: how many there were so far; nil for a folder, where none are counted.
    private mutating func add(
        _ remote: String, _ address: String, requests: (() async throws -> Int)?,
        _ transport: @escaping @Sendable () throws -> any ChangeTransport
    ) async throws {
        let first = try await BenchDevice("first", address, transport)
        let second = try await BenchDevice("second", address, transport)
        try await first.write("note", to: "card")
        let open = try transport()
        try await first.exchange(open)
        let other = try transport()
        try await second.exchange(other)
        // Both have changed something twice, some seconds apart: on a server, what was not changed for some seconds is not listed again.
        if remote == "WebDAV" {
            try await Task.sleep(for: Self.pause)
            try await first.write("another note", to: "card")
            try await first.exchange(open)
            try await second.write("a note", to: "other")
            try await second.exchange(other)
            try await Task.sleep(for: Self.pause)
            try await second.write("another note", to: "other")
            try await second.exchange(other)
            try await Task.sleep(for: Self.pause)
        }
        await other.close()
        // It reads what the second device has written, and knows some seconds later what the rest compare with.
        try await first.exchange(open)
        if remote == "WebDAV" { try await Task.sleep(for: Self.pause) }
        try await first.exchange(open)
        let before = try await requests?()
        var times = Samples()
        for _ in 0..<Self.rounds {
            let time = try await ContinuousClock().measure {
                guard try await first.exchange(open).isNothing else {
                    throw BenchError("\(remote): an exchange did something, though nothing has changed")
                }
            }
            times.add(time)
        }
        let after = try await requests?()
        await open.close()
        table.add("\(remote): an exchange, median of \(Self.rounds)", "ms", [times.median], digits: 2, nil)
        table.add("\(remote): worst", "ms", [times.worst], digits: 2, nil)
        guard let before, let after else { return }
        let share = Double(after - before) / Double(Self.rounds)
        table.add("\(remote): requests of an exchange", "", [share], digits: 2, .atMost(1, ""))
    }

    /// The real program in a terminal, of which nobody wants anything.
    /// - Parameter statements: how many there were so far.
    private mutating func addProgram(_ remote: String, _ address: String, statements: () -> Int) throws {
        let home = try BenchHome()
        try home.run("sync", "setup", address, "--yes")
        let terminal = try home.program(ready: " of 1").startReady()
        let recorder = terminal.recorder
        defer { recorder.kill() }
        recorder.read(until: .now + Self.settling)
        let (before, asked) = (ProcessStatus(of: recorder.process), statements())
        recorder.read(until: .now + Self.resting)
        let (after, askedAfter) = (ProcessStatus(of: recorder.process), statements())
        let title = "\(remote): the program in \(Self.resting.components.seconds) s without a change: "
        table.add(
            title + "processor time", "ms", [Double(after.ticks - before.ticks) * 10], .atMost(0, "ms"))
        table.add(title + "wake-ups", "", [Double(after.switches - before.switches)], nil)
        if askedAfter > 0 {
            table.add(title + "statements", "", [Double(askedAfter - asked)], .atMost(0, ""))
        }
        table.add("\(remote): peak memory of the program", "MB", [after.peakMemory], digits: 1, nil)
        withExtendedLifetime(home) {}
    }
}
