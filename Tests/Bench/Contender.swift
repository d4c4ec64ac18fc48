import PtySupport

/// A program that shows 10,000 rows in a terminal, and the keys that move in it.
struct Contender {
    let name: String
    let path: String
    var arguments: [String] = []
    var environment: [String: String] = [:]
    /// A file for its standard input; nil for the terminal.
    var input: String?
    let down: [UInt8]

    func start() throws -> TerminalRecorder {
        try TerminalRecorder(
            path: path, arguments: arguments,
            environment: TerminalProgram.pinned.merging(environment) { _, own in own }, size: Workplace.size,
            input: input)
    }
}
