import PtySupport

/// The worst latency of a key while another process imports 10,000 cards into the same store.
struct SharedFigures {
    private static let timeout = Duration.seconds(60)
    private static let pause = Duration.milliseconds(10)

    private(set) var keys = Samples()
    private(set) var seconds = Samples()

    /// - Parameter cards: a file with cards that sort after all others, so that every key moves the selection by one.
    init(_ contender: Contender, cards: String) throws {
        let terminal = try contender.startReady()
        let recorder = terminal.recorder
        defer { recorder.kill() }
        var importer = contender
        importer.arguments = ["import", cards]
        importer.input = nil
        var pressed: [ContinuousClock.Instant] = []
        let first = recorder.chunks.count
        let other = try importer.start()
        while !other.chunks.contains(where: { String(decoding: $0.bytes, as: UTF8.self).contains("added") }) {
            guard other.start.duration(to: .now) < Self.timeout else { throw BenchError("the import did not end") }
            pressed.append(.now)
            recorder.send(contender.down)
            recorder.read(until: .now + Self.pause)
            other.read(until: .now + .milliseconds(1))
        }
        if let last = other.chunks.last { seconds.add(other.start.duration(to: last.time)) }
        other.waitForEnd()
        recorder.read(untilQuietFor: 1000)
        var answered = 0
        _ = recorder.replay { screen, chunk in
            guard chunk >= first, let position = StatusLine.position(on: screen) else { return false }
            // Rank 1 was selected before the first key.
            while answered < min(position.rank - 1, pressed.count) {
                keys.add(pressed[answered].duration(to: recorder.chunks[chunk].time))
                answered += 1
            }
            return false
        }
        guard answered == pressed.count else { throw BenchError("\(answered) of \(pressed.count) keys were answered") }
    }
}
