import TestSupport
import Testing

/// A fault between a device and its backend, and the expected message.
struct Fault: CustomTestStringConvertible, Sendable {
    let name: String
    /// The text that the message contains besides the host.
    let message: String
    /// Whether the loader retries automatically.
    let isTemporary: Bool
    let answer: @Sendable (TestBackend, TestBackend.Request) -> TestBackend.Answer

    init(
        _ name: String, _ message: String, isTemporary: Bool = true,
        answer: @escaping @Sendable (TestBackend, TestBackend.Request) -> TestBackend.Answer
    ) {
        (self.name, self.message, self.isTemporary, self.answer) = (name, message, isTemporary, answer)
    }

    init(_ name: String, _ message: String, isTemporary: Bool = true, _ answer: TestBackend.Answer) {
        self.init(name, message, isTemporary: isTemporary) { _, _ in answer }
    }

    /// Whether an intermediary, such as a captive portal, answers every request.
    var isOfTheLine: Bool { message == "answered with a web page" }

    var testDescription: String { name }

    // MARK: - Any request

    static let ofAnyRequest = [
        Fault("closed before the answer", "closed too early", .close),
        Fault("500", "server error (500)", .status(500)),
        Fault(
            "500 with a reason", "(500): no room. Your",
            TestBackend.Answer(status: 500, [.text(#"{"error":{"message":"no room."}}"#)])),
        Fault("502", "server error (502)", .status(502)),
        Fault("503", "server error (503)", .status(503)),
        Fault("504", "server error (504)", .status(504)),
        Fault("429", "(429)", .status(429)),
        Fault("401", "denies access", isTemporary: false, .status(401)),
        Fault("403", "denies access", isTemporary: false, .status(403)),
        Fault("a portal's page", "answered with a web page", .html()),
        Fault("no HTTP", "not HTTP", TestBackend.Answer([.text("hello")], head: "SSH-2.0-OpenSSH_9.2\r\n")),
        Fault("a megabyte of headers", "response's header is too large", TestBackend.Answer(head: longHead)),
    ]

    private static let longHead =
        "HTTP/1.1 200 OK\r\n" + String(repeating: "X-Filler: \(String(repeating: "x", count: 1000))\r\n", count: 1000)

    // MARK: - The list

    static let ofTheList = [
        Fault("killed in the middle of the body", "closed too early") { backend, request in
            var answer = backend.truth(request)
            answer.framing = .length(answer.bodyBytes + 10)
            answer.closes = true
            return answer
        },
        Fault("cut off in a chunk", "closed too early") { backend, request in
            var answer = backend.truth(request)
            (answer.framing, answer.closes) = (.chunked, true)
            return answer
        },
        Fault("cut off by the end of the connection", "is incomplete") { _, _ in
            TestBackend.Answer(
                framing: .untilClose, [.text(#"[{"identifier":"x","name":"Theirs x"},{"identifier":"y""#)])
        },
        Fault("an empty body", "answered with nothing, which is not a list of cards", .json("")),
        Fault("null", "answered with null, which is not a list of cards", .json("null")),
        Fault("an object with an error", "an error, not a list of cards: down", .json(#"{"error":"down"}"#)),
        Fault("a dictionary of cards", "then set service: firebase", .json(#"{"x":{"name":"Theirs x"}}"#)),
        Fault("404", "no cards at this address (404)", .status(404)),
        Fault("a list that breaks", "is broken", .json(#"[{"identifier":"x","name":"Theirs x"},,"#)),
    ]
}
