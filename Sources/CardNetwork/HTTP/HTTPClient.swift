internal import CCurl
internal import Synchronization

/// Sends requests over libcurl. It follows no redirects, verifies TLS always, and caps what it takes; it does not know what
/// an answer means.
final class HTTPClient: Sendable {
    struct Configuration: Sendable {
        var credentials: Credentials?
        /// Certificates to trust instead of the system's, in PEM.
        var certificateFile: String?
        var connectTimeout = Duration.seconds(10)
        /// So long without a byte ends a transfer; whole seconds.
        var stallTimeout = Duration.seconds(30)
        var userAgent = "cards-tui"
        var libraryNames = CurlLibrary.names
    }

    private let configuration: Configuration
    private let loop = Mutex<TransferLoop?>(nil)

    init(_ configuration: Configuration) { self.configuration = configuration }

    deinit { loop.withLock { $0 }?.post(.stop) }

    /// Sends the request and hands over its answer as soon as the head is there. The transfer ends when `use` returns or
    /// throws, or when the task is cancelled. Throws ``NetworkError`` where the transfer fails, `CancellationError`, and
    /// what `use` throws.
    func withResponse<Result: Sendable>(
        to request: APIRequest, maximumBodyBytes: Int, isolation: isolated (any Actor)? = #isolation,
        _ use: (HTTPResponse) async throws -> Result
    ) async throws -> Result {
        do {
            let loop = try startedLoop()
            let transfer = Transfer(request, maximumBodyBytes: maximumBodyBytes)
            return try await withTaskCancellationHandler {
                loop.post(.start(transfer))
                defer {
                    transfer.cancel()
                    loop.post(.abort(transfer))
                }
                guard case .head(let head) = try await transfer.next() else { throw HTTPFailure.notHTTP }
                return try await use(HTTPResponse(head: head, request: request, transfer: transfer, loop: loop))
            } onCancel: {
                transfer.cancel()
                loop.post(.abort(transfer))
            }
        } catch let failure as HTTPFailure {
            throw NetworkError.failed(host: request.base.hostAndPort, cause: failure)
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
