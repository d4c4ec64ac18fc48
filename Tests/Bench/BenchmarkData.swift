import Cards
import Glibc
import PtySupport
import Terminal
import TestSupport

/// The same rows for every program, in its own folder: a store, lines of text, files, an address book. They are in the order of our
/// list.
struct BenchmarkData {
    static let size = Size(columns: 80, rows: 24)
    /// More files in a folder, or contacts in an address book, take minutes to create and to open.
    private static let mostFiles = 10_000

    let count: Int
    /// The list that a backend sends.
    let cards: [UInt8]
    /// The time our program took to import them into an empty store, in seconds, and its peak memory.
    private(set) var importSeconds = 0.0
    private let folder: TemporaryFolder
    private let rows: [Row]

    init(count: Int) throws {
        self.count = count
        folder = try TemporaryFolder()
        rows = Row.made(count)
        cards = count > Self.mostFiles ? [] : JSONWriter.bytes(of: .array(rows.map(\.json)))
    }

    func name(at rank: Int) -> String { rows[rank].name }

    /// Whether a row of a screen shows one of the cards.
    static func showsCard(_ row: String) -> Bool { Row.kinds.contains(where: row.contains) }

    /// All installed programs that can show this number of rows, ours first.
    mutating func contenders() throws -> [Contender] {
        var contenders = [try ours(), try fzf()]
        guard count <= Self.mostFiles else { return contenders }
        if let nnn = installed("nnn") {
            // Files are its rows; only their names are shown.
            let names = folder.path + "/names"
            mkdir(names, 0o700)
            for row in rows { close(open(names + "/" + row.name, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)) }
            contenders.append(
                Contender(
                    name: "nnn", path: nnn, arguments: [names], environment: ["HOME": folder.path],
                    down: Array("j".utf8)))
        }
        if let abook = installed("abook") {
            let people = rows.enumerated().map { "\n[\($0)]\nname=\($1.name)\nphone=\($1.number)\n" }
            let file = try folder.write(
                "[format]\nprogram=abook\nversion=0.6.1\n" + people.joined(), to: "addressbook")
            contenders.append(
                Contender(
                    name: "abook", path: abook, arguments: ["--datafile", file], environment: ["HOME": folder.path],
                    down: Array("j".utf8)))
        }
        return contenders
    }

    /// Our program with a store that has all cards.
    mutating func ours() throws -> Contender {
        var contender = empty(named: "full")
        contender.ends = (Array("G".utf8), Array("g".utf8))
        contender.ready = " of \(count)"
        let file = try jsonLines(rows, to: "cards.jsonl")
        var importer = contender
        importer.arguments = ["import", file]
        let start = ContinuousClock.now
        guard try importer.start().waitForEnd() == 0 else { throw BenchError("the cards could not be imported") }
        let parts = start.duration(to: .now).components
        importSeconds = Double(parts.seconds) + Double(parts.attoseconds) / 1e18
        return contender
    }

    /// Our program with a new, empty store.
    func empty(named name: String, backend: String? = nil) -> Contender {
        let home = folder.path + "/" + name
        mkdir(home, 0o700)
        return Contender(
            name: "cards-tui", path: Products.program,
            arguments: backend.map { ["--backend", $0] } ?? [],
            environment: ["HOME": home, "XDG_DATA_HOME": home + "/data"], down: Array("j".utf8))
    }

    /// A program in C that shows our store, and does nothing else: what SQLite and ncurses alone take.
    func ruler() throws -> Contender {
        guard let path = getenv("CARDS_RULER").map({ String(cString: $0) }) else {
            throw BenchError("no CARDS_RULER: see .ci/bench")
        }
        let store = folder.path + "/full/data/cards-tui/cards.sqlite"
        return Contender(name: "ruler", path: path, arguments: [store], environment: [:], down: Array("j".utf8))
    }

    /// A file with this number of cards that sort after all others.
    func moreCards(_ count: Int) throws -> String {
        try jsonLines(
            (0..<count).map { Row(name: "Zz Late \(Row.digits($0))", number: "9\(Row.digits($0))", groups: []) },
            to: "more.jsonl")
    }

    /// Our program and fzf as search programs. fzf keeps the order of its lines, as ours does for equal matches.
    func searchers(_ contenders: [Contender]) -> [FilterFigures.Searcher] {
        var fzf = contenders[1]
        fzf.arguments += ["--exact", "--no-sort"]
        return [
            .init(
                // Below the strip of groups.
                contender: contenders[0], opening: Array("/".utf8), textRow: 0, firstRow: 2,
                count: { screen in
                    // "/ cafe    2500 of 10000, best match first"
                    let words = screen.row(0).split(separator: " ")
                    return words.lastIndex(of: "of").flatMap { $0 > 0 ? Int(words[$0 - 1]) : nil }
                }, expected: { expected(for: $0, isBestFirst: true) }),
            .init(
                contender: fzf, opening: [], textRow: 0, firstRow: 2,
                count: { screen in
                    // "  2500/10000 ───"
                    screen.row(1).split { $0 == " " || $0 == "/" }.first { Int($0) != nil }.flatMap { Int($0) }
                }, expected: { expected(for: $0, isBestFirst: false) }),
        ]
    }

    private func expected(for word: String, isBestFirst: Bool) -> FilterFigures.Expected {
        let word = Array(word.utf8)
        var expected = FilterFigures.Expected()
        var best = Int.max
        for row in rows {
            guard let rank = row.rank(of: word) else { continue }
            expected.count += 1
            if rank < best, isBestFirst || expected.count == 1 { (best, expected.name) = (rank, row.name) }
        }
        return expected
    }

    private func jsonLines(_ rows: [Row], to name: String) throws -> String {
        let path = try folder.write("", to: name)
        guard let file = fopen(path, "w") else { throw BenchError("\(path) cannot be written") }
        defer { fclose(file) }
        for row in rows {
            let line = JSONWriter.bytes(of: row.json) + [0x0A]
            guard fwrite(line, 1, line.count, file) == line.count else { throw BenchError("the disk is full") }
        }
        return path
    }

    private func fzf() throws -> Contender {
        guard let path = installed("fzf") else { throw BenchError("fzf is not installed") }
        let lines = try folder.write(rows.map { $0.line + "\n" }.joined(), to: "lines")
        // Listed from the top down like the others; Ctrl-N because letters are search input.
        return Contender(
            name: "fzf", path: path, arguments: ["--layout=reverse", "--bind=end:last,home:first"],
            environment: ["HOME": folder.path], input: lines, down: [0x0E],
            ends: (Array("\u{1B}[F".utf8), Array("\u{1B}[H".utf8)), ready: "\(count)/\(count)")
    }

    private func installed(_ name: String) -> String? {
        ["/usr/bin/", "/usr/local/bin/", "/bin/"].map { $0 + name }.first { access($0, X_OK) == 0 }
    }
}

/// Why a measurement is impossible.
struct BenchError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
