import PtySupport

/// The peak memory of a program that was used for a while, and its activity when idle.
struct RestFigures {
    /// Threads without work end after five seconds; then nothing may happen.
    private static let settling = Duration.seconds(6)
    private static let idle = Duration.seconds(10)

    private(set) var peakMemory: [Double] = []
    private(set) var ticks: [Double] = []
    private(set) var switches: [Double] = []

    init(_ contenders: [Contender], _ data: BenchmarkData) throws {
        let recorders = try contenders.map { try $0.start() }
        defer { for recorder in recorders { recorder.kill() } }
        for (contender, recorder) in zip(contenders, recorders) {
            recorder.read(untilQuietFor: 2000)
            // The last row, the first row and a filter, if there are such keys.
            if let (last, first) = contender.ends {
                for key in [last, first] { _ = MoveFigures.press(key, recorder) }
                let opening = contender.name == "cards-tui" ? ["/"] : []
                for key in opening + ["c", "a", "4"] { _ = MoveFigures.press(Array(key.utf8), recorder) }
                for _ in 0..<3 { _ = MoveFigures.press([0x7F], recorder) }
                if !opening.isEmpty { _ = MoveFigures.press([0x1B], recorder) }
            }
            for _ in 0..<MoveFigures.moves { _ = MoveFigures.press(contender.down, recorder) }
        }
        for recorder in recorders { recorder.read(until: .now + Self.settling / recorders.count) }
        let before = recorders.map { ProcessStatus(of: $0.process) }
        for recorder in recorders { recorder.read(until: .now + Self.idle / recorders.count) }
        for (recorder, before) in zip(recorders, before) {
            let after = ProcessStatus(of: recorder.process)
            peakMemory.append(after.peakMemory)
            ticks.append(Double(after.ticks - before.ticks))
            switches.append(Double(after.switches - before.switches))
        }
    }
}
