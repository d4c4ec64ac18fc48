public import Cards
internal import Glibc

/// Opens links with the user's `open_command`, or with xdg-open where there is a desktop. The link is one argument of its own and
/// never part of a shell's line.
public struct LinkOpener: LinkOpening {
    private let command: String?
    private let environment: Environment

    public init(command: String?, environment: @escaping Environment = Paths.processEnvironment) {
        (self.command, self.environment) = (command, environment)
    }

    public func open(_ link: String) async throws {
        let program: String
        if let command {
            program = command
        } else {
            // On a headless machine there is nothing that could show a page: the link goes to the person's own clipboard.
            guard environment("DISPLAY") != nil || environment("WAYLAND_DISPLAY") != nil else {
                throw LinkError.noCommand(link)
            }
            program = "xdg-open"
        }
        // The user's command may have arguments of its own; the shell splits those, and gets the link as "$1".
        try start(["/bin/sh", "-c", "exec \(program) \"$1\"", "sh", link])
    }

    /// Starts it in a session of its own, without our terminal, and forgets it.
    private func start(_ arguments: [String]) throws(LinkError) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A thread of the pool has signals blocked, which a child would inherit.
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        // POSIX_SPAWN_SETSID of glibc, which its headers show to GNU sources only, and POSIX_SPAWN_SETSIGMASK.
        posix_spawnattr_setflags(&attributes, 0x80 | 0x08)
        var words: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        var child = pid_t()
        let result = posix_spawn(&child, "/bin/sh", &actions, &attributes, &words, environ)
        guard result == 0 else { throw .notStarted(reason: SystemWords.reason(for: result)) }
        Self.collect(child)
    }

    /// Waits for the child's end on a thread that has nothing else to do, so that it leaves no zombie.
    private static func collect(_ child: pid_t) {
        var thread = pthread_t()
        let number = UnsafeMutableRawPointer(bitPattern: Int(child))
        let result = pthread_create(
            &thread, nil,
            { number in
                var status: Int32 = 0
                waitpid(pid_t(Int(bitPattern: number)), &status, 0)
                return nil
            }, number)
        if result == 0 { pthread_detach(thread) }
    }
}

/// Why a link was not opened; it is copied instead.
public enum LinkError: UserFacingError, Hashable {
    case noCommand(String)
    case notStarted(reason: String)

    public var userMessage: String {
        switch self {
        case .noCommand(let link): "Copied \(link): no open_command is set in the config file."
        case .notStarted(let reason): "The link was copied; the open_command could not be started: \(reason)."
        }
    }
}
