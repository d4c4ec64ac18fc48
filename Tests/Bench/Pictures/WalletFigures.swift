import PtySupport
import Terminal

/// The time from the key to the frame for one row of the wallet while pictures load, at the pace of a held key; and the time after
/// a jump until all pictures on the screen are loaded.
struct WalletFigures {
    private static let rows = 300
    /// The repeat rate of keyboards.
    private static let pace = Duration.milliseconds(33)
    /// The wallet at 80 columns: only the number of cards per row matters here.
    private static let layout = BrickLayout(
        columns: 78, cell: Size(columns: 22, rows: 9), count: PhotoBenchmarkData.count)

    private(set) var frames = Samples()
    private(set) var jumps = Samples()
    private(set) var filled = Samples()

    /// - Parameter terminal: at the beginning of the list, in rows or, after a start with the wallet, in the wallet.
    init(_ terminal: WatchedTerminal) throws {
        if terminal.text.contains("v wallet") { terminal.recorder.send(Array("v".utf8)) }
        guard terminal.wait(until: \.isWalletFilled) else {
            throw BenchError("the wallet has no pictures:\n\(terminal.text)")
        }
        try jump(terminal)
        try scroll(terminal)
    }

    /// Digits move to tenths of the list.
    private mutating func jump(_ terminal: WatchedTerminal) throws {
        _ = MoveFigures.press(Array("s".utf8), terminal.recorder)
        for tenths in [5, 9, 2, 7, 4, 1, 8, 3, 6] {
            let times = terminal.press(
                Array(String(tenths).utf8),
                untilEach: [
                    { screen in
                        let words = screen.row(BenchmarkData.size.rows - 2).split { $0 == "·" || $0 == " " }
                        return words.contains { abs((Int($0) ?? 0) - PhotoBenchmarkData.count * tenths / 10) <= 1 }
                    }, \.isWalletFilled,
                ])
            guard times.count == 2 else { throw BenchError("no pictures at \(tenths) tenths:\n\(terminal.text)") }
            jumps.add(times[0])
            filled.add(times[1])
        }
        _ = MoveFigures.press([0x0D], terminal.recorder)
    }

    /// Sends keys at a fixed pace, independent of the output; the frames are identified afterwards.
    private mutating func scroll(_ terminal: WatchedTerminal) throws {
        guard
            terminal.press(Array("g".utf8), until: { StatusLine.position(on: $0)?.rank == 1 && $0.isWalletFilled })
                != nil
        else { throw BenchError("the first card is not selected:\n\(terminal.text)") }
        let recorder = terminal.recorder
        recorder.read(untilQuietFor: 300)
        let first = recorder.chunks.count
        var keys: [(rank: Int, time: ContinuousClock.Instant)] = []
        var index = 0
        let start = ContinuousClock.now
        for key in 1...Self.rows {
            index = Self.layout.index(from: index, moving: .down) ?? index
            keys.append((index + 1, .now))
            recorder.send(Array("j".utf8))
            recorder.read(until: start + Self.pace * key)
        }
        recorder.read(untilQuietFor: 500)
        var answered = 0
        _ = recorder.replay { screen, chunk in
            guard chunk >= first, let rank = StatusLine.position(on: screen)?.rank else { return false }
            let time = recorder.chunks[chunk].time
            // A line that arrived in two chunks may temporarily show any number: only those that a pressed key leads to count.
            let pressed = keys[answered...].prefix { $0.time <= time }
            guard let last = pressed.lastIndex(where: { $0.rank == rank }) else { return false }
            for key in keys[answered...last] { frames.add(key.time.duration(to: time)) }
            answered = last + 1
            return answered == keys.count
        }
        guard answered == keys.count else { throw BenchError("\(answered) of \(keys.count) rows were shown") }
    }

    /// Shows every card once, so that all thumbnails are in the store.
    static func passAll(_ terminal: WatchedTerminal) throws {
        guard
            terminal.press(Array("g".utf8), until: { StatusLine.position(on: $0)?.rank == 1 && $0.isWalletFilled })
                != nil
        else { throw BenchError("the first card is not selected:\n\(terminal.text)") }
        var last = 1
        while last < PhotoBenchmarkData.count {
            let before = last
            let time = terminal.press(Array("\u{1B}[6~".utf8)) { screen in
                guard let rank = StatusLine.position(on: screen)?.rank, rank > before else { return false }
                last = rank
                // The last row may have too few cards for the check.
                return rank == PhotoBenchmarkData.count || screen.isWalletFilled
            }
            if time == nil, last == before { break }
        }
    }
}
