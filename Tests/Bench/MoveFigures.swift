import PtySupport

/// How long and how many bytes a program takes for one row down, 200 times; and what it does when nobody does anything.
struct MoveFigures {
    static let moves = 200
    /// So many rows down no program has to scroll yet.
    private static let movesInSight = 15
    /// When nothing has come for so long the answer to a key was whole.
    private static let quiet: Int32 = 20

    private(set) var latency: [Samples]
    private(set) var bytesInSight: [Samples]
    private(set) var bytesScrolling: [Samples]

    /// All programs run side by side and get their keys in turn: what disturbs one disturbs all.
    init(_ contenders: [Contender], rounds: Int) throws {
        latency = contenders.map { _ in Samples() }
        (bytesInSight, bytesScrolling) = (latency, latency)
        for _ in 0..<rounds {
            let recorders = try contenders.map { try $0.start() }
            defer { for recorder in recorders { recorder.kill() } }
            for recorder in recorders { recorder.read(untilQuietFor: 300) }
            for move in 0..<Self.moves {
                for (place, recorder) in recorders.enumerated() {
                    let answer = Self.press(contenders[place].down, recorder)
                    guard let answer else { continue }
                    latency[place].add(answer.time)
                    if move < Self.movesInSight {
                        bytesInSight[place].add(Double(answer.bytes))
                    } else {
                        bytesScrolling[place].add(Double(answer.bytes))
                    }
                }
            }
        }
    }

    /// Nil when there was no answer.
    static func press(_ key: [UInt8], _ recorder: TerminalRecorder) -> (time: Duration, bytes: Int)? {
        let first = recorder.chunks.count
        let start = ContinuousClock.now
        recorder.send(key)
        // The first byte may take its time, the rest follows closely.
        recorder.read(untilQuietFor: quiet)
        guard let last = recorder.chunks.last, recorder.chunks.count > first else { return nil }
        return (start.duration(to: last.time), recorder.chunks[first...].reduce(0) { $0 + $1.bytes.count })
    }
}
