import TestSupport
import Testing

@testable import CardNetwork

/// Real certificates behind nginx, with each installed libcurl: they report certificates differently.
@Suite("Certificates", .enabled(if: NginxFront.isPossible, "needs nginx and openssl"), .timeLimit(.minutes(5)))
struct TLSTests {
    private static let libraries = CurlLibrary.names.filter { CurlLibrary.open([$0]) != nil }
    private static let today = CardClockStub.day.text

    private let backend: TestBackend
    private let certificates: TestCertificates

    init() async throws {
        certificates = try await TestCertificates()
        backend = try TestBackend().start()
        backend.setFault { _ in .json("[]") }
    }

    private func configuration(_ library: String, trusting file: String?) -> HTTPClient.Configuration {
        var configuration = HTTPClient.Configuration(credentials: Credentials("ann:secret"), certificateFile: file)
        configuration.libraryNames = [library]
        configuration.clock = CardClockStub.clock
        return configuration
    }

    /// The outcome of a request with credentials.
    private func error(
        _ library: String, _ kind: TestCertificates.Kind, trusting file: String?, host: String = "127.0.0.1"
    ) async throws -> NetworkError? {
        let front = try await NginxFront(before: backend, kind, of: certificates)
        let request = MyCardsEndpoint.cards.request(to: try BackendURL("https://\(host):\(front.port)"))
        let error = try await HTTPBench.error(to: request, configuration(library, trusting: file))
        if case .failed(let place, _)? = error { #expect(place == "\(host):\(front.port)") }
        return error
    }

    @Test("a valid certificate of a configured authority is trusted, by IP address and by name", arguments: libraries)
    func good(library: String) async throws {
        defer { backend.stop() }
        let file = certificates.authorityFile
        #expect(try await error(library, .good, trusting: file) == nil)
        #expect(try await error(library, .good, trusting: file, host: "localhost") == nil)
        #expect(backend.lines == ["GET /cards.json", "GET /cards.json"])
        #expect(backend.requests.allSatisfy { $0.headers["authorization"] == "Basic YW5uOnNlY3JldA==" })
    }

    @Test(
        "each invalid certificate is named with its reason, and the backend receives nothing",
        arguments: libraries,
        [
            (.expired, .expired(today: today), "clock is wrong (it says \(today))"),
            (.early, .notYetValid(today: today), "clock is wrong (it says \(today))"),
            (.selfSigned, .selfSigned, "backend.ca_file"),
            (.wrongName, .wrongName(host: "127.0.0.1"), "for another host than 127.0.0.1"),
            (.unknownIssuer, .unknownIssuer, "backend.ca_file"),
        ] as [(TestCertificates.Kind, CertificateProblem, String)])
    func bad(library: String, _ expected: (TestCertificates.Kind, CertificateProblem, String)) async throws {
        defer { backend.stop() }
        let error = try #require(try await error(library, expected.0, trusting: certificates.authorityFile))
        guard case .failed(let host, let cause) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(cause == .notTrusted(expected.1))
        #expect(error.userMessage.hasPrefix(host + ": its certificate "))
        #expect(error.userMessage.contains(expected.2))
        #expect(!error.isTemporary)
        #expect(backend.requests.isEmpty)
    }

    @Test(
        "without a configured file the system's authorities are used, which do not include a test's",
        arguments: libraries)
    func system(library: String) async throws {
        defer { backend.stop() }
        let error = try await error(library, .good, trusting: nil)
        guard case .failed(_, .notTrusted(.unknownIssuer))? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(backend.requests.isEmpty)
    }

    @Test("a certificate file that is missing or contains none is named in the error", arguments: libraries)
    func badFile(library: String) async throws {
        defer { backend.stop() }
        let folder = try TemporaryFolder()
        let files = [
            folder.path + "/missing.pem", folder.path, try folder.write("", to: "empty.pem"),
            try folder.write("no certificate\n", to: "text.pem"),
            try folder.write("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", to: "key.pem"),
        ]
        for file in files {
            let error = try #require(try await error(library, .good, trusting: file))
            guard case .failed(_, .certificateFile(file)) = error else {
                Issue.record("\(file): \(error)")
                continue
            }
            #expect(error.userMessage.contains("the file \(file), named by backend.ca_file"))
            #expect(!error.isTemporary)
        }
        #expect(backend.requests.isEmpty)
    }

    @Test("a redirect from https to http is not followed")
    func downgrade() async throws {
        defer { backend.stop() }
        let front = try await NginxFront(before: backend, of: certificates)
        for place in [backend.url + "/cards.json", "http://127.0.0.1:\(front.port)/cards.json"] {
            backend.script("GET /cards.json", [.init(status: 302, headers: ["Location": place])])
            let request = MyCardsEndpoint.cards.request(to: try BackendURL(front.url))
            let error = try await HTTPBench.error(
                to: request, configuration(CurlLibrary.names[0], trusting: certificates.authorityFile))
            #expect(error == .redirected(host: "127.0.0.1:\(front.port)", target: place))
        }
        #expect(backend.requests.count == 2)
    }

    @Test("HTTP/2 gives the same results, and its reset streams are truncated responses", arguments: libraries)
    func http2(library: String) async throws {
        defer { backend.stop() }
        let front = try await NginxFront(before: backend, of: certificates, speaksHTTP2: true)
        let base = try BackendURL(front.url)
        let client = HTTPClient(configuration(library, trusting: certificates.authorityFile))
        let list = MyCardsEndpoint.cards.request(to: base)
        let body = [UInt8](repeating: 0x20, count: 3 << 20)
        backend.setFault { request in
            .init(headers: ["ETag": "\"\(request.body.count)\""], framing: .chunked, [.bytes(body)])
        }
        for request in [list, MyCardsEndpoint.save(body: body).request(to: base)] {
            let size = try await client.withResponse(to: request, maximumBodyBytes: 1 << 24) { response in
                #expect(response.head["X-Protocol"] == "HTTP/2.0")
                #expect(response.head["ETag"] == "\"\(request.body?.count ?? 0)\"")
                var size = 0
                while let chunk = try await response.nextChunk() { size += chunk.count }
                return size
            }
            #expect(size == body.count)
        }
        #expect(backend.lines == ["GET /cards.json", "POST /cards"])
        backend.setFault { _ in .init(framing: .length(1 << 22), [.bytes(body)], closes: true) }
        await #expect(throws: NetworkError.failed(host: base.hostAndPort, cause: .closed)) {
            try await client.withResponse(to: list, maximumBodyBytes: 1 << 24) {
                while try await $0.nextChunk() != nil {}
            }
        }
    }

    @Test("a server that does not complete the TLS handshake is abandoned after the connect timeout")
    func noTLS() async throws {
        defer { backend.stop() }
        let request = MyCardsEndpoint.cards.request(to: try BackendURL("https://127.0.0.1:\(backend.port)"))
        var configuration = configuration(CurlLibrary.names[0], trusting: nil)
        configuration.connectTimeout = .milliseconds(500)
        let error = try await HTTPBench.error(to: request, configuration)
        #expect(error == .failed(host: "127.0.0.1:\(backend.port)", cause: .timedOut))
    }
}

@Suite("Errors of TLS libraries")
struct CertificateVerdictTests {
    @Test(
        "the library's text decides where its code is ambiguous",
        arguments: [
            ("SSL: no alternative certificate subject name matches target host name 'x'", .wrongName(host: "x")),
            ("SSL: certificate subject name (y) does not match target host name 'x'", .wrongName(host: "x")),
            ("server verification failed: certificate has expired. (CAfile: x CRLfile: none)", .expired(today: "d")),
            ("server certificate expiration date has passed.", .expired(today: "d")),
            ("server certificate not activated yet.", .notYetValid(today: "d")),
            ("server verification failed: certificate signer not trusted. (CAfile: none)", .unknownIssuer),
            ("SSL certificate problem: self signed certificate in certificate chain", .unknownIssuer),
            ("SSL certificate problem: self-signed certificate", .selfSigned), ("odd", .other("odd")),
        ] as [(String, CertificateProblem)])
    func ambiguousCode(text: String, expected: CertificateProblem) {
        for isGnuTLS in [true, false] {
            let verdict = CertificateVerdict(isGnuTLS: isGnuTLS, result: 0, text: text, isOwnIssuer: false)
            #expect(verdict.problem(host: "x", today: "d") == expected)
        }
    }

    @Test("an unknown root is not reported as self-signed")
    func chain() {
        let verdict = CertificateVerdict(isGnuTLS: false, result: 19, text: "", isOwnIssuer: false)
        #expect(verdict.problem(host: "x", today: "d") == .unknownIssuer)
    }
}
