internal import CProcess
internal import Dispatch
internal import Glibc

/// A child process that runs, or has ended and was not asked how. Who lets go of it ends it, with all that it started
/// in its group, and waits for that: it never becomes a zombie.
///
/// It holds the number only: what the child reads and writes is with whoever started it.
public struct ChildProcess: ~Copyable, Sendable {
    /// Also the number of its session and of its group. No other process gets it as long as this value is there.
    public let identifier: Int32

    /// Throws what kept it from being started, also that there is no such program.
    public init(starting command: ChildCommand) throws(StartError) { identifier = try command.start() }

    deinit {
        signalGroup(SIGKILL)
        Self.wait(for: identifier)
    }

    public var hasEnded: Bool {
        var information = siginfo_t()
        // It is only looked at, and stays to be waited for. The signal's number is set for one that has ended.
        let result = waitid(P_PID, id_t(identifier), &information, WEXITED | WNOHANG | WNOWAIT)
        return result != 0 || information.si_signo != 0
    }

    /// A descriptor that is ready from the child's end on; its number is below zero on a kernel before 5.3.
    public func endDescriptor() -> Descriptor { Descriptor(owning: cprocess_descriptor(identifier)) }

    /// Signals it and all that it started, but for what has left its group.
    public func signalGroup(_ signal: Int32) { kill(-identifier, signal) }

    /// Waits for its end. Blocks.
    @discardableResult
    public consuming func wait() -> ChildEnd {
        let status = Self.wait(for: identifier)
        discard self
        return ChildEnd(waitStatus: status)
    }

    /// Lets it run on, also beyond our own end.
    public consuming func release() {
        let identifier = identifier
        // A thread that has nothing else to do waits for it, so that it leaves no zombie.
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
