internal import Basics
internal import CProcess
internal import Dispatch
internal import Glibc
internal import Synchronization

/// A child process in the session and process group of this one, so that it may use the terminal: an editor.
///
/// Unlike a ``ChildProcess`` it has no group of its own. Where it has to end, so has what it has started (``JobMembers``): a script may
/// have started the editor. Whoever has started this process is in the group as well, and is left alone.
public final class ForegroundChild: Sendable {
    private let identifier: Int32
    /// Whether the process id is still its own.
    private let isRunning = Mutex(true)
    /// What it had started when it was told to end.
    private let others = Mutex<JobMembers?>(nil)

    private init(starting command: ChildCommand) throws(StartError) {
        identifier = try command.start(sharesTerminal: true)
    }

    /// Starts a command and waits for its end. When it stops, this process stops as well, or the shell would not take the terminal
    /// back, and continues it afterwards. Where the task is cancelled it is told to end with what it has started; what does not is killed.
    public static func run(_ command: ChildCommand) async throws(StartError) -> ChildEnd {
        let child = try ForegroundChild(starting: command)
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // A thread of its own: somebody may edit for a long time.
                DispatchQueue(label: "cards-tui.foreground").async {
                    let end = child.wait()
                    child.waitForOthers()
                    continuation.resume(returning: end)
                }
            }
        } onCancel: {
            DispatchQueue.global().async { child.end() }
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
        // Read before the signals: what remains of a child that has ended has another parent.
        // Kept under the lock: who waits for the others sees them once the child is no longer running.
        let members = isRunning.withLock { isRunning -> JobMembers? in
            guard isRunning else { return nil }
            let members = JobMembers(startedBy: identifier)
            others.withLock { $0 = members }
            return members
        }
        guard let members else { return }
        for number in [SIGHUP, SIGCONT] {
            signal(number)
            members.signal(number)
        }
        for (number, milliseconds) in [(SIGTERM, 500), (SIGKILL, Self.millisecondsToEnd)] {
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
                self.signal(number)
                members.signal(number)
            }
        }
    }

    private static let millisecondsToEnd = 1500

    /// This process may end afterwards, and nobody would kill them then: so they are killed here, not only by ``end()``.
    private func waitForOthers() {
        guard let members = others.withLock({ $0 }) else { return }
        if members.waitForEnd(until: ContinuousClock.now + .milliseconds(Self.millisecondsToEnd)) { return }
        members.signal(SIGKILL)
        members.waitForEnd(until: ContinuousClock.now + .milliseconds(500))
    }
}

/// What a child on the terminal has started, directly or not, as far as it is still in the process group of this process: the editor of
/// a wrapper script, for example. The wrapper may end before it.
///
/// They are held by descriptors (pidfd), since their numbers may be given to other processes.
final class JobMembers: Sendable {
    private let descriptors: [Int32]

    /// Reads /proc once: what is started later is no member. On kernels before 5.3 there are none.
    init(startedBy identifier: Int32) {
        let group = getpgrp()
        var others = Self.all().filter { $0.group == group }
        var (members, parents): ([Entry], Set<Int32>) = ([], [identifier])
        while !parents.isEmpty {
            let children = others.filter { parents.contains($0.parent) }
            others.removeAll { parents.contains($0.parent) }
            members += children
            parents = Set(children.map(\.identifier))
        }
        descriptors = members.compactMap { member in
            let descriptor = cprocess_descriptor(member.identifier)
            guard descriptor >= 0 else { return nil }
            // It may have ended before the descriptor was made.
            if Entry(member.identifier) == member { return descriptor }
            close(descriptor)
            return nil
        }
    }

    deinit { for descriptor in descriptors { close(descriptor) } }

    func signal(_ number: Int32) { for descriptor in descriptors { cprocess_signal(descriptor, number) } }

    /// Blocks until all of them have ended, or until the deadline; returns whether all have ended.
    @discardableResult
    func waitForEnd(until deadline: ContinuousClock.Instant) -> Bool {
        var running = descriptors
        while !running.isEmpty, let index = Readiness.first(of: running, until: deadline) { running.remove(at: index) }
        return running.isEmpty
    }

    /// One process by the beginning of its status, proc(5).
    private struct Entry: Equatable {
        let identifier: Int32
        let parent: Int32
        let group: Int32

        /// Nil if there is no such process.
        init?(_ identifier: Int32) {
            let file = open("/proc/\(identifier)/stat", O_RDONLY | O_CLOEXEC)
            guard file >= 0 else { return nil }
            let bytes = Descriptor(owning: file).read(upTo: 512) ?? []
            // State, parent and group follow the name, which may contain anything.
            let fields = String(decoding: bytes, as: UTF8.self).split(separator: ")").last?.split(separator: " ") ?? []
            guard fields.count > 2, let parent = Int32(fields[1]), let group = Int32(fields[2]) else { return nil }
            self.identifier = identifier
            self.parent = parent
            self.group = group
        }
    }

    private static func all() -> [Entry] {
        PathText.names(inFolder: "/proc").compactMap { Int32($0).flatMap { Entry($0) } }
    }
}
