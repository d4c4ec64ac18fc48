import Cards
import TestSupport
import Testing

@testable import CardNetwork

/// A web service of passes over TLS, and one that does everything wrong.
@Suite(
    "Fetching new versions of passes", .enabled(if: NginxFront.isPossible, "needs nginx and openssl"),
    .timeLimit(.minutes(5)))
struct PassDownloadTests {
    private static let limit = 10 << 20
    private static let token = "t0ken-0123456789"

    private let backend: TestBackend
    private let certificates: TestCertificates
    private let front: NginxFront

    init() async throws {
        certificates = try await TestCertificates()
        backend = try TestBackend().start()
        front = try await NginxFront(before: backend, of: certificates)
    }

    private func service(_ address: String? = nil, token: String = token) -> PassService {
        PassService(
            address: address ?? front.url + "/wallet/", type: "pass.com.juniper", serial: "17 a/b", token: token)
    }

    private func download(allowsLocal: Bool = true, timeout: Duration = .seconds(60)) -> PassDownload {
        PassDownload(certificateFile: certificates.authorityFile, allowsLocal: allowsLocal, timeout: timeout)
    }

    private func error(
        _ service: PassService, _ download: PassDownload, limit: Int = limit
    ) async throws -> PassError? {
        do {
            _ = try await download.fetch(service, since: nil, limit: limit)
            return nil
        } catch let error as PassError {
            return error
        }
    }

    @Test("the request is Apple's: type and serial number, the token, the date; nothing else of the pass")
    func request() async throws {
        defer { backend.stop() }
        backend.setFault { _ in .init(headers: ["Last-Modified": "Sat, 28 Nov 2026 10:00:00 GMT"], [.bytes([1, 2])]) }
        let answer = try await download().fetch(service(), since: "Fri, 27 Nov 2026 10:00:00 GMT", limit: Self.limit)
        #expect(answer == .file([1, 2], modified: "Sat, 28 Nov 2026 10:00:00 GMT"))
        let request = try #require(backend.requests.first)
        #expect(request.line == "GET /wallet/v1/passes/pass.com.juniper/17%20a%2Fb" && request.body.isEmpty)
        #expect(request.headers["authorization"] == "ApplePass " + Self.token)
        #expect(request.headers["if-modified-since"] == "Fri, 27 Nov 2026 10:00:00 GMT")
        #expect(request.headers["cookie"] == nil && request.headers["referer"] == nil)
        #expect(try download().host(of: service()) == "127.0.0.1:\(front.port)")
    }

    @Test("this machine is not asked unless the settings allow it, by its address and by its name")
    func local() async throws {
        defer { backend.stop() }
        for address in [front.url, "https://localhost:\(front.port)"] {
            let error = try #require(try await error(service(address), download(allowsLocal: false)))
            #expect(
                error.kind == .address && error.userMessage.contains("is an address of this machine"),
                "\(error.userMessage)")
        }
        #expect(backend.requests.isEmpty)
    }

    @Test("an address that is not https, and a token that no header can hold, are not used")
    func refused() async throws {
        defer { backend.stop() }
        for address in ["http://127.0.0.1", "ftp://x", "", "https://ann:secret@127.0.0.1"] {
            let error = try #require(try await error(service(address), download()))
            #expect(error.kind == .address && !error.userMessage.contains("secret"))
        }
        for token in ["a b", "a\r\nX: y", "ä", ""] {
            #expect(try await error(service(token: token), download())?.kind == .address)
        }
        #expect(backend.requests.isEmpty)
    }

    @Test(
        "what a service answers is told in words, and the token is in none of them",
        arguments: [
            (
                .init(status: 401, headers: ["Content-Type": "text/plain"], [.text("ApplePass t0ken-0123456789")]),
                .answer, "denies access (401)"
            ),
            (.status(403), .answer, "denies access (403)"), (.status(404), .answer, "has no such pass (404)"),
            (.status(410), .answer, "has withdrawn the pass (410)"), (.status(500), .network, "failed (500)"),
            (.init(status: 503, headers: ["Retry-After": "9"], []), .network, "is busy (503)"),
            (.init(status: 204, headers: [:]), .answer, "answered with nothing"),
            (.init([]), .answer, "answered with nothing"),
            (.html(), .network, "answered with a web page"),
            (
                .init(status: 302, headers: ["Location": "https://other.example/t0ken-0123456789"]), .answer,
                "redirects to another address"
            ),
            (.init(status: 302, headers: ["Location": "http://127.0.0.1/"]), .answer, "redirects to another address"),
            (.init(status: 302, headers: [:]), .answer, "redirects without an address"),
            (
                .init(status: 302, headers: ["Location": "/wallet/v1/passes/pass.com.juniper/17%20a%2Fb"]), .answer,
                "redirects too often"
            ),
            (.init(framing: .length(99), [.bytes([1])], closes: true), .network, "closed too early"),
            (
                .init(framing: .chunked, [.repeated([UInt8](repeating: 7, count: 1 << 20), times: 11)]), .answer,
                "sent more than 10 MB"
            ),
            (.init([.repeated([UInt8](repeating: 7, count: 1 << 20), times: 11)]), .answer, "sent more than 10 MB"),
        ] as [(TestBackend.Answer, PassError.Kind, String)])
    func wrong(answer: TestBackend.Answer, kind: PassError.Kind, reason: String) async throws {
        defer { backend.stop() }
        backend.setFault { _ in answer }
        let error = try #require(try await error(service(), download()))
        #expect(error.kind == kind && error.userMessage.contains(reason), "\(error.userMessage)")
        #expect(error.userMessage.hasPrefix("127.0.0.1:\(front.port)") && !error.userMessage.contains("t0ken"))
        #expect(error.userMessage.hasSuffix(" The pass is unchanged."))
        backend.setFault { _ in .init(status: 304, headers: [:]) }
        #expect(try await download().fetch(service(), since: nil, limit: Self.limit) == .unchanged)
    }

    @Test("a service that never begins to answer is given up, too")
    func silent() async throws {
        defer { backend.stop() }
        backend.setFault { _ in .hang }
        let silence = try await error(service(), download(timeout: .milliseconds(300)))
        backend.release()
        let reason = try #require(silence)
        #expect(reason.kind == .network && reason.userMessage.contains("too slow"), "\(reason.userMessage)")
    }

    @Test("a service that sends a little now and then for ever is given up")
    func slow() async throws {
        defer { backend.stop() }
        backend.setFault { _ in .init(framing: .chunked, [.drip([UInt8](repeating: 7, count: 400), milliseconds: 20)]) }
        let error = try #require(try await error(service(), download(timeout: .milliseconds(300))))
        #expect(error.kind == .network && error.userMessage.contains("too slow"), "\(error.userMessage)")
    }
}
