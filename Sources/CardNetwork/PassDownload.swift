internal import Basics
public import Cards

/// Asks the web service of a pass for its newest version, as Apple describes it:
/// `GET {webServiceURL}/v1/passes/{type}/{serial}` with `Authorization: ApplePass {token}`.
///
/// Over https only, without a proxy, and only at addresses of the internet: those of this machine and of private networks are refused at each
/// connection, whatever a name is resolved to.
public struct PassDownload: PassFetching {
    private let certificateFile: String?
    private let allowsLocal: Bool
    private let timeout: Duration

    /// - Parameters:
    ///   - certificateFile: trusted beside the system's certificates, in PEM.
    ///   - allowsLocal: whether private addresses, and a proxy, are allowed.
    ///   - timeout: from the lookup of the host to the end of the answer.
    public init(certificateFile: String?, allowsLocal: Bool, timeout: Duration = .seconds(60)) {
        self.certificateFile = certificateFile
        self.allowsLocal = allowsLocal
        self.timeout = timeout
    }

    public func host(of service: PassService) throws(PassError) -> String { try base(of: service).hostAndPort }

    private func base(of service: PassService) throws(PassError) -> BackendURL {
        guard let base = try? BackendURL(service.address) else {
            throw PassError(.address, "The address of the pass's web service is invalid.")
        }
        guard base.isSecure else {
            throw PassError(
                .address, "\(base.hostAndPort) uses http://, over which others could read the token.")
        }
        return base
    }

    public func fetch(_ service: PassService, since: String?, limit: Int) async throws -> PassAnswer {
        let base = try base(of: service)
        let host = base.hostAndPort
        guard let token = Credentials.ofPass(service.token) else {
            throw PassError(.address, "The token of the pass cannot be sent.")
        }
        var configuration = HTTPClient.Configuration()
        (configuration.credentials, configuration.secrets) = (token, SecretFilter(token))
        (configuration.allowsLocalAddresses, configuration.usesProxy) = (allowsLocal, allowsLocal)
        var request = APIRequest(base: base, path: ["v1", "passes", service.type, service.serial])
        if let since { request.headers.append(.init(name: "If-Modified-Since", value: since)) }
        let (asked, clients) = (request, TrustingClients(configuration, certificateFile: certificateFile))
        do {
            return try await limited {
                try await clients.use { client in
                    try await client.withResponse(to: asked, maximumBodyBytes: limit) { response in
                        try await read(response, host, limit)
                    }
                }
            }
        } catch let error as NetworkError {
            throw reason(error, host)
        } catch let error as HTTPFailure {
            throw reason(.failed(host: host, cause: error), host)
        }
    }

    /// Ends the request when its time is over, wherever it is: a host may be silent before its answer, and slow in it.
    private func limited(_ request: @escaping @Sendable () async throws -> PassAnswer) async throws -> PassAnswer {
        try await withThrowingTaskGroup(of: PassAnswer?.self) { group in
            defer { group.cancelAll() }
            group.addTask { try await request() }
            group.addTask {
                try await QueueClock().sleep(for: timeout)
                return nil
            }
            guard let first = try await group.next(), let answer = first else { throw HTTPFailure.tooSlow }
            return answer
        }
    }

    private func read(_ response: HTTPResponse, _ host: String, _ limit: Int) async throws -> PassAnswer {
        switch response.head.status {
        case 304: return .unchanged
        case 401, 403:
            throw PassError(
                .answer,
                "\(host) denies access (\(response.head.status)). If the pass was replaced, import the new one."
            )
        case 404: throw PassError(.answer, "\(host) has no such pass (404); it may have been removed.")
        case 410: throw PassError(.answer, "\(host) has withdrawn the pass (410).")
        case 204: throw PassError(.answer, "\(host) answered with nothing.")
        default: try await response.requireSuccess()
        }
        if response.isWebPage {
            throw PassError(
                .network, "\(host) answered with a web page, not with a pass. Sign in to the network if needed.")
        }
        if let promised = response.head.bodyBytes, promised > limit { throw HTTPFailure.bodyTooLarge(limit: limit) }
        var bytes: [UInt8] = []
        while let chunk = try await response.nextChunk() { bytes += chunk }
        if bytes.isEmpty { throw PassError(.answer, "\(host) answered with nothing.") }
        return .file(bytes, modified: response.head["Last-Modified"])
    }

    /// The sentences of ``NetworkError`` are about a backend, and its settings.
    private func reason(_ error: NetworkError, _ host: String) -> PassError {
        switch error {
        case .failed(_, .libraryMissing): PassError(.network, HTTPFailure.libraryMissing.reason)
        case .failed(_, .localAddress):
            PassError(
                .address,
                "\(host) is an address of this machine or a private network, which is not contacted (passes.local: true allows it)."
            )
        case .failed(_, .bodyTooLarge(let limit)):
            PassError(.answer, "\(host) sent more than \(limit >> 20) MB.")
        case .failed(_, let cause):
            PassError(.network, "\(host): \(cause.reason.replacing(bytesOf: "backend.url", with: "the pass")).")
        case .redirected(_, ""):
            PassError(.answer, "\(host) redirects without an address.")
        case .redirected:
            PassError(.answer, "\(host) redirects to another address, which is not contacted.")
        case .redirectedTooOften:
            PassError(.answer, "\(host) redirects too often, perhaps in a loop.")
        case .busy(_, let status, _): PassError(.network, "\(host) is busy (\(status)).")
        case .refused(_, let status, _), .rejected(_, let status, _), .refusedOnTheWay(_, _, let status):
            PassError(.network, "\(host) failed (\(status)).")
        default: PassError(.network, "\(host) cannot be contacted.")
        }
    }
}
