internal import Basics
internal import CCurl
internal import Cards
internal import Synchronization

/// The single thread on which libcurl runs, and its command queue. The thread starts with the first command and sleeps
/// in poll when there is nothing to do.
final class TransferLoop: Sendable {
    enum Command: Sendable {
        case start(Transfer)
        /// A paused transfer can receive its body again.
        case resume(Transfer)
        case abort(Transfer)
        /// Ends the thread and all transfers.
        case stop
    }

    private struct Shared {
        var commands: [Command] = []
        var isRunning = false
        /// Set while the thread runs.
        var multi: CurlMulti?
    }

    let functions: CurlFunctions
    private let configuration: HTTPClient.Configuration
    private let shared = Mutex(Shared())

    init(functions: CurlFunctions, configuration: HTTPClient.Configuration) {
        self.functions = functions
        self.configuration = configuration
    }

    var clock: CardClock { configuration.clock }
    var answerTimeout: Duration { configuration.answerTimeout }

    func post(_ command: Command) {
        let mustStart = shared.withLock { shared in
            shared.commands.append(command)
            if let multi = shared.multi { functions.wake(multi) }
            defer { shared.isRunning = true }
            return !shared.isRunning
        }
        if mustStart { startThread() }
    }

    private func startThread() {
        if !DetachedThread.start({ self.run() }) { failAll(because: .other("no thread can be started")) }
    }

    // MARK: - On the thread

    /// Long enough not to disturb an idle machine; commands end the poll.
    private static let idleMilliseconds: Int32 = 3_600_000

    private func run() {
        // libcurl leaves SIGPIPE to its caller.
        DetachedThread.blockBrokenPipe()
        let multi = functions.makeMulti()
        guard multi.handle != nil else { return failAll(because: .other("out of memory")) }
        shared.withLock { $0.multi = multi }
        var active: [UnsafeMutableRawPointer: EasyHandle] = [:]
        while execute(removeCommands(), multi, &active), functions.perform(multi) {
            var code = CURLE_OK
            while let handle = functions.nextEnded(multi, result: &code) {
                guard let easy = active.removeValue(forKey: handle) else { continue }
                let failure = easy.failure(for: code)
                functions.remove(handle, from: multi)
                easy.close()
                easy.transfer.finish(failure)
            }
            guard functions.poll(multi, milliseconds: Self.idleMilliseconds) else { break }
        }
        shared.withLock { $0.multi = nil }
        for easy in active.values { end(easy, multi) }
        functions.freeMulti(multi)
        failAll(because: .closed)
    }

    private func removeCommands() -> [Command] {
        shared.withLock { shared in
            defer { shared.commands = [] }
            return shared.commands
        }
    }

    /// Executes commands; false after `stop`.
    private func execute(
        _ commands: [Command], _ multi: CurlMulti, _ active: inout [UnsafeMutableRawPointer: EasyHandle]
    ) -> Bool {
        var goesOn = true
        for command in commands {
            switch command {
            case .start(let transfer):
                start(transfer, multi, &active)
            case .resume(let transfer):
                if let easy = active.values.first(where: { $0.transfer === transfer }) {
                    _ = functions.resume(easy.handle)
                }
            case .abort(let transfer):
                if let easy = active.values.first(where: { $0.transfer === transfer }) {
                    active[easy.handle] = nil
                    end(easy, multi)
                }
            case .stop:
                goesOn = false
            }
        }
        return goesOn
    }

    private func start(
        _ transfer: Transfer, _ multi: CurlMulti, _ active: inout [UnsafeMutableRawPointer: EasyHandle]
    ) {
        guard !transfer.hasEnded else { return }
        do {
            let easy = try EasyHandle(transfer, configuration: configuration, functions: functions)
            active[easy.handle] = easy
            guard functions.add(easy.handle, to: multi) else {
                active[easy.handle] = nil
                easy.close()
                return transfer.finish(.other("libcurl accepted no more transfers"))
            }
        } catch {
            transfer.finish(error)
        }
    }

    private func end(_ easy: EasyHandle, _ multi: CurlMulti) {
        functions.remove(easy.handle, from: multi)
        easy.close()
        easy.transfer.finish(.closed)
    }

    /// Fails the transfers that wait for a thread that does not run; the next command starts a new one.
    private func failAll(because failure: HTTPFailure) {
        let commands = shared.withLock { shared in
            defer { (shared.commands, shared.isRunning) = ([], false) }
            return shared.commands
        }
        for case .start(let transfer) in commands { transfer.finish(failure) }
    }
}
