internal import Basics
public import Cards

/// Why there are no credentials. It names their source and never their content.
public enum CredentialsError: UserFacingError, Hashable {
    case unreadable(FileError)
    /// The permissions give access to other users.
    case openToOthers(path: String)
    case notOurs(path: String)
    case empty(source: String)
    /// The content cannot be sent.
    case notText(source: String)
    case commandFailed(reason: String)
    case commandTooSlow(limit: Duration)
    case commandNotStarted(reason: String)

    public var userMessage: String {
        switch self {
        case .unreadable(let error): "\(error.userMessage) It is the backend.credentials_file of the settings."
        case .openToOthers(let path):
            "\(path) contains credentials, but others can read or change it; it is not used. Run: chmod 600 '\(path)'"
        case .notOurs(let path): "\(path) contains credentials, but belongs to another user; it is not used."
        case .empty(let source): "\(source) has no credentials: its first line is empty."
        case .notText(let source): "\(source) has credentials that are not plain text."
        case .commandFailed(let reason):
            "The backend.credentials_command failed (\(reason)). Its output is in the log."
        case .commandTooSlow(let limit):
            "The backend.credentials_command was still running after \(limit.text) and was ended."
        case .commandNotStarted(let reason): "The backend.credentials_command could not be started: \(reason)."
        }
    }
}
