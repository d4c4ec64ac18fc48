internal import CPty
internal import Glibc
public import Terminal
internal import TestSupport

/// An error in running a program in a pseudo-terminal.
public struct PtyError: Error, CustomStringConvertible {
    public let call: String
    public let code: Int32

    public var description: String { "\(call) failed: \(String(cString: strerror(code)))" }
}

/// A pseudo-terminal and the program that runs in it.
///
/// Several can exist in a test run: no descriptor leaks into another child (a leaked one would keep a closed terminal open), the
/// end of the child is signalled by a descriptor, and no signal handler is needed.
public final class PseudoTerminal {
    /// The user's end.
    let master: Int32
    private let processDescriptor: Int32
    public let process: Int32
    private var isMasterOpen = true
    private var status: Int32?
    private let cell: CellPixels?

    /// - Parameters:
    ///   - cell: the pixel size of a cell, if the terminal reports it.
    ///   - input: a file for the program's standard input; nil for the terminal.
    ///   - isSessionLeader: whether this is the program's controlling terminal, so that closing it sends SIGHUP.
    public init(
        path: String, arguments: [String], environment: [String: String], size: Size, cell: CellPixels? = nil,
        input: String? = nil, isSessionLeader: Bool = true
    ) throws(PtyError) {
        let master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)
        var name = [CChar](repeating: 0, count: 128)
        guard master >= 0, grantpt(master) == 0, unlockpt(master) == 0, ptsname_r(master, &name, name.count) == 0 else {
            throw PtyError(call: "posix_openpt", code: errno)
        }
        _ = fcntl(master, F_SETFL, O_NONBLOCK)
        Self.resize(master, to: size, cell)
        var actions = posix_spawn_file_actions_t()
        var attributes = posix_spawnattr_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        // The first terminal that a new session opens becomes its controlling terminal.
        posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR | (isSessionLeader ? 0 : O_NOCTTY), 0)
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
        posix_spawn_file_actions_adddup2(&actions, 0, 2)
        if let input { posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0) }
        posix_spawn_file_actions_addclosefrom_np(&actions, 3)
        // A test runner's thread may block signals, which the program must not inherit.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, pty_spawn_flags())
        var argv = ([path] + arguments).map { strdup($0) } + [nil]
        var envp = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in argv + envp { free(text) } }
        var process: pid_t = 0
        let problem = posix_spawn(&process, path, &actions, &attributes, &argv, &envp)
        guard problem == 0 else {
            close(master)
            throw PtyError(call: "posix_spawn \(path)", code: problem)
        }
        (self.master, self.process, self.cell) = (master, process, cell)
        processDescriptor = pty_process_descriptor(process)
    }

    deinit {
        if status == nil {
            Glibc.kill(process, SIGKILL)
            OwnThread.start { [process] in
                var ended: Int32 = 0
                waitpid(process, &ended, 0)  // blocking
            }
        }
        closeMaster()
        close(processDescriptor)
    }

    /// The program's output since the last call; nil if its end is closed.
    func read() -> [UInt8]? {
        guard isMasterOpen else { return nil }
        var result = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, initialized in
            result = Glibc.read(master, buffer.baseAddress, buffer.count)
            initialized = max(0, result)
        }
        if result > 0 { return bytes }
        return result < 0 && errno == EAGAIN ? [] : nil
    }

    /// The descriptors to wait for, as a value that another thread can use.
    struct Waiter: Sendable {
        let process: Int32
        /// -1 if the user's end is closed; it is ignored then.
        let master: Int32
        let isWriting: Bool

        /// Returns when data can be read (or written, when writing), or when the program has ended.
        func wait(milliseconds: Int32) {
            let events = Int16(POLLIN | (isWriting ? POLLOUT : 0))
            var polled = [
                pollfd(fd: process, events: Int16(POLLIN), revents: 0), pollfd(fd: master, events: events, revents: 0),
            ]
            _ = poll(&polled, nfds_t(polled.count), milliseconds)  // blocking: the caller's thread
        }
    }

    func waiter(output: Bool, isWriting: Bool) -> Waiter {
        Waiter(process: processDescriptor, master: output && isMasterOpen ? master : -1, isWriting: isWriting)
    }

    /// Returns the number of bytes that were written.
    func write(_ bytes: [UInt8]) -> Int { max(0, Glibc.write(master, bytes, bytes.count)) }

    func resize(to size: Size) { Self.resize(master, to: size, cell) }

    private static func resize(_ master: Int32, to size: Size, _ cell: CellPixels?) {
        _ = pty_set_size(
            master, UInt16(size.columns), UInt16(size.rows), UInt16(size.columns * (cell?.width ?? 0)),
            UInt16(size.rows * (cell?.height ?? 0)))
    }

    public func kill(_ number: Int32) { Glibc.kill(process, number) }

    /// Hangs up.
    func closeMaster() {
        if isMasterOpen { close(master) }
        isMasterOpen = false
    }

    /// The current terminal settings, as raw bytes.
    var settings: [UInt8] {
        var settings = termios()
        tcgetattr(master, &settings)
        return withUnsafeBytes(of: &settings) { Array($0) }
    }

    /// The exit status as reported by a shell: 128 plus the signal number after a signal. nil while the program runs.
    var exitStatus: Int32? {
        if status == nil {
            var ended: Int32 = 0
            guard waitpid(process, &ended, WNOHANG) == process else { return nil }
            status = ended & 0x7F == 0 ? (ended >> 8) & 0xFF : 128 + (ended & 0x7F)
        }
        return status
    }

    /// Whether the program has not yet read all that was typed; its standard input is the terminal.
    var hasUnreadInput: Bool {
        let terminal = open("/proc/\(process)/fd/0", O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        guard terminal >= 0 else { return false }
        defer { close(terminal) }
        var count: Int32 = 0
        return ioctl(terminal, UInt(FIONREAD), &count) == 0 && count > 0
    }

    /// Whether the program waits for its terminal, or anything else, to accept output: one of its epoll descriptors says so (proc(5)).
    var awaitsWriting: Bool {
        let folder = "/proc/\(process)/fdinfo"
        guard let directory = opendir(folder) else { return false }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard let file = fopen("\(folder)/\(name)", "r") else { continue }
            defer { fclose(file) }
            var bytes = [UInt8](repeating: 0, count: 8192)
            let count = fread(&bytes, 1, bytes.count, file)
            let text = String(decoding: bytes.prefix(count), as: UTF8.self)
            for line in text.split(separator: "\n") where line.hasPrefix("tfd:") {
                let fields = line.split(separator: " ")
                guard let place = fields.firstIndex(of: "events:"), place + 1 < fields.count else { continue }
                if let events = UInt32(fields[place + 1], radix: 16), events & UInt32(POLLOUT) != 0 { return true }
            }
        }
        return false
    }

    /// Whether the program is stopped, as by Ctrl-Z.
    var isStopped: Bool {
        guard let file = fopen("/proc/\(process)/stat", "r") else { return false }
        defer { fclose(file) }
        var line = [UInt8](repeating: 0, count: 512)
        let count = fread(&line, 1, line.count, file)
        let text = String(decoding: line.prefix(count), as: UTF8.self)
        return text.split(separator: ")").last?.split(separator: " ").first == "T"
    }
}
