internal import Basics
public import Cards
internal import ChildProcesses

/// Puts text on a clipboard by the user's `copy_command`, or inside of tmux by tmux, which knows how to tell the terminal around it.
/// The text goes over standard input and never into an argument.
public struct ClipboardCommand: ClipboardWriting {
    /// `-w`: to the terminal's clipboard too, also where `set-clipboard` is as it comes (tmux 3.2 and later).
    private static let tmux = "TMUX=\"$1\" exec tmux load-buffer -w -"

    private let command: String?
    private let environment: Environment
    private let time: Duration

    /// - Parameter time: what takes longer is ended.
    public init(
        command: String?, environment: @escaping Environment = Paths.processEnvironment, time: Duration = .seconds(5)
    ) {
        (self.command, self.environment, self.time) = (command, environment, time)
    }

    public func copy(_ text: String) async throws -> ClipboardOutcome {
        if let command {
            try await Self.run(command, [], text, time)
            return .copied
        }
        guard let server = environment("TMUX"), !server.isEmpty else { return .notTaken }
        // An older tmux, or one that has ended: the terminal's own sequence may still arrive.
        return (try? await Self.run(Self.tmux, [server], text, time)) == nil ? .notTaken : .sentToTerminal
    }

    @concurrent private static func run(_ line: String, _ arguments: [String], _ text: String, _ time: Duration)
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
        let deadline = ContinuousClock.now.advanced(by: time)
        while !child.hasEnded {
            let now = ContinuousClock.now
            // Let go of, it is ended with all that it started.
            guard now < deadline, !Task.isCancelled else { throw ClipboardError(reason: "did not end in \(time.text)") }
            let next = min(deadline, now.advanced(by: .milliseconds(end.number < 0 ? 20 : 200)))
            _ = Readiness.first(of: [end.number], until: next)
        }
        // What it left running (xclip, wl-copy) holds the text for others, and lives on.
        let outcome = child.wait()
        guard outcome == .exited(code: 0) else { throw ClipboardError(reason: outcome.words) }
    }
}

/// Why the user's command did not take what was to be copied.
public struct ClipboardError: UserFacingError, Hashable {
    let reason: String

    public var userMessage: String { "The copy_command \(reason)." }
}
