internal import CProcess
internal import Dispatch
internal import Glibc

/// A child process that runs, or has ended without being waited for. Destroying this value kills it with its process group and
/// waits for that, so that it never becomes a zombie.
///
/// It holds the process id only; the child's pipes belong to the caller.
public struct ChildProcess: ~Copyable, Sendable {
    /// The process id, also the id of its session and group. It is not reused while this value exists.
    public let identifier: Int32

    /// Throws where it cannot be started, for example because there is no such program.
    public init(starting command: ChildCommand) throws(StartError) { identifier = try command.start() }

    deinit {
        signalGroup(SIGKILL)
        Self.wait(for: identifier)
    }

    public var hasEnded: Bool {
        var information = siginfo_t()
        // WNOWAIT leaves it to be waited for later. The signal number is set only if it has ended.
        let result = waitid(P_PID, id_t(identifier), &information, WEXITED | WNOHANG | WNOWAIT)
        return result != 0 || information.si_signo != 0
    }

    /// A descriptor that becomes readable when the child ends (pidfd); its number is negative on kernels before 5.3.
    public func endDescriptor() -> Descriptor { Descriptor(owning: cprocess_descriptor(identifier)) }

    /// Sends a signal to it and all processes that it started, except those that left its group.
    public func signalGroup(_ signal: Int32) { kill(-identifier, signal) }

    /// Blocks until it ends.
    @discardableResult
    public consuming func wait() -> ChildEnd {
        let status = Self.wait(for: identifier)
        discard self
        return ChildEnd(waitStatus: status)
    }

    /// Lets it run on, even after this process ends.
    public consuming func release() {
        let identifier = identifier
        // A thread of its own waits for it, so that it leaves no zombie.
        DispatchQueue(label: "cards-tui.child").async { Self.wait(for: identifier) }
        discard self
    }

    @discardableResult
    private static func wait(for identifier: Int32) -> Int32 {
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        return status
    }
}

/// How a child process ended.
public enum ChildEnd: Equatable, Sendable {
    case exited(code: Int32)
    case killed(signal: Int32)

    /// - Parameter status: of waitpid(2): the low seven bits are the signal, the next byte the exit code.
    init(waitStatus status: Int32) {
        let signal = status & 0x7F
        self = signal == 0 ? .exited(code: status >> 8 & 0xFF) : .killed(signal: signal)
    }

    /// The reason as a part of a sentence.
    public var description: String {
        switch self {
        case .exited(let code): "exit code \(code)"
        case .killed(let signal): "signal \(signal)"
        }
    }
}
