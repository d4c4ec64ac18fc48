import PtySupport

/// A program that shows the rows in a terminal, and its keys for moving.
struct Contender {
    let name: String
    let path: String
    var arguments: [String] = []
    var environment: [String: String] = [:]
    /// A file for its standard input; nil for the terminal.
    var input: String?
    let down: [UInt8]
    var page = Array("\u{1B}[6~".utf8)
    /// The keys for the last and the first row; nil if the program uses another order.
    var ends: (last: [UInt8], first: [UInt8])?
    /// The text on its screen once it has all rows; nil if it shows none.
    var ready: String?

    func start() throws -> TerminalRecorder {
        try TerminalRecorder(
            path: path, arguments: arguments,
            environment: TerminalProgram.pinned.merging(environment) { _, own in own }, size: BenchmarkData.size,
            input: input)
    }

    /// Starts the program and waits until it has all rows.
    func startReady() throws -> WatchedTerminal {
        let terminal = try WatchedTerminal(start())
        guard terminal.wait(until: { screen in ready.map(screen.text.contains) ?? true }) else {
            terminal.recorder.kill()
            throw BenchError("\(name) does not say \(ready ?? "")")
        }
        terminal.recorder.read(untilQuietFor: 500)
        return terminal
    }
}
