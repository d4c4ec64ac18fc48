internal import CProcess
internal import Cards
internal import Glibc

/// The running helper, seen from the program: started, asked, and ended with this value.
///
/// It must be used from one thread that lives as long as it does: Linux counts the starting thread as the parent whose
/// end ends the helper.
struct DecoderProcess: ~Copyable {
    let identifier: pid_t
    private let socket: HelperSocket
    /// Set when the process was seen to have ended, and with that was waited for.
    private var isGone = false

    /// Starts the helper: in a session of its own, so that Ctrl-C in the terminal does not reach it, with the socket as
    /// its standard input and nothing else open, and with an environment that holds no secrets.
    init(executable: String) throws(PhotoError) {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw .decoderFailed("no socket for the decoder, \(Self.words(for: errno))")
        }
        let ours = HelperSocket(owning: ends[0])
        let theirs = HelperSocket(owning: ends[1])
        identifier = try Self.spawn(executable, standardInput: ends[1])
        _ = consume theirs
        socket = ours
    }

    deinit {
        guard !isGone else { return }
        kill(identifier, SIGKILL)
        waitpid(identifier, nil, 0)
    }

    /// Whether it still runs: it may have been killed since the last picture.
    mutating func isRunning() -> Bool {
        if !isGone, waitpid(identifier, nil, WNOHANG) != 0 { isGone = true }
        return !isGone
    }

    /// Sends one photo and waits for its pixels. After an error the process is in no state to be asked again.
    func decode(
        _ bytes: [UInt8], fitting target: PixelSize, within limit: Duration
    ) throws(HelperSocket.Failure) -> Result<PixelImage, DecodeFailure> {
        let deadline = ContinuousClock.now.advanced(by: limit)
        switch try ask(.pixels(target), of: bytes, until: deadline) {
        case .failure(let failure): return .failure(failure)
        case .pixels(let size):
            // What the helper says is believed no further than the room that was asked for.
            guard size.width <= target.width, size.height <= target.height, !size.isTooLarge,
                let image = PixelImage(size: size, rgba: try socket.read(size.width * size.height * 4, until: deadline))
            else { throw .closed }
            return .success(image)
        case .photo, .unchanged: throw .closed
        }
    }

    /// The same for a picture file that is made of it.
    func make(
        _ work: HelperRequest.Work, of bytes: [UInt8], within limit: Duration
    ) throws(HelperSocket.Failure) -> Result<[UInt8], DecodeFailure> {
        let deadline = ContinuousClock.now.advanced(by: limit)
        switch try ask(work, of: bytes, until: deadline) {
        case .failure(let failure): return .failure(failure)
        case .unchanged: return .success(bytes)
        case .photo(let count):
            guard (1...HelperRequest.maximumBytes).contains(count) else { throw .closed }
            return .success(try socket.read(count, until: deadline))
        case .pixels: throw .closed
        }
    }

    private func ask(
        _ work: HelperRequest.Work, of bytes: [UInt8], until deadline: ContinuousClock.Instant
    ) throws(HelperSocket.Failure) -> HelperAnswer {
        try socket.write(HelperRequest(byteCount: bytes.count, work: work).head.bytes, until: deadline)
        try socket.write(bytes, until: deadline)
        guard let head = MessageHead(try socket.read(MessageHead.byteCount, until: deadline)),
            let answer = HelperAnswer(head)
        else { throw .closed }
        return answer
    }

    // MARK: - Starting

    private static func spawn(_ executable: String, standardInput: Int32) throws(PhotoError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, standardInput, STDIN_FILENO)
        // Libraries print there; neither the screen nor the log is theirs to fill.
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | Int16(CPROCESS_SPAWN_SETSID))

        var identifier: pid_t = 0
        let result = withCStrings(["cards-tui", PhotoHelper.argument]) { arguments in
            withCStrings(environment) { environment in
                posix_spawn(&identifier, executable, &actions, &attributes, arguments, environment)
            }
        }
        guard result == 0 else { throw .decoderFailed("the decoder did not start, \(words(for: result))") }
        return identifier
    }

    /// What finding the library and its loaders may depend on, and no more. A crash of the helper is expected, not
    /// worth a report.
    private static var environment: [String] {
        let names = ["LD_LIBRARY_PATH", "GDK_PIXBUF_MODULE_FILE", "GDK_PIXBUF_MODULEDIR"]
        let inherited = names.compactMap { (name: String) -> String? in
            guard let value = getenv(name) else { return nil }
            return "\(name)=\(String(cString: value))"
        }
        return inherited + ["LC_ALL=C", "SWIFT_BACKTRACE=enable=no"]
    }

    /// Calls with a list of C strings that ends with a null pointer.
    private static func withCStrings<Result>(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = texts.map { strdup($0) }
        defer { copies.forEach { free($0) } }
        return body(copies + [nil])
    }

    private static func words(for code: Int32) -> String { String(cString: strerror(code)) }
}
