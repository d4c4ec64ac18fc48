import Cards
import Synchronization
import TestSupport
import Testing

@testable import CardNetwork

/// Files from a server over TLS, and from one that does everything wrong.
@Suite("Fetching files", .enabled(if: NginxFront.isPossible, "needs nginx and openssl"), .timeLimit(.minutes(5)))
struct FileDownloadTests {
    private static let limit = 4 << 20

    private let backend: TestBackend
    private let certificates: TestCertificates
    private let front: NginxFront

    init() async throws {
        certificates = try await TestCertificates()
        backend = try TestBackend().start()
        front = try await NginxFront(before: backend, of: certificates)
    }

    private func file(_ bytes: [UInt8]) -> TestBackend.Answer {
        .init(headers: ["Content-Type": "application/vnd.apple.pkpass"], [.bytes(bytes)])
    }

    /// What was received, and the target at another host.
    private func fetch(
        _ text: String, trusting file: String? = nil
    ) async throws -> (bytes: [UInt8], elsewhere: FetchTarget?) {
        let received = Mutex<[UInt8]>([])
        let download = FileDownload(certificateFile: file ?? certificates.authorityFile)
        let elsewhere = try await download.fetch(
            try FileDownload.target(of: text), limit: Self.limit, progress: { _ in }
        ) { chunk in
            received.withLock { $0 += chunk }
            return true
        }
        return (received.withLock { $0 }, elsewhere)
    }

    private func error(_ text: String) async throws -> FetchError? {
        do {
            _ = try await fetch(text)
            return nil
        } catch let error as FetchError {
            return error
        }
    }

    // MARK: - Addresses

    @Test("what is shown of an address is its host and the last part of its path")
    func names() throws {
        let target = try FileDownload.target(of: " https://Passes.example:444/secret/my%20card.pkpass?token=abc#x ")
        #expect(target.name == "passes.example:444/my card.pkpass" && target.host == "passes.example:444")
        #expect(target.address == "https://passes.example:444/secret/my%20card.pkpass?token=abc")
        #expect("\(target)" == target.name && !String(reflecting: target).contains("abc"))
        #expect(try FileDownload.target(of: "https://passes.example").name == "passes.example")
        #expect(try FileDownload.target(of: "https://a.example/x%2F..%2Fy").name == "a.example/x_.._y")
        #expect(
            try FileDownload.target(of: "https://a.example/Käse karte").address == "https://a.example/K%C3%A4se%20karte"
        )
    }

    @Test(
        "an address that is not https, or has a password, is refused without being repeated",
        arguments: [
            ("http://shop.example/card?k=secret", "shop.example: over http://"),
            ("https://ann:secret@shop.example/card", "shop.example: addresses with a user name or a password"),
            ("https://", "This is not the address of a file"),
            ("https://a b/secret", "This is not the address of a file"),
            ("https://shop.example:x/secret", "This is not the address of a file"),
        ])
    func refused(text: String, reason: String) {
        let error = #expect(throws: FetchError.self) { try FileDownload.target(of: text) }
        #expect(error?.kind == .address)
        #expect(error?.userMessage.hasPrefix(reason) == true, "\(error?.userMessage ?? "")")
        #expect(error?.userMessage.contains("secret") == false)
        #expect(error?.userMessage.hasSuffix(" Nothing was imported.") == true)
    }

    // MARK: - Files

    @Test(
        "a file comes byte for byte, with its query, and without credentials; its server's authority is one of the settings"
    )
    func received() async throws {
        defer { backend.stop() }
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        backend.setFault { _ in file(bytes) }
        let (got, elsewhere) = try await fetch(front.url + "/a/cedar.pkpass?key=1%202")
        #expect(got == bytes && elsewhere == nil)
        #expect(backend.lines == ["GET /a/cedar.pkpass?key=1%202"])
        #expect(backend.requests.first?.headers["authorization"] == nil)
    }

    @Test("without that file the server is not trusted, and nothing is asked")
    func untrusted() async throws {
        defer { backend.stop() }
        let download = FileDownload(certificateFile: nil)
        let error = await #expect(throws: FetchError.self) {
            try await download.fetch(
                try FileDownload.target(of: front.url), limit: Self.limit, progress: { _ in }, receive: { _ in true })
        }
        #expect(error?.userMessage.contains("name its file in backend.ca_file") == true)
        #expect(backend.requests.isEmpty)
    }

    @Test("it ends where the receiver needs no more, and progress tells what has arrived")
    func receiverEnds() async throws {
        defer { backend.stop() }
        backend.setFault { _ in .init([.repeated([UInt8](repeating: 1, count: 1 << 20), times: 3)]) }
        let told = Mutex<[DownloadProgress]>([])
        let download = FileDownload(certificateFile: certificates.authorityFile)
        let elsewhere = try await download.fetch(
            try FileDownload.target(of: front.url + "/x"), limit: Self.limit,
            progress: { progress in told.withLock { $0.append(progress) } }, receive: { _ in false })
        #expect(elsewhere == nil)
        let all = told.withLock { $0 }
        #expect(all.count == 1 && all.first?.totalBytes == 3 << 20 && all.first.map { $0.bytes > 0 } == true)
    }

    // MARK: - Redirects

    @Test("three redirects of the same host are followed, a fourth is not")
    func redirects() async throws {
        defer { backend.stop() }
        backend.setFault { request in
            guard let number = Int(request.path.dropFirst()), number > 0 else { return file([1, 2, 3]) }
            return .init(status: 302, headers: ["Location": "/\(number - 1)"])
        }
        #expect(try await fetch(front.url + "/3").bytes == [1, 2, 3])
        #expect(backend.requests.count == 4)
        let error = try #require(try await error(front.url + "/4"))
        #expect(error.userMessage.contains("redirects more than 3 times"))
        #expect(backend.requests.count == 8)
    }

    @Test("another host is not asked, but named; the redirects so far count there, too")
    func otherHost() async throws {
        defer { backend.stop() }
        let other = "https://localhost:\(front.port)"
        backend.setFault { request in
            request.path == "/here?k=secret"
                ? .init(status: 307, headers: ["Location": other + "/there/card.pkpass?t=secret"]) : file([7])
        }
        let (bytes, elsewhere) = try await fetch(front.url + "/here?k=secret")
        let target = try #require(elsewhere)
        #expect(bytes.isEmpty && backend.requests.count == 1)
        #expect(target.name == "localhost:\(front.port)/card.pkpass" && target.redirects == 1)
        #expect(try await fetch(target.address).bytes == [7])
        // Another port is another host.
        backend.setFault { _ in .init(status: 301, headers: ["Location": "https://127.0.0.1:1/x"]) }
        #expect(try await fetch(front.url + "/x").elsewhere?.host == "127.0.0.1:1")
    }

    @Test(
        "a redirect that leads to http, to a password or nowhere is refused",
        arguments: [
            ("http://127.0.0.1/x", "only https:// is"), ("https://ann:secret@127.0.0.1/x", "it holds a password"),
            ("", "redirects to an invalid address"), ("https://[", "redirects to an invalid address"),
        ])
    func badRedirects(location: String, reason: String) async throws {
        defer { backend.stop() }
        backend.setFault { _ in .init(status: 302, headers: ["Location": location]) }
        let error = try #require(try await error(front.url + "/x"))
        #expect(error.kind == .network && error.userMessage.contains(reason), "\(error.userMessage)")
        #expect(!error.userMessage.contains("secret") && backend.requests.count == 1)
    }

    // MARK: - Wrong answers

    @Test(
        "what is no file is told with the host and a remedy",
        arguments: [
            (.html(), "answered with a web page"),
            (
                .init(headers: ["Content-Type": "application/octet-stream"], [.text("\n<!doctype HTML><p>Sign in")]),
                "Sign in to the network if needed"
            ),
            (.init([]), "answered with an empty file"),
            (.init(status: 204, headers: [:]), "answered with an empty file"),
            (.status(404), "has no such file (404); it may have been removed. Check the address."),
            (.status(410), "has no such file (410)"), (.status(401), "denies access (401). Download the file"),
            (.status(403), "denies access (403)"), (.status(500), "server error (500). Try again later."),
            (.init(status: 503, headers: ["Retry-After": "60"], [.text("no")]), "is busy (503)"),
            (.init(status: 304, headers: [:]), "answered with 304, which is not a file"),
            (.status(400), "rejected the request (400)"),
        ] as [(TestBackend.Answer, String)])
    func wrong(answer: TestBackend.Answer, reason: String) async throws {
        defer { backend.stop() }
        backend.setFault { _ in answer }
        let error = try #require(try await error(front.url + "/x?k=secret"))
        #expect(error.userMessage.hasPrefix("127.0.0.1:\(front.port)"), "\(error.userMessage)")
        #expect(error.userMessage.contains(reason), "\(error.userMessage)")
        #expect(!error.userMessage.contains("secret") && !error.userMessage.contains("backend.url"))
    }

    @Test(
        "a file that is too large ends the fetch, whether its size is announced or not, and so does one that is cut off"
    )
    func sizes() async throws {
        defer { backend.stop() }
        let part = [UInt8](repeating: 1, count: 1 << 20)
        for framing in [TestBackend.Answer.Framing.length(), .chunked] {
            backend.setFault { _ in .init(framing: framing, [.repeated(part, times: 5)]) }
            let error = try #require(try await error(front.url + "/x"))
            #expect(error.userMessage.contains("larger than 4 MB"), "\(error.userMessage)")
        }
        backend.setFault { _ in .init(framing: .length(1000), [.bytes([1, 2, 3])], closes: true) }
        let error = try #require(try await error(front.url + "/x"))
        #expect(error.userMessage.contains("the connection was closed too early"), "\(error.userMessage)")
    }

    @Test("a fetch that waits for its server ends with its task")
    func cancelled() async throws {
        defer { backend.stop() }
        backend.setFault { _ in .hang }
        let task = Task { try await fetch(front.url + "/x") }
        await backend.requests(atLeast: 1)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("nobody is there: the host is named")
    func offline() async throws {
        defer { backend.stop() }
        let port = try RefusingPort()
        let error = try #require(try await error("https://127.0.0.1:\(port.port)/x"))
        #expect(error.userMessage == "127.0.0.1:\(port.port): no connection. Nothing was imported.")
    }
}
