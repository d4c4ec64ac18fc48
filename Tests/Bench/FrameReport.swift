/// The cost of one frame at different numbers of cards: one row down, in a list on the screen.
struct FrameReport {
    private(set) var table: Table

    init(_ counts: [Int]) throws {
        var latency: [Samples] = []
        for count in counts {
            var data = try BenchmarkData(count: count)
            latency += try MoveFigures([data.ours()], rounds: 3).latency
        }
        table = Table(title: "the cost of a frame", programs: counts.map { "\($0)" }, compares: false)
        table.add("a row down, best", "ms", latency.map(\.best), digits: 2)
        table.add("a row down, median", "ms", latency.map(\.median), digits: 2)
        table.add("a row down, 99th percentile", "ms", latency.map { $0.percentile(99) }, digits: 2, wanted: "the same")
    }
}
