internal import CCurl
internal import Cards
internal import Synchronization

/// Sends requests over libcurl. It verifies TLS always, caps what it takes, and follows a redirect only for GET and only
/// within the backend's own origin; it does not know what an answer means.
final class HTTPClient: Sendable {
    struct Configuration: Sendable {
        var credentials: Credentials?
        /// The credentials as they must not come back, also those that are no header.
        var secrets = SecretFilter()
        /// Certificates to trust instead of the system's, in PEM.
        var certificateFile: String?
        var connectTimeout = Duration.seconds(10)
        /// So long with less than ``minimumBytesPerSecond`` ends a transfer, be it header or body; whole seconds. Waiting for a
        /// reader of ours does not count.
        var stallTimeout = Duration.seconds(30)
        /// A line that carries less for so long is none: whoever sends a byte now and then must not hold us for ever.
        var minimumBytesPerSecond = 100
        /// What answers something that was written has come whole by then, from its head on: who goes on talking must not hold us.
        var answerTimeout = Duration.seconds(120)
        var userAgent = "cards-tui"
        var libraryNames = CurlLibrary.names
        /// What this machine takes the time for: said where a certificate is out of date, and for a wait until a date.
        var clock = CardClock.system
    }

    private enum Outcome<Result: Sendable>: Sendable {
        case result(Result)
        case redirect(HTTPAddress)
    }

    static let maximumRedirects = 5

    private let configuration: Configuration
    private let loop = Mutex<TransferLoop?>(nil)

    init(_ configuration: Configuration) { self.configuration = configuration }

    var secrets: SecretFilter { configuration.secrets }

    deinit { loop.withLock { $0 }?.post(.stop) }

    /// Sends the request and hands over its answer as soon as the head is there. The transfer ends when `use` returns or
    /// throws, or when the task is cancelled. Throws ``NetworkError`` where the transfer fails, `CancellationError`, and
    /// what `use` throws.
    ///
    /// A redirect that is not followed is an answer like any other. What was closed in the middle is sent once more, over a fresh
    /// connection, where the request may be: a server that answers before it has read all of it may reset the old one.
    /// - Parameter isUseRepeatable: `use` may be called for a second answer after it has seen half of the first.
    func withResponse<Result: Sendable>(
        to request: APIRequest, maximumBodyBytes: Int, isUseRepeatable: Bool = false,
        isolation: isolated (any Actor)? = #isolation, _ use: (HTTPResponse) async throws -> Result
    ) async throws -> Result {
        do {
            var (url, redirects, isSecondTry) = (request.url, 0, false)
            while redirects <= Self.maximumRedirects {
                let transfer = Transfer(
                    request, url: url, maximumBodyBytes: maximumBodyBytes, needsFreshConnection: isSecondTry)
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
            if let target = response.targetToFollow { return .redirect(target) }
            return .result(try await use(response))
        } onCancel: {
            transfer.cancel()
            loop.post(.abort(transfer))
        }
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
    /// The credentials go along, so it is the same scheme, host and port or nothing.
    fileprivate var targetToFollow: HTTPAddress? {
        guard head.isRedirect, request.method == .get, let target = redirectTarget, !target.hasUserInfo,
            target.origin == HTTPAddress(transfer.url)?.origin
        else { return nil }
        return target
    }
}
