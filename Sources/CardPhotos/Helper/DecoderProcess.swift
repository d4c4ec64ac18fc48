internal import Basics
internal import CardCodes
internal import Cards
internal import ChildProcesses
internal import Dispatch
internal import Glibc
internal import Synchronization

/// The running helper, as the program sees it: started by `init`, ended when this value is destroyed.
///
/// It must be used from one thread that lives at least as long: for Linux the starting thread is the parent whose end kills the
/// helper.
struct DecoderProcess: ~Copyable {
    let child: ChildProcess
    let capabilities: HelperCapabilities
    private let socket: HelperSocket

    /// Starts the helper with the socket as its standard input, no other files, and an environment without secrets. Its outputs
    /// are discarded: libraries print to them, which must not reach screen or log.
    ///
    /// - Parameters:
    ///   - capabilities: the kinds of requests that it can answer.
    ///   - stop: a descriptor that ends waiting for the helper when it becomes ready.
    init(executable: String, for capabilities: HelperCapabilities, stop: Int32 = -1) throws(PhotoError) {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw .decoderFailed("no socket for the decoder: \(String(cString: strerror(errno)))")
        }
        let ours = HelperSocket(owning: ends[0], stop: stop)
        let theirs = HelperSocket(owning: ends[1])
        let command = ChildCommand(
            executable: executable, arguments: ["cards-tui", PhotoHelper.argument] + capabilities.arguments,
            environment: Self.environment, files: [.descriptor(ends[1]), .nothing, .nothing])
        do {
            child = try ChildProcess(starting: command)
        } catch {
            throw .decoderFailed("the decoder did not start: \(error.reason)")
        }
        _ = consume theirs
        self.capabilities = capabilities
        socket = ours
    }

    /// Sends a photo and waits for its pixels. After an error the process cannot be used again.
    func decode(
        _ bytes: [UInt8], fitting target: PixelSize, within limit: Duration
    ) throws(HelperSocket.Failure) -> Result<PixelImage, DecodeFailure> {
        let deadline = ContinuousClock.now.advanced(by: limit)
        switch try ask(.pixels(target), of: bytes, until: deadline) {
        case .failure(let failure): return .failure(failure)
        case .pixels(let size, let isDamaged):
            // The helper is not trusted with a larger size than requested.
            guard size.width <= target.width, size.height <= target.height, !size.isTooLarge,
                let image = PixelImage(
                    size: size, rgba: try socket.read(size.width * size.height * 4, until: deadline),
                    isDamaged: isDamaged)
            else { throw .closed }
            return .success(image)
        case .photo, .unchanged, .codes: throw .closed
        }
    }

    /// The same for a picture file that the helper makes of the photo.
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
        case .pixels, .codes: throw .closed
        }
    }

    /// The same for the barcodes on the picture.
    func codes(
        _ work: HelperRequest.Work, on bytes: [UInt8], until deadline: ContinuousClock.Instant
    ) throws(HelperSocket.Failure) -> Result<[ScannedCode], DecodeFailure> {
        switch try ask(work, of: bytes, until: deadline) {
        case .failure(let failure): return .failure(failure)
        case .codes(let count):
            guard count <= CodeMessage.maximumBytes,
                let codes = CodeMessage.codes(in: try socket.read(count, until: deadline))
            else { throw .closed }
            return .success(codes)
        case .pixels, .photo, .unchanged: throw .closed
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

    /// The variables for finding the library and its loaders, and no others. No backtraces: crashes of the helper are expected.
    private static var environment: [String] {
        let names = ["LD_LIBRARY_PATH", "GDK_PIXBUF_MODULE_FILE", "GDK_PIXBUF_MODULEDIR"]
        let inherited = names.compactMap { (name: String) -> String? in
            ThisMachine.environment(name).map { "\(name)=\($0)" }
        }
        return inherited + ["LC_ALL=C", "SWIFT_BACKTRACE=enable=no"]
    }
}

/// A thread on which an actor may block. Swift's shared pool has few threads, which must not wait for a process.
///
/// The thread starts with the first job and sleeps between jobs. The owner calls ``stop()`` after the last job.
final class HelperThread: SerialExecutor {
    private struct State {
        var jobs: [UnownedJob] = []
        var isStarted = false
    }

    private let state = Mutex(State())
    /// Signalled once for every job; a signal without a job ends the thread.
    private let arrivals = DispatchSemaphore(value: 0)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let mustStart = state.withLock { state in
            state.jobs.append(job)
            defer { state.isStarted = true }
            return !state.isStarted
        }
        if mustStart { start() }
        arrivals.signal()
    }

    /// Ends the thread after the pending jobs.
    func stop() { arrivals.signal() }

    private func start() {
        if DetachedThread.start({ self.runJobs() }) { return }
        // Where no thread can be created, a dispatch queue runs the jobs.
        DispatchQueue(label: "cards-tui.photos").async { self.runJobs() }
    }

    private func runJobs() {
        while true {
            arrivals.wait()
            guard let job = state.withLock({ $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }) else { return }
            job.runSynchronously(on: asUnownedSerialExecutor())
        }
    }
}
