import PtySupport
import TestSupport

/// All figures at one number of cards.
struct SizeReport {
    private(set) var table: Table

    /// The targets at a number of cards: 99th percentile of a key, worst filter keystroke, memory, import.
    private struct Wanted {
        let key, filter, memory, seconds: String

        init(_ count: Int) {
            (key, filter, memory, seconds) =
                switch count {
                case ...10_000: ("2 ms", "4 ms", "24 MB", "0.2 s")
                case ...100_000: ("2 ms", "8 ms", "32 MB", "2 s")
                default: ("4 ms", "16 ms", "64 MB", "20 s")
                }
        }
    }

    init(_ count: Int, rounds: Int) throws {
        var data = try BenchmarkData(count: count)
        let contenders = try data.contenders()
        let wanted = Wanted(count)
        let starters = contenders + [try data.ruler()]
        table = Table(title: "\(count) cards", programs: starters.map(\.name))

        let filter = try FilterFigures(data.searchers(contenders), data)
        let start = try StartFigures(starters, firstName: data.name(at: 0), rounds: rounds)
        table.add(
            "start to the first row, median", "ms", start.samples.map(\.median), digits: 2,
            wanted: "not above fzf, within 2 ms of the ruler")
        table.add("start to the first row, best", "ms", start.samples.map(\.best), digits: 2)

        let move = try MoveFigures(contenders, rounds: 3)
        add("a row down", move.latency, wanted.key)
        table.add("one row down in sight", "bytes", move.bytesInSight.map(\.median), wanted: "not above fzf")
        table.add("one row down, scrolling", "bytes", move.bytesScrolling.map(\.median), wanted: "not above fzf")
        let jumps = try JumpFigures(contenders, data)
        add("a page down", jumps.page, wanted.key)
        add("End and Home", jumps.ends, wanted.key)
        add("scrub by digits", [jumps.scrub], wanted.key)
        add("a filter keystroke", filter.samples, "")
        table.add(
            "a filter keystroke, worst of 52", "ms", filter.samples.map(\.worst), digits: 2, wanted: wanted.filter)

        let similar = try SimilarFigures(contenders[0])
        add("a letter that leads to similar names", [similar.samples], count > 100_000 ? "" : "100 ms")

        let rest = try RestFigures(contenders, data)
        table.add("peak memory", "MB", rest.peakMemory, digits: 1, wanted: wanted.memory)
        table.add("CPU in 10 s without a key", "ticks", rest.ticks, wanted: "0")
        table.add("wake-ups in 10 s without a key", "", rest.switches, wanted: "0")
        table.add("import from JSON lines", "s", [data.importSeconds], digits: 2, wanted: wanted.seconds)

        if !data.cards.isEmpty { try addBackend(contenders[0], data) }
        let shared = try SharedFigures(contenders[0], cards: data.moreCards(10_000))
        add("a row down while 10000 cards come from elsewhere", [shared.keys], "")
    }

    private mutating func add(_ name: String, _ samples: [Samples], _ wanted: String) {
        table.add(name + ", median", "ms", samples.map(\.median), digits: 2)
        table.add(name + ", 99th percentile", "ms", samples.map { $0.percentile(99) }, digits: 2, wanted: wanted)
        table.add(name + ", worst", "ms", samples.map(\.worst), digits: 2)
    }

    private mutating func addBackend(_ contender: Contender, _ data: BenchmarkData) throws {
        let backend = try TestBackend()
        backend.setFault { [answer = data.cards] request in
            request.method == "GET" ? .init([.bytes(answer)]) : .status(501)
        }
        backend.start()
        defer { backend.stop() }
        var ourselves = contender
        ourselves.arguments = ["--backend", backend.url]
        let rest = try RestFigures([ourselves], data)
        table.add("peak memory, with a backend", "MB", rest.peakMemory, digits: 1, wanted: "24 MB")
        table.add("without a key, with a backend, CPU", "ticks", rest.ticks, wanted: "0")
        table.add("without a key, with a backend, wake-ups", "", rest.switches, wanted: "0")
        let download = try DownloadFigures(data, backend: backend, rounds: 5)
        table.add("download of all cards, median", "ms", [download.total.median], wanted: "1000 ms")
        table.add("download of all cards, worst", "ms", [download.total.worst])
        table.add("worst key meanwhile", "ms", [download.worstKey.worst], digits: 2)
    }
}
