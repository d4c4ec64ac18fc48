import TestSupport

@testable import CardNetwork

/// One request over real sockets, and its outcome.
enum HTTPBench {
    /// A backend with this answer, and a request to it.
    static func withBackend<Result>(
        _ answer: TestBackend.Answer, _ use: (TestBackend, APIRequest) async throws -> Result
    ) async throws -> Result {
        let backend = try TestBackend().start()
        defer { backend.stop() }
        backend.setFault { _ in answer }
        return try await use(backend, MyCardsEndpoint.cards.request(to: try BackendURL(backend.url)))
    }

    /// The complete body of an answer.
    static func body(
        of answer: TestBackend.Answer, limit: Int = 1 << 20, _ configuration: HTTPClient.Configuration = .init()
    ) async throws -> [UInt8] {
        try await withBackend(answer) { _, request in
            try await HTTPClient(configuration).withResponse(to: request, maximumBodyBytes: limit) { response in
                var body: [UInt8] = []
                while let chunk = try await response.nextChunk() { body += chunk }
                return body
            }
        }
    }

    /// The failure that ends the answer.
    static func failure(
        of answer: TestBackend.Answer, limit: Int = 1 << 20, _ configuration: HTTPClient.Configuration = .init()
    ) async throws -> HTTPFailure? {
        do {
            _ = try await body(of: answer, limit: limit, configuration)
            return nil
        } catch NetworkError.failed(_, let cause) {
            return cause
        }
    }

    /// A configuration with timeouts of one second.
    static var impatient: HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration()
        configuration.stallTimeout = .seconds(1)
        return configuration
    }

    /// The error of a complete request. Its body is discarded.
    static func error(
        to request: APIRequest, _ configuration: HTTPClient.Configuration = .init(), limit: Int = 1 << 20
    ) async throws -> NetworkError? {
        do {
            try await HTTPClient(configuration).withResponse(to: request, maximumBodyBytes: limit) { response in
                try await response.requireSuccess()
                while try await response.nextChunk() != nil {}
            }
            return nil
        } catch let error as NetworkError {
            return error
        }
    }
}
