import PtySupport

/// The time from the key to the text and to both pictures of a card with two photos of twelve megapixels: for the first opening
/// after a start, and for later ones.
struct CardPhotoFigures {
    private static let starts = 9
    private static let openings = 10

    private(set) var firstText = Samples()
    private(set) var firstFront = Samples()
    private(set) var firstBoth = Samples()
    private(set) var text = Samples()
    private(set) var both = Samples()
    private(set) var helperMemory = Samples()

    init(_ data: PhotoBenchmarkData) throws {
        // The first run only warms the caches.
        for start in 0...Self.starts {
            let terminal = try data.program.startReady()
            defer { terminal.recorder.kill() }
            try Self.select(terminal)
            let times = try Self.open(terminal)
            guard start > 0 else { continue }
            firstText.add(times[0])
            firstFront.add(times[1])
            firstBoth.add(times[2])
            if let helper = ProcessStatus.helper(of: terminal.recorder.process) { helperMemory.add(helper.peakMemory) }
            guard start == Self.starts else { continue }
            for _ in 0..<Self.openings {
                try Self.leave(terminal)
                let times = try Self.open(terminal)
                text.add(times[0])
                both.add(times[2])
            }
        }
    }

    static func select(_ terminal: WatchedTerminal) throws {
        // It may be selected already; then there is no output.
        terminal.recorder.send(Array("G".utf8))
        guard terminal.wait(until: { StatusLine.position(on: $0)?.rank == PhotoBenchmarkData.count })
        else { throw BenchError("the last card is not selected:\n\(terminal.text)") }
    }

    /// Returns the times of the text, of one picture and of both.
    static func open(_ terminal: WatchedTerminal) throws -> [Duration] {
        let times = terminal.press(
            [0x0D],
            untilEach: [
                { $0.text.contains(PhotoBenchmarkData.largeNote) },
                { $0.hasPicture(in: 0..<40) || $0.hasPicture(in: 40..<80) },
                { $0.hasPicture(in: 0..<40) && $0.hasPicture(in: 40..<80) },
            ])
        guard times.count == 3 else { throw BenchError("the card does not show its photos:\n\(terminal.text)") }
        return times
    }

    static func leave(_ terminal: WatchedTerminal) throws {
        let time = terminal.press(Array("q".utf8)) { StatusLine.position(on: $0)?.rank == PhotoBenchmarkData.count }
        guard time != nil else { throw BenchError("the list does not come back:\n\(terminal.text)") }
        terminal.recorder.read(untilQuietFor: 200)
    }
}

extension VirtualTerminal {
    /// Most of a 4:3 picture in one of the card's two frames.
    fileprivate func hasPicture(in columns: Range<Int>) -> Bool { pictureCells(in: columns) > 250 }
}
