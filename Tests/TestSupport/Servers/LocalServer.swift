internal import ChildProcesses
internal import Glibc
internal import Synchronization

/// A server program on a port of 127.0.0.1 with a temporary folder, which can be stopped and started again. It ends with the value.
///
/// Its port stays bound while it is stopped: no other process takes it, and connections are refused.
final class LocalServer: Sendable {
    struct Failure: Error {
        let log: String
    }

    let port: UInt16
    let folder: TemporaryFolder
    private let program: ServerProgram
    private let place: Int32
    private let process = Mutex<ChildProcess?>(nil)

    /// Starts it.
    /// - Parameter program: writes the settings for that port into the folder.
    init(_ program: (_ port: UInt16, _ folder: TemporaryFolder) throws -> ServerProgram) async throws {
        let place = try Socket.bindFreePort(isShared: true)
        do {
            port = try Socket.port(of: place)
            folder = try TemporaryFolder()
            self.program = try program(port, folder)
        } catch {
            Socket.close(place)
            throw error
        }
        self.place = place
        try await start()
    }

    deinit {
        stop()
        Socket.close(place)
    }

    /// The error log.
    var errors: String { (try? folder.text(of: ServerProgram.errors)) ?? "" }

    /// Kills it, with the requests that it answers.
    func stop() { process.withLock { $0 = nil } }

    /// Early connections just wait where it inherits the socket; otherwise this waits until it listens.
    func start() async throws {
        guard program.listening != .itself else {
            try run(nil)
            return try await waitUntilListening()
        }
        let listener = try await listener()
        defer { Socket.close(listener) }
        try run(listener)
    }

    /// Waits until the processes of a server that was killed are gone: they share its socket.
    private func listener() async throws -> Int32 {
        var listener: Int32?
        try await eventually("port \(port)") {
            do throws(Socket.Failure) {
                listener = try Socket.listen(sharing: port)
            } catch {
                guard error.code == EADDRINUSE else { throw error }
            }
            return listener != nil
        }
        return listener ?? -1
    }

    private func run(_ listener: Int32?) throws {
        var files: [ChildCommand.File] = [.nothing, .nothing, .nothing]
        if let listener { files.append(.descriptor(listener)) }
        let command =
            switch program.listening {
            case .nginx, .itself:
                ChildCommand(
                    executable: program.executable, arguments: [program.executable] + program.arguments,
                    environment: program.listening == .nginx ? ["NGINX=3;"] : ["HOME=\(folder.path)"], files: files)
            case .activated:
                ChildCommand(
                    executable: "/bin/sh",
                    arguments: [
                        "sh", "-c", "export LISTEN_FDS=1 LISTEN_PID=$$; exec \"$@\"", "sh", program.executable,
                    ] + program.arguments,
                    environment: ["HOME=\(folder.path)"], files: files)
            }
        try process.withLock { $0 = try ChildProcess(starting: command) }
    }

    private func waitUntilListening() async throws {
        do {
            try await eventually("a server") {
                guard let connection = Socket.connect(to: port) else { return false }
                Socket.close(connection)
                return true
            }
        } catch is TimedOut {
            throw Failure(log: errors)
        }
    }
}
