import Cards
import Dispatch
import Glibc
import PtySupport
import TestSupport

/// Measures the sync with a local backend. Most figures are of `cards-tui sync` from its start to its end, so they include a few
/// milliseconds for the program's start, which is listed beside them.
struct NetworkReport {
    private(set) var table = Table(title: "network", programs: ["cards-tui", "curl"], compares: false)

    private static let rounds = 5

    init() async throws {
        let data = try NetworkBenchmarkData()
        defer { data.backend.stop() }
        try await addNames(data)
        try addUploads(data)
        try addPhotos(data)
    }

    private mutating func addNames(_ data: NetworkBenchmarkData) async throws {
        let cards = Row.made(10_000).map(\.json)
        var (start, first, again) = (Samples(), Samples(), Samples())
        for _ in 0..<Self.rounds {
            let home = try data.home()
            data.backend.cards = []
            // The first run creates the store.
            _ = try home.synchronize()
            start.add(try home.synchronize().duration)
            data.backend.cards = cards
            let run = try home.synchronize()
            guard run.text.contains("10000 cards, 10000 new") else { throw BenchError(run.text) }
            first.add(run.duration)
            again.add(try home.synchronize().duration)
        }
        table.add("sync without a card, median", "ms", [start.median], digits: 1)
        table.add("10000 cards, names only, into an empty store, median", "ms", [first.median], wanted: "500 ms")
        table.add("worst", "ms", [first.worst])
        table.add("the same again, as a command, median", "ms", [again.median], digits: 1)
        let resident = try await ResidentLoader(data.backend).downloadAgain(20)
        table.add("the same again, in a program that runs, median", "ms", [resident.median], digits: 2, wanted: "5 ms")
        table.add("worst", "ms", [resident.worst], digits: 2)
    }

    private mutating func addUploads(_ data: NetworkBenchmarkData) throws {
        let rows = Row.made(1000)
        data.backend.cards = rows.map(\.json)
        let home = try data.home()
        _ = try home.synchronize()
        var samples = Samples()
        for round in 0..<Self.rounds {
            try home.importCards(
                rows.map { row in
                    var members = row.json.object?.filter { ["identifier", "name"].contains($0.key) } ?? [:]
                    members["note"] = .string("note \(round)")
                    return .object(members)
                })
            let run = try home.synchronize()
            guard run.text.contains("1000 sent") else { throw BenchError(run.text) }
            samples.add(run.duration)
        }
        table.add("1000 changed cards, one field each, up, median", "ms", [samples.median], wanted: "1000 ms")
        table.add("worst", "ms", [samples.worst])
    }

    /// Our program saves to a store, curl to a file that is flushed to disk, in turn.
    private mutating func addPhotos(_ data: NetworkBenchmarkData) throws {
        data.backend.cards = NetworkBenchmarkData.withPhotos(1000, megabytes: 180)
        var (ours, theirs, memory, size) = (Samples(), Samples(), Samples(), 0)
        for round in 0...3 {
            let home = try data.home()
            let file = home.folder.path + "/list.json"
            let script = "curl -sS -o \(file) \(data.backend.url)/cards.json && sync \(file)"
            let curl = try CommandRun(home.command(["-c", script], program: "/bin/sh"))
            let run = try home.synchronize()
            guard run.text.contains("1000 cards, 1000 new") else { throw BenchError(run.text) }
            var status = stat()
            size = stat(file, &status) == 0 ? Int(status.st_size) : 0
            // The first round creates the list and warms the caches.
            if round == 0 { continue }
            ours.add(run.duration)
            theirs.add(curl.duration)
            memory.add(run.peakMemory)
        }
        let ratio = ours.median.flatMap { ours in theirs.median.map { ours / $0 } }
        table.add("1000 cards with photos", "MB", [Double(size) / 1_000_000])
        table.add("into an empty store; curl and fsync: median", "ms", [ours.median, theirs.median])
        table.add("worst", "ms", [ours.worst, theirs.worst])
        table.add("times curl and fsync", "", [ratio], digits: 2, wanted: "3")
        table.add("peak memory", "MB", [memory.worst], digits: 1, wanted: "48 MB")
    }
}
