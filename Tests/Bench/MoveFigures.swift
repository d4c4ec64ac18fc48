import PtySupport

/// The time and the bytes for one row down, 200 times; and the activity of an idle program.
struct MoveFigures {
    static let moves = 200
    /// No program has to scroll for this many rows.
    private static let movesInSight = 15
    /// After this many milliseconds without output the response to a key is complete.
    private static let quiet: Int32 = 20

    private(set) var latency: [Samples]
    private(set) var bytesInSight: [Samples]
    private(set) var bytesScrolling: [Samples]

    /// All programs run at the same time and get keys in turn, so that a disturbance affects all of them.
    init(_ contenders: [Contender], rounds: Int) throws {
        latency = contenders.map { _ in Samples() }
        (bytesInSight, bytesScrolling) = (latency, latency)
        for _ in 0..<rounds {
            let recorders = try contenders.map { try $0.start() }
            defer { for recorder in recorders { recorder.kill() } }
            for recorder in recorders { recorder.read(untilQuietFor: 300) }
            for move in 0..<Self.moves {
                for (index, recorder) in recorders.enumerated() {
                    let answer = Self.press(contenders[index].down, recorder)
                    guard let answer else { continue }
                    latency[index].add(answer.time)
                    if move < Self.movesInSight {
                        bytesInSight[index].add(Double(answer.bytes))
                    } else {
                        bytesScrolling[index].add(Double(answer.bytes))
                    }
                }
            }
        }
    }

    /// Nil without a response.
    static func press(_ key: [UInt8], _ recorder: TerminalRecorder) -> (time: Duration, bytes: Int)? {
        let first = recorder.chunks.count
        let start = ContinuousClock.now
        recorder.send(key)
        // The first byte may be late, the rest follows closely.
        recorder.read(untilQuietFor: quiet)
        guard let last = recorder.chunks.last, recorder.chunks.count > first else { return nil }
        return (start.duration(to: last.time), recorder.chunks[first...].reduce(0) { $0 + $1.bytes.count })
    }
}
