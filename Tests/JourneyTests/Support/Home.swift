import Cards
import Foundation
import PtySupport
import Terminal
import TestSupport
import Testing

/// An empty home folder for one journey, and the real program started in it. Everything that could change a screen is fixed.
final class Home: Sendable {
    static let program = Products.program

    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name in ["config/cards-tui", "data", "state", "cache"] {
            try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
        }
    }

    func path(_ name: String) -> String { folder.path + "/" + name }

    var store: String { path("data/cards-tui/cards.sqlite") }
    var log: String { (try? folder.text(of: "state/cards-tui/log")) ?? "" }

    var environment: [String: String] {
        [
            "HOME": folder.path, "XDG_CONFIG_HOME": path("config"), "XDG_DATA_HOME": path("data"),
            "XDG_STATE_HOME": path("state"), "XDG_CACHE_HOME": path("cache"), "PAGER": "cat",
        ]
    }

    /// Writes the settings file that the next start reads.
    func configure(_ text: String) throws { _ = try folder.write(text, to: "config/cards-tui/config.yaml") }

    // MARK: - The program

    /// Starts the program in a terminal: its screen, unless the arguments name a command.
    func start(
        _ arguments: [String] = [], environment: [String: String?] = [:], size: Size = Size(columns: 80, rows: 24),
        cell: CellPixels? = nil, isSessionLeader: Bool = true
    ) throws -> TerminalProgram {
        try TerminalProgram(
            Self.program, arguments: arguments, environment: merged(environment), size: size, cell: cell,
            isSessionLeader: isSessionLeader, on: self)
    }

    /// Starts another program in this home.
    func start(
        program path: String, _ arguments: [String], environment: [String: String?] = [:],
        size: Size = Size(columns: 80, rows: 24)
    ) throws -> TerminalProgram {
        try TerminalProgram(path, arguments: arguments, environment: merged(environment), size: size, on: self)
    }

    private func merged(_ environment: [String: String?]) -> [String: String?] {
        self.environment.mapValues { Optional($0) }.merging(environment) { $1 }
    }

    /// The result of a command that had no terminal to write to.
    struct Ending {
        let status: Int32
        let output: String
        let errors: String
    }

    /// Runs a command to its end, without a terminal.
    func run(
        _ arguments: [String], input: String = "/dev/null", environment: [String: String?] = [:]
    ) async throws -> Ending {
        let name = UUID().uuidString
        let shell = try start(
            program: "/bin/sh",
            [
                "-c", "exec \"$0\" \"$@\" <\(input) >\(path(name + ".out")) 2>\(path(name + ".err"))", Self.program,
            ] + arguments, environment: environment)
        let status = try await shell.exitStatus()
        return Ending(
            status: status, output: try folder.text(of: name + ".out"), errors: try folder.text(of: name + ".err"))
    }

    func run(_ arguments: String...) async throws -> Ending { try await run(arguments) }

    // MARK: - The cards

    /// Adds a card by the command line, and returns its identifier.
    @discardableResult
    func add(_ name: String, number: String = "1", _ more: String...) async throws -> String {
        let ending = try await run(["add", "--name", name, "--number", number] + more)
        try #require(ending.status == 0, "\(ending.errors)")
        return String(ending.output.dropLast())
    }

    /// Imports cards by the command line.
    func bring(_ cards: [JSON]) async throws {
        let file = try folder.write(String(decoding: JSONWriter.bytes(of: .array(cards)), as: UTF8.self), to: "in.json")
        let ending = try await run("import", file)
        try #require(ending.status == 0, "\(ending.errors)")
    }

    /// The cards in the store, in the order of the list.
    func cards() async throws -> [JSON] {
        let ending = try await run("list", "--json=array")
        try #require(ending.status == 0, "\(ending.errors)")
        return try #require(try JSONParser.parse(Array(ending.output.utf8)).array)
    }

    func names() async throws -> [String] { try await cards().compactMap { $0["name"]?.string } }

    // MARK: - The drafts

    /// The drafts on the disk, each as its file's text.
    var drafts: [String] {
        let folder = "state/cards-tui/drafts"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path(folder))) ?? []
        return names.filter { $0.hasSuffix(".draft") }.compactMap { try? self.folder.text(of: folder + "/" + $0) }
    }
}
