internal import Basics
internal import Cards

/// Why a statement has no answer, before it is told to people: some are tried again at once.
enum PostgreSQLFailure: Error, Equatable {
    case noLibrary
    case noThread
    case cancelled
    /// Nothing came in time.
    case late
    /// The connection could not be opened. The words are libpq's own, without those of the server.
    case notConnected(String)
    /// The connection broke; what was sent may have been done.
    case lost
    /// The server answered with this error (PostgreSQL's "Error Codes"), at the connection or to a statement.
    case answered(state: String, message: String)

    /// Two transactions were in each other's way: the same again works.
    var isCollision: Bool {
        guard case .answered(let state, _) = self else { return false }
        return state == "40001" || state == "40P01"
    }

    /// The connection is of no use any more, or leads to a server that was demoted: a new one may work.
    var isLostConnection: Bool {
        switch self {
        case .lost: true
        case .answered(let state, _): state.hasPrefix("08") || state.hasPrefix("57P") || state == "25006"
        case .noLibrary, .noThread, .cancelled, .late, .notConnected: false
        }
    }

    /// Whether it says that a table of ours, their schema or the vault is not there.
    var isMissing: Bool {
        guard case .answered(let state, _) = self else { return false }
        return ["42P01", "3F000", "42883", "P0002"].contains(state)
    }

    func error(of remote: String) -> TransportError {
        switch self {
        case .noLibrary: TransportError(.unsupported, remote, "needs libpq, version 14 or later: install libpq5")
        case .noThread: TransportError(.unreachable, remote, "no thread or file can be opened for its connection")
        case .cancelled: TransportError(.cancelled, remote, "was cancelled")
        case .late: TransportError(.unreachable, remote, "does not answer in time")
        case .lost: TransportError(.unreachable, remote, "closed the connection")
        case .notConnected(let words): Self.connecting(words, remote)
        case .answered(let state, let message): Self.answer(state, message, remote)
        }
    }

    /// What libpq says of the network with words that would otherwise be about trust or settings: the connection was lost during the TLS
    /// handshake, or the name is not known here now ("Name or service not known").
    private static let passing = ["ssl syscall error", "could not translate host name"]

    private static func connecting(_ words: String, _ remote: String) -> TransportError {
        // Names of hosts are in quotation marks, and may contain any word.
        let lower = words.lowercased().split(separator: "\"", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset.isMultiple(of: 2) }.map { String($0.element) }.joined(separator: " ")
        if lower.contains(bytesOf: "no password supplied") {
            return TransportError(
                .refused, remote, "requires a password: put it into ~/.pgpass or sync.credentials_file")
        }
        if lower.contains(bytesOf: "invalid response") || lower.contains(bytesOf: "expected authentication request") {
            return TransportError(.wrongPlace, remote, "another service, not PostgreSQL, answers there")
        }
        if passing.contains(where: lower.contains) {
            return TransportError(.unreachable, remote, "cannot be reached: \(words)")
        }
        if lower.contains(bytesOf: "certificate verify failed") {
            return TransportError(
                .untrusted, remote,
                "its certificate has expired, is not valid yet, or is from an authority that is not trusted; to trust it, name its "
                    + "file in sync.ca_file")
        }
        if lower.contains(bytesOf: "does not match host name") {
            return TransportError(.untrusted, remote, "its certificate is for another host; check the address")
        }
        if lower.contains(bytesOf: "certificate") || lower.contains(bytesOf: "ssl") || lower.contains(bytesOf: "tls") {
            return TransportError(.untrusted, remote, "cannot be trusted: \(words)")
        }
        if lower.contains(bytesOf: "service") || lower.contains(bytesOf: "invalid")
            || lower.contains(bytesOf: "not supported")
        {
            return TransportError(.unsupported, remote, words)
        }
        if lower.contains(bytesOf: "read-only") || lower.contains(bytesOf: "standby") {
            return TransportError(.unreachable, remote, "has no server that can be written to")
        }
        return TransportError(.unreachable, remote, "cannot be reached: \(words)")
    }

    private static func answer(_ state: String, _ message: String, _ remote: String) -> TransportError {
        let (kind, reason): (TransportError.Kind, String) =
            switch state {
            case "28P01": (.refused, "the password is wrong or missing")
            case "53100": (.full, "its disk is full")
            case "53200", "53300", "53400": (.busy(retryAfter: nil), "has no room for another connection")
            case "57P03": (.unreachable, "is starting or stopping")
            case "57014": (.unreachable, "stopped a statement that took too long")
            case "25006": (.unreachable, "cannot be written to now: it is a standby")
            case "3D000": (.wrongPlace, "has no such database")
            case "42501": (.refused, "this user lacks a permission there")
            case "42P01", "3F000", "42883", "P0002": (.wrongPlace, "does not have the vault that was set up")
            case "54000", "54001", "22001": (.damaged, "does not accept an object of this size")
            case "23514": (.damaged, "does not accept an object of this form")
            default:
                switch state.prefix(2) {
                case "28": (.refused, "does not admit this user")
                case "53": (.busy(retryAfter: nil), "has no resources left")
                case "08", "57": (.unreachable, "closed the connection")
                case "40": (.busy(retryAfter: nil), "is busy with other writers")
                default: (.unreachable, "answers with an error: \(message)")
                }
            }
        return TransportError(kind, remote, state.isEmpty ? reason : "\(reason) (\(state))")
    }
}
