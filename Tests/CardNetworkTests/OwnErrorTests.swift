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
            (401, #"{"error":"Permission denied"}"#, "refuses access: Permission denied. Check the credentials"),
            (404, #"{"error":"no such database"}"#, "(404): no such database. Check backend.url"),
            (402, #"{"message":"pay first."}"#, "(402): pay first. Your cards"),
            (500, #"{"error":{"code":7,"message":"no  room\n left"}}"#, "(500): no room left. Your cards"),
            (500, "no JSON", "of its own (500). Your cards"), (500, #"{"cards":[]}"#, "of its own (500). Your cards"),
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
        backend.setFault { _ in TestBackend.Answer(status: 403, [.text(#"{"error":"ann:s3cret-word may not"}"#)]) }
        let trial = BackendTrial(
            try BackendURL(backend.url), kind: .myCards, credentials: Credentials("ann:s3cret-word"))
        let error = await #expect(throws: TrialError.self) { _ = try await trial.run() }
        #expect(error?.userMessage.contains("may not") == true)
        #expect(error?.userMessage.contains("s3cret") == false)
    }

    @Test(
        "photos that are too large for the server are named as that, with its reason", arguments: [nil, "at most 1 MB"])
    func tooLarge(reason: String?) async throws {
        try await LoaderBench.with { bench in
            bench.backend.setFault { request in
                guard request.method == "POST" else { return .json("[]") }
                return TestBackend.Answer(status: 413, [.text(reason.map { "{\"error\":\"\($0)\"}" } ?? "")])
            }
            let card = try card("a", "Gym")
            await bench.store.save(card)
            await bench.loader.start()
            await bench.loader.setConsent(.granted)
            await bench.store.wait { $0.failures[card.identifier] != nil }
            let message = await bench.store.failures[card.identifier] ?? ""
            #expect(message.contains("photos too large for the server (413)"), "\(message)")
            #expect(reason.map { message.contains($0) } ?? true, "\(message)")
        }
    }
}
