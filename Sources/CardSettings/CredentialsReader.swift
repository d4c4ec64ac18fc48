internal import Basics
public import Cards
internal import ChildProcesses
internal import Dispatch
internal import Glibc

/// Reads credentials, such as those of the backend, when they are needed, never at startup and never on the main actor.
public struct CredentialsReader: Sendable {
    /// Larger content is no credential.
    static let maximumBytes = 64 << 10
    public static let commandSeconds = 10

    public static let backend = "backend.credentials"

    private let log: Log
    private let setting: String
    private let commandTimeout: Duration

    /// The command's standard error is written to the log.
    /// - Parameter setting: names their source in messages, without `_file` or `_command`.
    public init(log: Log, for setting: String = backend, commandTimeout: Duration = .seconds(commandSeconds)) {
        self.log = log
        self.setting = setting
        self.commandTimeout = commandTimeout
    }

    /// The program leaves no core dump from now on: its memory holds a secret.
    public static func protectMemory() { OwnMemory.keepPrivate() }

    /// Throws ``CredentialsError``.
    public func read(_ source: CredentialsSource) async throws(CredentialsError) -> Secret {
        // On a separate thread: a command may take its whole timeout, and the shared pool has one thread per core.
        let result = await withCheckedContinuation { continuation in
            DispatchQueue(label: "cards-tui.credentials").async {
                continuation.resume(returning: Result { () throws(CredentialsError) in try readNow(source) })
            }
        }
        return try result.get()
    }

    private func readNow(_ source: CredentialsSource) throws(CredentialsError) -> Secret {
        // Before the memory contains a secret.
        OwnMemory.keepPrivate()
        return switch source {
        case .file(let path): try secret(in: bytes(ofSecretFile: path), from: path)
        case .command(let command):
            try secret(
                in: CredentialsCommand(command: command, setting: setting, log: log, timeout: commandTimeout)
                    .firstBytes(),
                from: "The \(setting)_command")
        }
    }

    /// Wipes the bytes.
    private func secret(in bytes: consuming [UInt8], from source: String) throws(CredentialsError) -> Secret {
        var bytes = bytes
        let secret = Result { () throws(Secret.Failure) in
            try Secret(bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") })
        }
        bytes.wipe()
        return try secret.mapError { failure -> CredentialsError in
            switch failure {
            case .empty: .empty(source: source)
            case .notText: .notText(source: source)
            }
        }.get()
    }

    /// Checks the permissions of the open file, so that it cannot be replaced between check and read.
    private func bytes(ofSecretFile path: String) throws(CredentialsError) -> [UInt8] {
        var refusal: CredentialsError?
        do {
            return try FileReading.bytes(ofFile: path, limit: Self.maximumBytes) { status in
                guard status.st_mode & S_IFMT == S_IFREG else { return .notAFile }
                if status.st_uid != geteuid() { refusal = .notOurs(path: path) }
                if status.st_mode & 0o077 != 0 { refusal = .openToOthers(path: path) }
                return refusal == nil ? nil : .notAllowed
            }
        } catch {
            throw refusal ?? .unreadable(error, setting: setting)
        }
    }
}

/// Runs the user's command that prints credentials. It has no input and no terminal, and is ended after a timeout with
/// all processes that it started.
struct CredentialsCommand {
    let command: String
    /// Names it in messages, without `_command`.
    let setting: String
    let log: Log
    let timeout: Duration

    /// The output up to the end of the command. Blocks.
    func firstBytes() throws(CredentialsError) -> [UInt8] {
        let output: Descriptor
        let errors: Descriptor
        let child: ChildProcess
        do throws(StartError) {
            let pipe = try Pipe()
            let errorPipe = try Pipe()
            let files = [pipe.writer.number, errorPipe.writer.number].map { ChildCommand.File.descriptor($0) }
            child = try ChildProcess(starting: ChildCommand(shell: command, files: [.nothing] + files))
            output = pipe.reader
            errors = errorPipe.reader
        } catch {
            throw .commandNotStarted(reason: error.reason, setting: setting)
        }
        return try collect(from: output, errors, until: child)
    }

    private func collect(
        from output: borrowing Descriptor, _ errors: borrowing Descriptor, until child: consuming ChildProcess
    ) throws(CredentialsError) -> [UInt8] {
        let deadline = ContinuousClock.now.advanced(by: timeout)
        let end = child.endDescriptor()
        var bytes: [UInt8] = []
        var errorOutput: [UInt8] = []
        defer { logErrors(errorOutput) }
        var isOpen = true
        var areErrorsOpen = true
        // Processes that it left running may keep the output open, so waiting for the end of the output is not enough.
        while !child.hasEnded {
            let now = ContinuousClock.now
            // Throwing releases the child and ends its whole process group: a shell's own children would otherwise live on.
            guard now < deadline else { throw .commandTooSlow(limit: timeout, setting: setting) }
            // Without a descriptor that signals the end, it is polled.
            let next = end.number < 0 ? min(deadline, now.advanced(by: .milliseconds(20))) : deadline
            let waiting = [isOpen ? output.number : -1, areErrorsOpen ? errors.number : -1, end.number]
            switch Readiness.first(of: waiting, until: next) {
            case 0: isOpen = Self.receive(from: output, into: &bytes)
            case 1: areErrorsOpen = Self.receive(from: errors, into: &errorOutput)
            default: continue
            }
        }
        // The output of an ended command is complete. Processes that it left running may continue to print, but only up
        // to the limit.
        while isOpen, bytes.count < CredentialsReader.maximumBytes,
            Readiness.first(of: [output.number], until: .now) == 0
        {
            isOpen = Self.receive(from: output, into: &bytes)
        }
        while areErrorsOpen, errorOutput.count < CredentialsReader.maximumBytes,
            Readiness.first(of: [errors.number], until: .now) == 0
        {
            areErrorsOpen = Self.receive(from: errors, into: &errorOutput)
        }
        let outcome = child.wait()
        guard outcome == .exited(code: 0) else {
            bytes.wipe()
            throw .commandFailed(reason: outcome.description, setting: setting)
        }
        return bytes
    }

    /// Writes each line to the log, which sanitizes it: it may contain anything.
    private func logErrors(_ errorOutput: [UInt8]) {
        for line in errorOutput.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) {
            log.write("\(setting)_command: " + String(decoding: line, as: UTF8.self))
        }
    }

    /// Reads into `bytes`; false at the end of the output. Bytes beyond the limit are dropped, so that the command does
    /// not block.
    private static func receive(from output: borrowing Descriptor, into bytes: inout [UInt8]) -> Bool {
        guard var more = output.read(upTo: Pipe.capacity) else { return false }
        bytes += more.prefix(CredentialsReader.maximumBytes - bytes.count)
        more.wipe()
        return true
    }
}

/// Why there are no credentials. It names their source and never their content.
public enum CredentialsError: UserFacingError, Equatable {
    /// The setting is the one that named them, without `_file` or `_command`: `sync.key`.
    case unreadable(FileError, setting: String = CredentialsReader.backend)
    /// The permissions give access to other users.
    case openToOthers(path: String)
    case notOurs(path: String)
    case empty(source: String)
    /// The content cannot be sent.
    case notText(source: String)
    case commandFailed(reason: String, setting: String = CredentialsReader.backend)
    case commandTooSlow(limit: Duration, setting: String = CredentialsReader.backend)
    case commandNotStarted(reason: String, setting: String = CredentialsReader.backend)

    public var userMessage: String {
        switch self {
        case .unreadable(let error, let setting): "\(error.userMessage) It is the \(setting)_file of the settings."
        case .openToOthers(let path):
            "\(path) contains credentials, but others can read or change it; it is not used. Run: chmod 600 '\(path)'"
        case .notOurs(let path): "\(path) contains credentials, but belongs to another user; it is not used."
        case .empty(let source): "\(source) has no credentials: its first line is empty."
        case .notText(let source): "\(source) has credentials that are not plain text."
        case .commandFailed(let reason, let setting):
            "The \(setting)_command failed (\(reason)). Its output is in the log."
        case .commandTooSlow(let limit, let setting):
            "The \(setting)_command was still running after \(limit.text) and was stopped."
        case .commandNotStarted(let reason, let setting):
            "The \(setting)_command could not be started: \(reason)."
        }
    }
}
