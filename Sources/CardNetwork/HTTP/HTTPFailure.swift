/// Why a transfer ended before its answer was whole. It says nothing of what a whole answer means.
public enum HTTPFailure: Error, Hashable, Sendable {
    case libraryMissing
    case hostNotFound
    case cannotConnect
    case timedOut
    /// The server cannot prove who it is; TLS's own words.
    case notTrusted(String)
    /// Closed before the answer was whole.
    case closed
    case headerTooLarge
    case bodyTooLarge(limit: Int)
    case notHTTP
    /// Anything else that libcurl says.
    case other(String)

    var isTemporary: Bool {
        switch self {
        case .libraryMissing, .notTrusted: false
        default: true
        }
    }

    var words: String {
        switch self {
        case .libraryMissing: "The network needs libcurl (libcurl4), which is not installed."
        case .hostNotFound: "the host was not found"
        case .cannotConnect: "no connection"
        case .timedOut: "no answer in time"
        case .notTrusted(let reason): "the server cannot be trusted (\(reason))"
        case .closed: "the connection was closed in the middle"
        case .headerTooLarge: "the header of the answer is too large"
        case .bodyTooLarge(let limit): "the answer is larger than \(limit >> 20) MB"
        case .notHTTP: "the answer is not HTTP"
        case .other(let reason): reason
        }
    }
}
