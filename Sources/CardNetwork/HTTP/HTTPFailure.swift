/// Why a transfer ended before its answer was whole. It says nothing of what a whole answer means.
public enum HTTPFailure: Error, Hashable, Sendable {
    case libraryMissing
    case hostNotFound
    case cannotConnect
    /// Nothing came.
    case timedOut
    /// Something came, then nothing or too little of it.
    case tooSlow
    /// The server cannot prove who it is.
    case notTrusted(CertificateProblem)
    /// The file of certificates that the settings name is missing, or has none in it.
    case certificateFile(String)
    case proxyNotFound
    /// No connection to the proxy on the way.
    case proxyAway(proxy: String)
    /// The proxy on the way does not connect us. It is named by its own address.
    case proxyRefused(proxy: String, status: Int)
    /// Closed before the answer was whole.
    case closed
    case headerTooLarge
    case bodyTooLarge(limit: Int)
    case notHTTP
    /// It was not sent: something in it could have become another header or another path.
    case unsafeRequest
    /// Anything else that libcurl says.
    case other(String)

    var isTemporary: Bool {
        switch self {
        case .libraryMissing, .notTrusted, .certificateFile, .unsafeRequest: false
        default: true
        }
    }

    var words: String {
        switch self {
        case .libraryMissing: "The network needs libcurl (libcurl4), which is not installed."
        case .hostNotFound: "the host was not found"
        case .cannotConnect: "no connection"
        case .timedOut: "no answer in time"
        case .tooSlow: "the answer stopped coming, or came too slowly"
        case .notTrusted(let problem): problem.words
        case .certificateFile(let path):
            "the file \(path), named by backend.ca_file, is missing or has no certificate (PEM) in it"
        case .proxyNotFound: "the proxy was not found; check the variables http_proxy, https_proxy and all_proxy"
        case .proxyAway(let proxy):
            "no connection to the proxy \(proxy); check the variables http_proxy, https_proxy and all_proxy"
        case .proxyRefused(let proxy, let status):
            "the proxy \(proxy) does not connect us (\(status)); check the variables https_proxy and all_proxy"
        case .closed: "the connection was closed in the middle"
        case .headerTooLarge: "the header of the answer is too large"
        case .bodyTooLarge(let limit): "the answer is larger than \(limit >> 20) MB"
        case .notHTTP: "the answer is not HTTP"
        case .unsafeRequest: "the request was not sent, because it could have been read as another one"
        case .other(let reason): reason
        }
    }
}
