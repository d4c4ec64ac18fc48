import Basics
import Cards
import TestSupport
import Testing

@testable import CardNetwork

@Suite("Gzip bodies", .timeLimit(.minutes(5)))
struct GzipTests {
    private static let libraries = CurlLibrary.names.filter { CurlLibrary.open([$0]) != nil }

    /// Lists of some hundred bytes, of half a megabyte that compresses well, and of four that hardly do.
    private static func lists() -> [[UInt8]] {
        var random = SeededGenerator(seed: 12)
        let photo = (0..<3 << 20).map { _ in UInt8.random(in: 0...255, using: &random) }
        let many = (0..<4000).map { cardJSON("card-\($0)", "Club \($0)", ["note": .string("The words of a note. ")]) }
        let large = cardJSON("large", "Large", ["front": .string(Base64.text(of: photo))])
        return [[cardJSON("a", "One")], many, [large]].map { JSONWriter.bytes(of: .array($0)) }
    }

    @Test(
        "through nginx with HTTP/2 and gzip every list is complete",
        .enabled(if: NginxFront.isPossible, "needs nginx and openssl"), arguments: libraries, [true, false])
    func nginx(library: String, speaksHTTP2: Bool) async throws {
        let backend = try TestBackend().start()
        defer { backend.stop() }
        let certificates = try await TestCertificates()
        let front = try await NginxFront(before: backend, of: certificates, speaksHTTP2: speaksHTTP2, isPacking: true)
        var configuration = HTTPClient.Configuration(certificateFile: certificates.authorityFile)
        configuration.libraryNames = [library]
        configuration.stallTimeout = .seconds(5)
        let client = HTTPClient(configuration)
        let request = MyCardsEndpoint.cards.request(to: try BackendURL(front.url))
        for list in Self.lists() {
            backend.script("GET /cards.json", [.init([.bytes(list)])])
            let body = try await client.withResponse(to: request, maximumBodyBytes: 1 << 24) { response in
                #expect(response.head["X-Protocol"] == (speaksHTTP2 ? "HTTP/2.0" : "HTTP/1.1"))
                #expect(response.head["Content-Encoding"] == "gzip")
                var body: [UInt8] = []
                while let chunk = try await response.nextChunk() { body += chunk }
                return body
            }
            #expect(body == list)
        }
    }

    /// "Hello", compressed by gzip.
    private static let hello: [UInt8] = [
        31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 243, 72, 205, 201, 201, 7, 0, 130, 137, 209, 247, 5, 0, 0, 0,
    ]

    private func unpacked(_ bytes: [UInt8], limit: Int = 100, encoding: String = "gzip") async throws -> String {
        let answer = TestBackend.Answer(headers: ["Content-Encoding": encoding], [.bytes(bytes)])
        return String(decoding: try await HTTPBench.body(of: answer, limit: limit), as: UTF8.self)
    }

    @Test("a body may have no member, one or several")
    func members() async throws {
        #expect(try await unpacked(Self.hello) == "Hello")
        #expect(try await unpacked(Self.hello + Self.hello, encoding: "X-GZIP") == "HelloHello")
        #expect(try await unpacked([]) == "")
        #expect(try await unpacked(Array("Hello".utf8), encoding: "identity") == "Hello")
    }

    @Test("truncated, invalid and too large bodies are reported as such")
    func broken() async throws {
        func failure(_ bytes: [UInt8], limit: Int = 100, encoding: String = "gzip") async throws -> HTTPFailure? {
            let answer = TestBackend.Answer(headers: ["Content-Encoding": encoding], [.bytes(bytes)])
            return try await HTTPBench.failure(of: answer, limit: limit)
        }
        for count in [1, 10, 15, Self.hello.count - 1] {
            #expect(try await failure(Array(Self.hello.prefix(count))) == .closed, "\(count)")
        }
        var wrong = Self.hello
        wrong[18] ^= 1
        #expect(try await failure(wrong) == .damagedGzip)
        #expect(try await failure(Self.hello + [1, 2, 3]) == .damagedGzip)
        #expect(try await failure(Self.hello, limit: 4) == .bodyTooLarge(limit: 4))
        // These encodings were not requested; the words name them.
        for encoding in ["br", "deflate", "zstd", "gzip, gzip"] {
            let failure = try await failure(Self.hello, encoding: encoding)
            #expect(failure == .encoding(encoding))
            #expect(failure?.reason.contains(encoding) == true)
        }
    }
}
