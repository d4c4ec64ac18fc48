public import Cards
internal import ChildProcesses

/// Copies text by the user's `copy_command`, or inside tmux by tmux, which forwards it to the outer terminal. The text
/// is passed on standard input and never in an argument.
public struct ClipboardCommand: ClipboardWriting {
    /// `-w`: also to the terminal's clipboard, even with the default `set-clipboard` (tmux 3.2 and later).
    private static let tmux = "TMUX=\"$1\" exec tmux load-buffer -w -"

    private let command: String?
    private let environment: Environment
    private let timeout: Duration

    /// - Parameter timeout: a command that takes longer is ended.
    public init(
        command: String?, environment: @escaping Environment = Paths.processEnvironment, timeout: Duration = .seconds(5)
    ) {
        self.command = command
        self.environment = environment
        self.timeout = timeout
    }

    public func copy(_ text: String) async throws -> ClipboardOutcome {
        if let command {
            try await Self.run(command, [], text, timeout)
            return .copied
        }
        guard let server = environment("TMUX"), !server.isEmpty else { return .notAccepted }
        // An older tmux, or one that has ended: the terminal's own sequence may still work.
        return (try? await Self.run(Self.tmux, [server], text, timeout)) == nil ? .notAccepted : .sentToTerminal
    }

    private static func run(_ line: String, _ arguments: [String], _ text: String, _ timeout: Duration) async throws {
        // Processes that it leaves running (xclip, wl-copy) provide the text to other programs; they are not ended.
        let program = InputProgram(timeout: timeout) { ChildCommand(shell: line, arguments: arguments, files: $0) }
        do {
            try await program.run(Array(text.utf8))
        } catch let failure as InputProgram.Failure {
            throw ClipboardError(reason: failure.reason)
        }
    }
}

/// Why the user's command did not accept the text.
public struct ClipboardError: UserFacingError, Equatable {
    let reason: String

    public var userMessage: String { "The copy_command \(reason)." }
}
