/// A command of the command line, with its parsed and validated values. Its ``CommandSpec`` says how it is written and read.
public protocol ShellCommand: Hashable, Sendable {
    /// Whether its result is text to read that may have any length.
    var mayBeLong: Bool { get }
    /// Whether it waits for the network: Ctrl-C then cancels its task, so that it ends cleanly.
    var usesNetwork: Bool { get }

    /// Throws ``CommandFailure``, a user-facing error, or `CancellationError`.
    func run(with runner: CommandRunner, _ options: Invocation.Options) async throws -> ExitCode
}

extension ShellCommand {
    public var mayBeLong: Bool { false }
    public var usesNetwork: Bool { false }
}
