import Glibc
import PtySupport
import TestSupport

// Measures what the program is to reach, beside programs that people know, in the same run and in turn.
//   cards-bench [ROUNDS]

let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 25

do {
    let workplace = try Workplace()
    let contenders = try workplace.contenders()
    let backend = try TestBackend()
    backend.setFault { [answer = workplace.cards] request in
        request.method == "GET" ? .init([.bytes(answer)]) : .status(501)
    }
    backend.start()
    defer { backend.stop() }
    var ourselves = contenders[0]
    ourselves.arguments = ["--backend", backend.url]

    print(
        "\(Workplace.count) rows, \(Workplace.size.columns)x\(Workplace.size.rows), \(rounds) starts",
        terminator: "\n\n")
    var table = Table(programs: contenders.map(\.name))
    let others = contenders.dropFirst().map { _ in Double?.none }

    let start = try StartFigures(contenders, firstName: workplace.firstName, rounds: rounds)
    table.add("start to the first row, median", "ms", start.samples.map(\.median), digits: 2, wanted: "not above fzf")
    table.add("start to the first row, best", "ms", start.samples.map(\.best), digits: 2)

    let move = try MoveFigures(contenders, rounds: 3)
    table.add("key to frame, median", "ms", move.latency.map(\.median), digits: 2)
    table.add("key to frame, 99th percentile", "ms", move.latency.map { $0.percentile(99) }, digits: 2, wanted: "2 ms")
    table.add("key to frame, worst", "ms", move.latency.map(\.worst), digits: 2, wanted: "not above fzf")
    table.add("one row down in sight", "bytes", move.bytesInSight.map(\.median), wanted: "not above fzf")
    table.add("one row down, scrolling", "bytes", move.bytesScrolling.map(\.median), wanted: "not above fzf")

    let rest = try RestFigures(contenders)
    let withBackend = try RestFigures([ourselves])
    table.add("peak memory", "MB", rest.peakMemory, digits: 1, wanted: "24 MB")
    table.add("peak memory, with a backend", "MB", withBackend.peakMemory + others, digits: 1, wanted: "24 MB")
    table.add("CPU in 10 s without a key", "ticks", rest.ticks, wanted: "0")
    table.add("wake-ups in 10 s without a key", "", rest.switches, wanted: "0")
    table.add("the same with a backend, CPU", "ticks", withBackend.ticks + others, wanted: "0")
    table.add("the same with a backend, wake-ups", "", withBackend.switches + others, wanted: "0")

    let download = try DownloadFigures(workplace, backend: backend, rounds: 5)
    table.add("download of all cards, median", "ms", [download.total.median] + others, wanted: "1000 ms")
    table.add("download of all cards, worst", "ms", [download.total.worst] + others)
    table.add("worst key meanwhile", "ms", [download.worstKey.worst] + others, digits: 2)
    print(table.text)
} catch {
    print("cards-bench: \(error)")
    exit(1)
}
