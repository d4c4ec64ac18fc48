/// Why a transfer ended before its answer was complete. It does not interpret complete answers.
public enum HTTPFailure: Error, Equatable, Sendable {
    case libraryMissing
    case hostNotFound
    case cannotConnect
    /// Not connected: the address belongs to this machine or a private network, and only the internet was allowed.
    case localAddress
    /// No byte was received.
    case timedOut
    /// The answer began, then it stopped or was too slow.
    case tooSlow
    /// The server's certificate is not trusted.
    case notTrusted(CertificateProblem)
    /// The certificate file of the settings is missing or contains no certificate.
    case certificateFile(String)
    case proxyNotFound
    /// The proxy cannot be reached.
    case proxyUnreachable(proxy: String)
    /// The proxy refused the connection; `proxy` is its address.
    case proxyRefused(proxy: String, status: Int)
    /// The connection was closed before the answer was complete.
    case closed
    case headerTooLarge
    case bodyTooLarge(limit: Int)
    case notHTTP
    /// The body has an encoding (`Content-Encoding`) that was not requested.
    case encoding(String)
    /// The body is not the gzip that its header says, or is damaged.
    case damagedGzip
    /// The header has a length that no body can have.
    case invalidLength
    /// The port does not speak TLS, which https needs.
    case noTLS
    /// The port speaks TLS only; http was tried.
    case needsTLS
    /// What came over http is not HTTP.
    case perhapsTLS
    /// Not sent: a part of it could have become another header or path.
    case unsafeRequest
    /// Any other error of libcurl.
    case other(String)

    package var isTemporary: Bool {
        switch self {
        case .libraryMissing, .notTrusted, .certificateFile, .unsafeRequest, .localAddress: false
        // Also of the wrong scheme: the login page of a network answers on any port, until somebody has logged in.
        default: true
        }
    }

    package var reason: String {
        switch self {
        case .libraryMissing: "The network needs libcurl (libcurl4), which is not installed."
        case .hostNotFound: "the host was not found"
        case .cannotConnect: "no connection"
        case .localAddress: "the address belongs to this machine or a private network"
        case .timedOut: "no response in time"
        case .tooSlow: "the response stopped or was too slow"
        case .notTrusted(let problem): problem.reason
        case .certificateFile(let path):
            "the file \(path), named by backend.ca_file, is missing or has no certificate (PEM) in it"
        case .proxyNotFound: "the proxy was not found; check the variables http_proxy, https_proxy and all_proxy"
        case .proxyUnreachable(let proxy):
            "no connection to the proxy \(proxy); check the variables http_proxy, https_proxy and all_proxy"
        case .proxyRefused(let proxy, let status):
            "the proxy \(proxy) refuses to connect (\(status)); check the variables https_proxy and all_proxy"
        case .closed: "the connection was closed too early"
        case .headerTooLarge: "the response's header is too large"
        case .bodyTooLarge(let limit): "the response is larger than \(limit >> 20) MB"
        case .invalidLength: "the response has an invalid Content-Length"
        case .notHTTP: "the response is not HTTP"
        case .encoding(let name): "the response is encoded as \(name); only gzip and no encoding are read"
        case .damagedGzip: "the response is damaged, or is not gzip as its header says"
        case .noTLS: "this port does not speak TLS; try http://"
        case .needsTLS: "this port speaks TLS: try https://"
        case .perhapsTLS: "the response is not HTTP; if the port speaks TLS, try https://"
        case .unsafeRequest: "the request was not sent, because it could have been read as another one"
        case .other(let reason): reason
        }
    }
}
