import PtySupport

/// The latency of moves by more than a row: a page, the last row and the first, and, in our program, tenths of the list typed into
/// the scrubber.
struct JumpFigures {
    // With fewer than a hundred samples, the 99th percentile is just the maximum.
    private static let pages = 200
    private static let ends = 100
    private static let digits = 200

    private(set) var page: [Samples]
    private(set) var ends: [Samples]
    /// Our program only.
    private(set) var scrub = Samples()

    init(_ contenders: [Contender], _ data: BenchmarkData) throws {
        page = contenders.map { _ in Samples() }
        ends = page
        for (index, contender) in contenders.enumerated() {
            let terminal = try contender.startReady()
            defer { terminal.recorder.kill() }
            for _ in 0..<Self.pages {
                if let answer = MoveFigures.press(contender.page, terminal.recorder) { page[index].add(answer.time) }
            }
            if let (last, first) = contender.ends {
                for _ in 0..<Self.ends {
                    for (key, rank) in [(last, data.count - 1), (first, 0)] {
                        guard let time = Self.jump(terminal, key, to: data.name(at: rank)) else {
                            throw BenchError("\(contender.name) does not show row \(rank + 1)")
                        }
                        ends[index].add(time)
                    }
                }
            }
            if index == 0 { try scrub(terminal, data) }
        }
    }

    /// A digit moves the slider to that many tenths of the list, which follows immediately.
    private mutating func scrub(_ terminal: WatchedTerminal, _ data: BenchmarkData) throws {
        _ = MoveFigures.press(Array("s".utf8), terminal.recorder)
        for digit in (0..<Self.digits).map({ $0 * 7 % 9 + 1 }) {
            let time = terminal.press(Array(String(digit).utf8)) { screen in
                // "Cedar Library · 172" or, with the list's count behind it, "Cedar Library · 172 of 340".
                let words = screen.row(BenchmarkData.size.rows - 2).split { $0 == "·" || $0 == " " }
                guard let index = words.lastIndex(where: { Int($0) != nil && $0 != "\(data.count)" }),
                    let rank = Int(words[index]), abs(rank - data.count * digit / 10) <= 1
                else { return false }
                return (1..<BenchmarkData.size.rows - 2).contains { screen.row($0).contains(data.name(at: rank - 1)) }
            }
            guard let time else { throw BenchError("scrubbing to \(digit) tenths does not show them") }
            scrub.add(time)
        }
        _ = MoveFigures.press([0x0D], terminal.recorder)
    }

    private static func jump(_ terminal: WatchedTerminal, _ key: [UInt8], to name: String) -> Duration? {
        terminal.press(key) { $0.text.contains(name) }
    }
}
