internal import CCurl
package import Cards
internal import Synchronization

/// Sends requests by libcurl. TLS is always verified, and the size of answers is limited. It follows redirects only for
/// GET and within the backend's own origin. It does not interpret answers.
package final class HTTPClient: Sendable {
    struct Configuration: Sendable {
        var credentials: Credentials?
        /// Removes the credentials from texts, also those that are not sent as a header.
        var secrets = SecretFilter()
        /// Trusted certificates instead of the system's, in PEM.
        var certificateFile: String?
        var connectTimeout = Duration.seconds(10)
        /// A transfer slower than ``minimumBytesPerSecond`` for this long is aborted, in header and body; whole
        /// seconds. Time in which our reader is slow does not count.
        var stallTimeout = Duration.seconds(30)
        /// A slower transfer is aborted: a server that sends a byte now and then must not hold it forever.
        var minimumBytesPerSecond = 100
        /// The maximum duration of the answer to a write, from its head on: an endless answer must not hold the upload.
        var answerTimeout = Duration.seconds(120)
        /// Whether it may connect to this machine and to private networks, whatever a name is resolved to.
        var allowsLocalAddresses = true
        /// Whether the proxy of the environment is used, which would resolve names itself.
        var usesProxy = true
        /// More end the request; with none a redirect is an answer like any other.
        var maximumRedirects = 5
        var userAgent = "cards-tui"
        var libraryNames = CurlLibrary.names
        /// This machine's time, shown for expired certificates, and used for waits until a date.
        var clock = CardClock.system
    }

    private enum Outcome<Result: Sendable>: Sendable {
        case result(Result)
        case redirect(HTTPAddress)
    }

    private let configuration: Configuration
    private let loop = Mutex<TransferLoop?>(nil)

    init(_ configuration: Configuration) { self.configuration = configuration }

    /// With what the other modules may choose.
    package convenience init(credentials: Credentials?, certificateFile: String?) {
        var configuration = Configuration()
        (configuration.credentials, configuration.secrets) = (credentials, SecretFilter(credentials))
        configuration.certificateFile = certificateFile
        self.init(configuration)
    }

    var secrets: SecretFilter { configuration.secrets }

    deinit { loop.withLock { $0 }?.post(.stop) }

    /// Sends the request and calls `use` with its answer as soon as the head has arrived. The transfer ends when `use`
    /// returns or throws, or when the task is cancelled. Throws ``NetworkError`` if the transfer fails,
    /// `CancellationError`, and what `use` throws.
    ///
    /// A redirect that is not followed is a normal answer. If the connection is closed in the middle, an idempotent
    /// request is sent once more over a fresh connection: a server that answers before it has read the whole request
    /// may reset the old one. Where the request has a body, the server is then asked for its answer before that is sent.
    /// - Parameter isUseRepeatable: whether `use` may be called with a second answer after it has read a part of the first.
    package func withResponse<Result: Sendable>(
        to request: APIRequest, maximumBodyBytes: Int, isUseRepeatable: Bool = false,
        isolation: isolated (any Actor)? = #isolation, _ use: (HTTPResponse) async throws -> Result
    ) async throws -> Result {
        do {
            var (url, redirects, isSecondTry) = (request.url, 0, false)
            while redirects <= configuration.maximumRedirects {
                let transfer = Transfer(
                    request, url: url, maximumBodyBytes: maximumBodyBytes, needsFreshConnection: isSecondTry,
                    asksBeforeBody: isSecondTry && request.body != nil)
                do {
                    switch try await run(transfer, use) {
                    case .result(let result): return result
                    case .redirect(let target): (url, redirects) = (target.text, redirects + 1)
                    }
                } catch HTTPFailure.closed
                    where request.isRepeatable && !isSecondTry && (isUseRepeatable || !transfer.hasHead)
                {
                    isSecondTry = true
                }
            }
            throw NetworkError.redirectedTooOften(host: request.base.hostAndPort)
        } catch let failure as HTTPFailure {
            throw NetworkError.failed(host: request.base.hostAndPort, cause: failure)
        }
    }

    private func run<Result: Sendable>(
        _ transfer: Transfer, isolation: isolated (any Actor)? = #isolation,
        _ use: (HTTPResponse) async throws -> Result
    ) async throws -> Outcome<Result> {
        let loop = try startedLoop()
        return try await withTaskCancellationHandler {
            loop.post(.start(transfer))
            defer {
                transfer.cancel()
                loop.post(.abort(transfer))
            }
            guard case .head(let head) = try await transfer.next() else { throw HTTPFailure.notHTTP }
            let response = HTTPResponse(head: head, request: transfer.request, transfer: transfer, loop: loop)
            if configuration.maximumRedirects > 0, let target = response.targetToFollow { return .redirect(target) }
            return .result(try await use(response))
        } onCancel: {
            transfer.cancel()
            loop.post(.abort(transfer))
        }
    }

    /// The time of a date as headers have it (RFC 9110, 5.6.7); nil for anything else.
    package func timestamp(ofDate text: String) -> Timestamp? {
        (try? startedLoop())?.functions.timestamp(ofDate: text)
    }

    private func startedLoop() throws(HTTPFailure) -> TransferLoop {
        let started = loop.withLock { loop in
            if loop == nil, let functions = CurlLibrary.open(configuration.libraryNames) {
                loop = TransferLoop(functions: functions, configuration: configuration)
            }
            return loop
        }
        guard let started else { throw .libraryMissing }
        return started
    }
}

extension HTTPResponse {
    /// The credentials are sent along, so scheme, host and port must be equal.
    fileprivate var targetToFollow: HTTPAddress? {
        guard head.isRedirect, request.method == .get, let target = redirectTarget, !target.hasUserInfo,
            target.origin == HTTPAddress(transfer.url)?.origin
        else { return nil }
        return target
    }
}

/// Clients for servers of anybody: the first trusts the system's certificates, another one those of the settings.
struct TrustingClients: Sendable {
    private let system: HTTPClient
    private let own: HTTPClient?

    /// - Parameter certificateFile: trusted beside the system's certificates, in PEM.
    init(_ configuration: HTTPClient.Configuration, certificateFile: String?) {
        system = HTTPClient(configuration)
        own = certificateFile.map { file in
            var configuration = configuration
            configuration.certificateFile = file
            return HTTPClient(configuration)
        }
    }

    /// Throws what `body` throws.
    func use<Result>(_ body: (HTTPClient) async throws -> Result) async throws -> Result {
        guard let own else { return try await body(system) }
        do {
            return try await body(system)
        } catch let error as NetworkError {
            guard error.isOfUnknownIssuer else { throw error }
        }
        // Nothing was sent: the connection ended before the request.
        return try await body(own)
    }
}

extension NetworkError {
    /// Whether the server's certificate is from an authority that this machine does not know.
    fileprivate var isOfUnknownIssuer: Bool {
        switch self {
        case .failed(_, .notTrusted(.unknownIssuer)), .failed(_, .notTrusted(.selfSigned)): true
        default: false
        }
    }
}
