import PtySupport

/// The time from the letter after which nothing matches to the frame with the cards that have a similar name. Every name is compared
/// for it.
struct SimilarFigures {
    private static let rounds = 5

    /// What is typed before that letter, the letter, and the beginning of the most similar name.
    private static let words = [
        ("amb", "r", "Amber"), ("cord", "n", "Cordina"), ("rosf", "n", "Rosfino"), ("delpol", "l", "Delpol"),
        ("galst", "n", "Galsten"), ("kormir", "r", "Kormira"),
    ]

    private(set) var samples = Samples()

    init(_ program: Contender) throws {
        let terminal = try program.startReady()
        defer { terminal.recorder.kill() }
        _ = MoveFigures.press(Array("/".utf8), terminal.recorder)
        for _ in 0..<Self.rounds {
            for (start, letter, name) in Self.words {
                try Self.press(Array(start.utf8), terminal) { screen in
                    Self.shows(start, on: screen) && screen.row(2).contains(name) && !screen.row(0).contains("similar")
                }
                samples.add(
                    try Self.press(Array(letter.utf8), terminal) { screen in
                        Self.shows(start + letter, on: screen) && screen.row(2).contains(name)
                            && screen.row(0).contains("similar")
                    })
                // Ctrl-U
                try Self.press([0x15], terminal) { !Self.shows(start + letter, on: $0) }
            }
        }
    }

    private static func shows(_ text: String, on screen: VirtualTerminal) -> Bool {
        screen.row(0).split(separator: " ").contains(text[...])
    }

    @discardableResult
    private static func press(
        _ keys: [UInt8], _ terminal: WatchedTerminal, until isRight: (VirtualTerminal) -> Bool
    ) throws -> Duration {
        guard let time = terminal.press(keys, until: isRight) else {
            throw BenchError("the search is not right:\n\(terminal.text)")
        }
        terminal.recorder.read(untilQuietFor: 50)
        return time
    }
}
