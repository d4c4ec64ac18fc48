import PtySupport

/// How long a program takes from a letter of a filter, or its going, to the first frame that is right. It shows what was typed;
/// after a letter, as its first row, the one that stands first among those that match; after a backspace how many there are,
/// because the selection stays where it was then.
struct FilterFigures {
    /// Words that many, all, few and no rows hold, typed letter by letter and taken away again: 52 keystrokes.
    private static let words = ["cafe", "4006", "zab", "00123", "qxq", "health", "9"]

    /// A program in which rows are looked for by typing.
    struct Searcher {
        let contender: Contender
        /// What is pressed before the first letter, if anything.
        let opening: [UInt8]
        /// The row of the screen in which the typed text stands, and that of the first row.
        let textRow: Int
        let firstRow: Int
        /// How many rows the screen says that there are.
        let count: (VirtualTerminal) -> Int?
        /// The name that stands first for a word, nil for none; and how many there are.
        let expected: (String) -> Expected
    }

    struct Expected {
        var name: String?
        var count = 0
    }

    private(set) var samples: [Samples] = []

    init(_ searchers: [Searcher], _ workplace: Workplace) throws {
        for searcher in searchers { samples.append(try Self.measure(searcher, workplace)) }
    }

    private static func measure(_ searcher: Searcher, _ workplace: Workplace) throws -> Samples {
        var samples = Samples()
        let texts = words.flatMap { word in
            (1...word.count).map { String(word.prefix($0)) }
                + (0..<word.count).reversed().map { String(word.prefix($0)) }
        }
        // Worked out before: what is measured must not share the machine with it.
        var expected = ["": Expected(name: workplace.name(at: 0), count: workplace.count)]
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
                return expected.name.map(row.contains) ?? !Workplace.showsCard(row)
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
