import Cards
import TestSupport
import Testing

@testable import CardNetwork

/// What a backend itself says of a failure is shown.
@Suite("The backend's own errors", .timeLimit(.minutes(5)))
struct OwnErrorTests {
    private func failure(
        _ status: Int, _ body: String, credentials: Credentials? = nil
    ) async throws -> String {
        var message = ""
        try await LoaderBench.with(credentials: credentials) { bench in
            bench.backend.setFault { _ in TestBackend.Answer(status: status, [.text(body)]) }
            await bench.loader.start()
            message = try await bench.failed().failure?.message ?? ""
        }
        return message
    }

    @Test(
        "they stand in the message, whatever the status",
        arguments: [
            (401, #"{"error":"Permission denied"}"#, "denies access: Permission denied. Check the credentials"),
            (404, #"{"error":"no such database"}"#, "(404): no such database. Check backend.url"),
            (402, #"{"message":"pay first."}"#, "(402): pay first. Your cards"),
            (500, #"{"error":{"code":7,"message":"no  room\n left"}}"#, "(500): no room left. Your cards"),
            (500, "no JSON", "server error (500). Your cards"),
            (500, #"{"cards":[]}"#, "server error (500). Your cards"),
        ])
    func shown(status: Int, body: String, words: String) async throws {
        let message = try await failure(status, body)
        #expect(message.contains(words), "\(message)")
    }

    @Test("credentials that the backend repeats are removed")
    func secrets() async throws {
        let message = try await failure(
            403, #"{"error":"ann:s3cret-word may not"}"#, credentials: Credentials("ann:s3cret-word"))
        #expect(message.contains("may not"))
        #expect(!message.contains("s3cret"), "\(message)")
    }

    @Test("also those of a backend that is only tried")
    func trial() async throws {
        let backend = try TestBackend().start()
        defer { backend.stop() }
        backend.setFault { _ in TestBackend.Answer(status: 403, [.text(#"{"error":"ann:s3cret-word may not"}"#)]) }
        let trial = BackendTrial(
            try BackendURL(backend.url), kind: .myCards, credentials: Credentials("ann:s3cret-word"))
        let error = await #expect(throws: TrialError.self) { _ = try await trial.run() }
        #expect(error?.userMessage.contains("may not") == true)
        #expect(error?.userMessage.contains("s3cret") == false)
    }

    @Test(
        "a card that is too large for the server is named as that, with its reason; photos only where it has some",
        arguments: [nil, "at most 1 MB"], [true, false])
    func tooLarge(reason: String?, hasPhoto: Bool) async throws {
        try await LoaderBench.with { bench in
            bench.backend.setFault { request in
                guard request.method == "POST" else { return .json("[]") }
                return TestBackend.Answer(status: 413, [.text(reason.map { "{\"error\":\"\($0)\"}" } ?? "")])
            }
            var card = try card("a", "Gym")
            if hasPhoto { card.front = PhotoHash(of: Array("photo".utf8)) }
            await bench.store.save(card)
            await bench.loader.start()
            await bench.loader.setConsent(.granted)
            let identifier = card.identifier
            await bench.store.wait { $0.failures[identifier] != nil }
            let message = await bench.store.failures[identifier] ?? ""
            #expect(message.contains(": too large for the server (413)"), "\(message)")
            #expect(message.contains("hotos") == hasPhoto, "\(message)")
            #expect(reason.map { message.contains($0) } ?? true, "\(message)")
        }
    }

    @Test("an error whose text does not end is reported without it, and cancelling does not wait for it")
    func endless() async throws {
        let backend = try TestBackend().start()
        defer { backend.stop() }
        backend.setFault { _ in
            .init(
                status: 500, headers: ["Content-Type": "application/json"], framing: .length(100),
                [.text(#"{"error":"#), .hang])
        }
        let request = MyCardsEndpoint.cards.request(to: try BackendURL(backend.url))
        let error = try await HTTPBench.error(to: request)
        #expect(error == .refused(host: request.base.hostAndPort, status: 500, reason: nil))
        let cancelled = Task { try await HTTPBench.error(to: request) }
        await backend.requests(atLeast: 2)
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { _ = try await cancelled.value }
    }
}
