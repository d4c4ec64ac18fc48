import Cards
import Glibc
import PtySupport
import Terminal
import TestSupport

/// The same 10,000 rows for every program, in a folder of their own: a store, lines of text, files, an address book.
struct Workplace {
    static let size = Size(columns: 80, rows: 24)
    static let count = 10_000

    /// The text of the first row, as every program shows it.
    let firstName: String
    /// What a backend sends.
    let cards: [UInt8]
    private let folder: TemporaryFolder
    private let rows: [Row]

    /// A card, as text.
    private struct Row {
        let name: String
        let number: String
        let groups: [String]

        /// As our list shows it at 80 columns.
        var line: String { Self.padded(name, 19) + Self.padded(number, 21) + groups.joined(separator: ", ") }

        var json: JSON {
            .object([
                "identifier": .string("card-" + number), "name": .string(name), "number": .string(number),
                "front": .string(""), "back": .string(""), "groups": .array(groups.map { .string($0) }),
            ])
        }

        private static func padded(_ text: String, _ columns: Int) -> String {
            text + String(repeating: " ", count: max(1, columns - text.utf8.count))
        }
    }

    init() throws {
        folder = try TemporaryFolder()
        let groups = ["food", "travel", "town", "books", "sport", "health"]
        rows = (0..<Self.count).map { place in
            let digits = String(100_000 + place).dropFirst()
            return Row(
                name: "Amber Cafe \(digits)", number: "40063813\(digits)",
                groups: place % 3 == 0 ? [] : Array(groups.dropFirst(place % 5).prefix(place % 3)))
        }
        firstName = rows[0].name
        cards = JSONWriter.bytes(of: .array(rows.map(\.json)))
    }

    /// All programs that are installed, ours first.
    func contenders() throws -> [Contender] {
        var contenders = [try ours(), try fzf()]
        if let nnn = installed("nnn") {
            // Its files are its rows; their names are all that it shows.
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

    /// Our program with a store of all cards.
    private func ours() throws -> Contender {
        let contender = empty(named: "full")
        let file = try folder.write(String(decoding: cards, as: UTF8.self), to: "cards.json")
        var importer = contender
        importer.arguments = ["import", file]
        guard try importer.start().waitForEnd() == 0 else { throw BenchError("the cards could not be imported") }
        return contender
    }

    /// Our program with a store of its own that holds nothing yet.
    func empty(named name: String, backend: String? = nil) -> Contender {
        let home = folder.path + "/" + name
        mkdir(home, 0o700)
        return Contender(
            name: "cards-tui", path: TerminalProgram.products + "/cards-tui",
            arguments: backend.map { ["--backend", $0] } ?? [],
            environment: ["HOME": home, "XDG_DATA_HOME": home + "/data"], down: Array("j".utf8))
    }

    private func fzf() throws -> Contender {
        guard let path = installed("fzf") else { throw BenchError("fzf is not installed") }
        let lines = try folder.write(rows.map { $0.line + "\n" }.joined(), to: "lines")
        // From the top down, as the others; Ctrl-N because letters are what it looks for.
        return Contender(
            name: "fzf", path: path, arguments: ["--layout=reverse"], environment: ["HOME": folder.path], input: lines,
            down: [0x0E])
    }

    private func installed(_ name: String) -> String? {
        ["/usr/bin/", "/usr/local/bin/", "/bin/"].map { $0 + name }.first { access($0, X_OK) == 0 }
    }
}

/// Why nothing can be measured.
struct BenchError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
