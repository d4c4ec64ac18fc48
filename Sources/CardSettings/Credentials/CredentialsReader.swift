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
