internal import CProcess
internal import Dispatch
internal import Glibc
internal import Synchronization

/// A child process in the session and process group of this one, so that it may use the terminal: an editor.
///
/// It holds the process id only. Unlike a ``ChildProcess`` it has no group of its own, so that signals go to it alone.
public final class ForegroundChild: Sendable {
    private let identifier: Int32
    /// Whether the process id is still its own.
    private let isRunning = Mutex(true)

    private init(starting command: ChildCommand) throws(StartError) {
        identifier = try command.start(sharesTerminal: true)
    }

    /// Starts a command and waits for its end. When it stops, this process stops as well, or the shell would not take the terminal
    /// back, and continues it afterwards. Where the task is cancelled it is told to end, and killed if it does not.
    public static func run(_ command: ChildCommand) async throws(StartError) -> ChildEnd {
        let child = try ForegroundChild(starting: command)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // A thread of its own: somebody may edit for a long time.
                DispatchQueue(label: "cards-tui.foreground").async { continuation.resume(returning: child.wait()) }
            }
        } onCancel: {
            child.end()
        }
    }

    private func wait() -> ChildEnd {
        var information = siginfo_t()
        while true {
            // WNOWAIT: until the lock is held, the process id may not be given to another process.
            guard waitid(P_PID, id_t(identifier), &information, WEXITED | WSTOPPED | WNOWAIT) == 0 else {
                if errno == EINTR { continue }
                break
            }
            guard Int(information.si_code) == Int(CLD_STOPPED) else { break }
            waitid(P_PID, id_t(identifier), &information, WSTOPPED | WNOHANG)
            cprocess_stop()
            signal(SIGCONT)
        }
        isRunning.withLock { $0 = false }
        var status: Int32 = 0
        while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
        return ChildEnd(waitStatus: status)
    }

    private func signal(_ number: Int32) {
        isRunning.withLock { isRunning in
            if isRunning { kill(identifier, number) }
        }
    }

    /// Editors keep what was typed when the terminal hangs up. One that does not end then has a moment for it.
    private func end() {
        signal(SIGHUP)
        signal(SIGCONT)
        for (number, milliseconds) in [(SIGTERM, 500), (SIGKILL, 1500)] {
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { self.signal(number) }
        }
    }
}
