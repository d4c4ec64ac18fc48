import PtySupport
import Terminal

/// How long a row of the wallet takes from the key to its frame while pictures fill in behind, at the pace of a held key; and how
/// long after a jump all pictures of the screen are there.
struct WalletFigures {
    private static let rows = 300
    /// As keyboards repeat.
    private static let pace = Duration.milliseconds(33)
    /// The wallet at 80 columns: only the number of cards in a row counts here.
    private static let layout = BrickLayout(
        columns: 78, cell: Size(columns: 22, rows: 9), count: PhotoWorkplace.count)

    private(set) var frames = Samples()
    private(set) var jumps = Samples()
    private(set) var filled = Samples()

    /// - Parameter terminal: at the list's beginning, in rows or, after a start with the wallet, in that.
    init(_ terminal: WatchedTerminal) throws {
        if terminal.text.contains("v wallet") { terminal.recorder.send(Array("v".utf8)) }
        guard terminal.wait(until: \.isWalletFilled) else {
            throw BenchError("the wallet has no pictures:\n\(terminal.text)")
        }
        try jump(terminal)
        try scroll(terminal)
    }

    /// Digits go to so many tenths of the list.
    private mutating func jump(_ terminal: WatchedTerminal) throws {
        _ = MoveFigures.press(Array("s".utf8), terminal.recorder)
        for tenths in [5, 9, 2, 7, 4, 1, 8, 3, 6] {
            let times = terminal.press(
                Array(String(tenths).utf8),
                untilEach: [
                    { screen in
                        let words = screen.row(Workplace.size.rows - 2).split { $0 == "·" || $0 == " " }
                        return words.contains { abs((Int($0) ?? 0) - PhotoWorkplace.count * tenths / 10) <= 1 }
                    }, \.isWalletFilled,
                ])
            guard times.count == 2 else { throw BenchError("no pictures at \(tenths) tenths:\n\(terminal.text)") }
            jumps.add(times[0])
            filled.add(times[1])
        }
        _ = MoveFigures.press([0x0D], terminal.recorder)
    }

    /// Keys at their pace, whatever is on the screen; their frames are looked for afterwards.
    private mutating func scroll(_ terminal: WatchedTerminal) throws {
        guard
            terminal.press(Array("g".utf8), until: { StatusLine.place(on: $0)?.rank == 1 && $0.isWalletFilled }) != nil
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
            guard chunk >= first, let rank = StatusLine.place(on: screen)?.rank else { return false }
            let time = recorder.chunks[chunk].time
            // A line that came in two pieces may show any number in between: only one that a pressed key leads to counts.
            let pressed = keys[answered...].prefix { $0.time <= time }
            guard let last = pressed.lastIndex(where: { $0.rank == rank }) else { return false }
            for key in keys[answered...last] { frames.add(key.time.duration(to: time)) }
            answered = last + 1
            return answered == keys.count
        }
        guard answered == keys.count else { throw BenchError("\(answered) of \(keys.count) rows were shown") }
    }

    /// Looks at every card once, so that all have their small pictures in the store.
    static func passAll(_ terminal: WatchedTerminal) throws {
        guard
            terminal.press(Array("g".utf8), until: { StatusLine.place(on: $0)?.rank == 1 && $0.isWalletFilled }) != nil
        else { throw BenchError("the first card is not selected:\n\(terminal.text)") }
        var last = 1
        while last < PhotoWorkplace.count {
            let before = last
            let time = terminal.press(Array("\u{1B}[6~".utf8)) { screen in
                guard let rank = StatusLine.place(on: screen)?.rank, rank > before else { return false }
                last = rank
                // The last row may have fewer cards than it takes to tell.
                return rank == PhotoWorkplace.count || screen.isWalletFilled
            }
            if time == nil, last == before { break }
        }
    }
}
