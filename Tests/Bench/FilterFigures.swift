import PtySupport

/// The time from typing or deleting a letter of a filter to the first correct frame. A correct frame shows the typed text; after a
/// letter, the first match as the first row; after a backspace the number of matches, because the selection stays.
struct FilterFigures {
    /// Words with many, all, few and no matches, typed letter by letter and deleted again: 52 keystrokes.
    private static let words = ["cafe", "4006", "zab", "00123", "qxq", "health", "9"]

    /// A program with a search as you type.
    struct Searcher {
        let contender: Contender
        /// The keys before the first letter, if any.
        let opening: [UInt8]
        /// The screen rows of the typed text and of the first match.
        let textRow: Int
        let firstRow: Int
        /// The number of matches that the screen shows.
        let count: (VirtualTerminal) -> Int?
        /// The first match for a word (nil for none), and the number of matches.
        let expected: (String) -> Expected
    }

    struct Expected {
        var name: String?
        var count = 0
    }

    private(set) var samples: [Samples] = []

    init(_ searchers: [Searcher], _ data: BenchmarkData) throws {
        for searcher in searchers { samples.append(try Self.measure(searcher, data)) }
    }

    private static func measure(_ searcher: Searcher, _ data: BenchmarkData) throws -> Samples {
        var samples = Samples()
        let texts = words.flatMap { word in
            (1...word.count).map { String(word.prefix($0)) }
                + (0..<word.count).reversed().map { String(word.prefix($0)) }
        }
        // Computed in advance, so that it does not run during the measurement.
        var expected = ["": Expected(name: data.name(at: 0), count: data.count)]
        for text in Set(texts) where !text.isEmpty { expected[text] = searcher.expected(text) }
        let terminal = try searcher.contender.startReady()
        defer { terminal.recorder.kill() }
        if !searcher.opening.isEmpty { _ = MoveFigures.press(searcher.opening, terminal.recorder) }
        var before = ""
        for text in texts {
            let isLetter = text.count > before.count
            let key: [UInt8] = isLetter ? Array(text.suffix(1).utf8) : [0x7F]
            before = text
            let expected = expected[text] ?? Expected()
            let time = terminal.press(key) { screen in
                let words = screen.row(searcher.textRow).split { $0 == " " || $0 == "/" || $0 == ">" }
                guard text.isEmpty || words.contains(text[...]) else { return false }
                guard isLetter else { return searcher.count(screen) == expected.count }
                let row = screen.row(searcher.firstRow)
                return expected.name.map(row.contains) ?? !BenchmarkData.showsCard(row)
            }
            guard let time else {
                let words = "\(searcher.contender.name) is not right for \"\(text)\""
                throw BenchError(
                    words + ", which \(expected.count) rows hold, the first \(expected.name ?? "-"):\n" + terminal.text)
            }
            samples.add(time)
        }
        return samples
    }
}
