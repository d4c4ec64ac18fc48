import PtySupport
import TestSupport

/// The time to download 10,000 cards from a local backend into an empty store, and the latency of keys meanwhile.
struct DownloadFigures {
    private static let timeout = Duration.seconds(20)
    private static let pause = Duration.milliseconds(10)

    private(set) var total = Samples()
    private(set) var worstKey = Samples()

    init(_ data: BenchmarkData, backend: TestBackend, rounds: Int) throws {
        for round in 0..<rounds {
            let recorder = try data.empty(named: "download-\(round)", backend: backend.url).start()
            defer { recorder.kill() }
            try measure(recorder, data)
        }
    }

    private mutating func measure(_ recorder: TerminalRecorder, _ data: BenchmarkData) throws {
        var keys: [ContinuousClock.Instant] = []
        var end: Int?
        while end == nil {
            guard recorder.start.duration(to: .now) < Self.timeout else {
                throw BenchError("the download did not end")
            }
            // One second at a time: the screen is only examined in between.
            let deadline = ContinuousClock.now + .seconds(1)
            while ContinuousClock.now < deadline {
                // Cards arrive in list order, so every key moves the selection by one rank, which identifies the key.
                if Self.hasRows(recorder) {
                    keys.append(.now)
                    recorder.send(Array("j".utf8))
                }
                recorder.read(until: .now + Self.pause)
            }
            end = recorder.replay { screen, _ in StatusLine.position(on: screen)?.count == data.count }
        }
        guard let end else { return }
        let finished = recorder.chunks[end].time
        total.add(recorder.start.duration(to: finished))
        worstKey.add(latencies(of: keys, before: finished, recorder).max() ?? .zero)
    }

    private func latencies(
        of keys: [ContinuousClock.Instant], before end: ContinuousClock.Instant, _ recorder: TerminalRecorder
    ) -> [Duration] {
        var answered = 0
        var latencies: [Duration] = []
        _ = recorder.replay { screen, chunk in
            let time = recorder.chunks[chunk].time
            // Rank 1 was selected before the first key.
            let moves = (StatusLine.position(on: screen)?.rank ?? 1) - 1
            while answered < min(moves, keys.count), keys[answered] < end {
                latencies.append(keys[answered].duration(to: time))
                answered += 1
            }
            return false
        }
        return latencies
    }

    /// Examines bytes only, which is cheap enough while the program runs. A key in the empty list would move nothing, and every
    /// later key would count as answered too late.
    private static func hasRows(_ recorder: TerminalRecorder) -> Bool {
        recorder.chunks.contains { chunk in BenchmarkData.showsCard(String(decoding: chunk.bytes, as: UTF8.self)) }
    }
}
