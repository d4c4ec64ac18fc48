internal import Basics
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
        (self.command, self.environment, self.timeout) = (command, environment, timeout)
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

    @concurrent private static func run(_ line: String, _ arguments: [String], _ text: String, _ timeout: Duration)
        async throws
    {
        let child: ChildProcess
        do {
            let input = try Descriptor(holding: Array(text.utf8))
            let files: [ChildCommand.File] = [.descriptor(input.number), .nothing, .nothing]
            child = try ChildProcess(starting: ChildCommand(shell: line, arguments: arguments, files: files))
        } catch {
            throw ClipboardError(reason: "could not be started: \(error.reason)")
        }
        let end = child.endDescriptor()
        let deadline = ContinuousClock.now.advanced(by: timeout)
        while !child.hasEnded {
            let now = ContinuousClock.now
            // Releasing the child ends it with all processes that it started.
            guard now < deadline, !Task.isCancelled else {
                throw ClipboardError(reason: "did not finish within \(timeout.text)")
            }
            let next = min(deadline, now.advanced(by: .milliseconds(end.number < 0 ? 20 : 200)))
            _ = Readiness.first(of: [end.number], until: next)
        }
        // Processes that it left running (xclip, wl-copy) provide the text to other programs; they are not ended.
        let outcome = child.wait()
        guard outcome == .exited(code: 0) else { throw ClipboardError(reason: outcome.description) }
    }
}

/// Why the user's command did not accept the text.
public struct ClipboardError: UserFacingError, Hashable {
    let reason: String

    public var userMessage: String { "The copy_command \(reason)." }
}
