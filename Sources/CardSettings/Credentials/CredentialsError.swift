internal import Basics
public import Cards

/// Why there are no credentials. It names their source and never their content.
public enum CredentialsError: UserFacingError, Hashable {
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
