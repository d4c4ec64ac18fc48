import TestSupport
import Testing

/// What a server, or somebody on the way to it, answers instead of the truth.
struct WebDAVFault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let answer: @Sendable (TestBackend.Request, TestBackend) -> TestBackend.Answer

    private init(
        _ name: String, _ answer: @escaping @Sendable (TestBackend.Request, TestBackend) -> TestBackend.Answer
    ) {
        (testDescription, self.answer) = (name, answer)
    }

    /// The same answer to everything.
    private init(_ name: String, _ answer: TestBackend.Answer) { self.init(name) { _, _ in answer } }

    static let all = statuses + pauses + bodies + lists + losses + ways

    private static let statuses = [400, 401, 403, 404, 405, 409, 412, 413, 418, 423, 500, 501, 502, 503, 504, 507].map {
        WebDAVFault("\($0)", .status($0))
    }

    private static let pauses = ["7", "-1", "soon", "99999999999999999999", "Sun, 06 Nov 1994 08:49:37 GMT"].map {
        WebDAVFault("429, \($0)", .init(status: 429, headers: ["Retry-After": $0], [.text("no")]))
    }

    private static let bodies = [
        WebDAVFault("a login page", .html()),
        WebDAVFault("an empty 200", .init(headers: [:])),
        WebDAVFault("ok", .init(headers: ["Content-Type": "text/plain"], [.text("ok")])),
        WebDAVFault("a page for everything that is written") { request, backend in
            request.method == "PROPFIND" || request.method == "GET" ? backend.truth(request) : .html()
        },
        WebDAVFault("cut, with its length") { request, backend in cut(backend.truth(request), .length(1000)) },
        WebDAVFault("cut, in chunks") { request, backend in cut(backend.truth(request), .chunked) },
        WebDAVFault("half of it, whole by its length") { request, backend in
            var answer = backend.truth(request)
            answer.pieces = answer.half
            return answer
        },
        WebDAVFault("garbled") { request, backend in
            var answer = backend.truth(request)
            answer.pieces = answer.pieces.map { _ in .text("{\"a\":[[[[") }
            return answer
        },
        WebDAVFault("no gzip", .init(headers: ["Content-Encoding": "gzip"], [.text("no gzip")])),
        WebDAVFault("an unknown encoding", .init(headers: ["Content-Encoding": "br"], [.text("what")])),
        WebDAVFault(
            "100 MB", .init(framing: .chunked, [.repeated([UInt8](repeating: 0x20, count: 1 << 20), times: 100)])),
    ]

    private static let lists = [
        list("a document type", "<!DOCTYPE x [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]>&b;"),
        list("too deep", String(repeating: "<D:a>", count: 1000)),
        list(
            "names that lead elsewhere",
            ["/dav/cards-tui/1/../../etc/", "/dav/%2e%2e/%2e%2e/etc", "/etc/passwd", "//x/dav"]),
        list("another host's names", ["https://other.example/dav/cards-tui/1/", "ftp://x/dav/a%00b"]),
        list("control characters", ["/dav/cards-tui/1/a%1B%5B2J", "/dav/cards-tui/1/log/%0A%0D"]),
        list("nothing at all", [String]()),
    ]

    /// A request that does not arrive, and an answer that does not.
    static let losses = [
        WebDAVFault("closed", .close),
        WebDAVFault("closed after it was done") { request, backend in
            _ = backend.truth(request)
            return .close
        },
    ]

    private static let ways = [
        WebDAVFault("reset after it was done") { request, backend in
            var answer = cut(backend.truth(request), .length(100_000))
            answer.resets = true
            return answer
        },
        WebDAVFault("to another host", redirect("http://portal.example/login")),
        WebDAVFault("to another scheme", redirect("ftp://127.0.0.1/")),
        WebDAVFault("to itself") { request, _ in redirect(request.path) },
    ]

    private static func redirect(_ target: String) -> TestBackend.Answer {
        TestBackend.Answer(status: 302, headers: ["Location": target])
    }

    /// A list with these contents; other requests are answered as always.
    private static func list(_ name: String, _ responses: String) -> WebDAVFault {
        WebDAVFault(name) { request, backend in
            request.method == "PROPFIND" ? .multiStatus(responses) : backend.truth(request)
        }
    }

    private static func list(_ name: String, _ addresses: [String]) -> WebDAVFault {
        list(
            name,
            addresses.map { address in
                "<D:response><D:href>\(address)</D:href><D:propstat><D:prop><D:resourcetype><D:collection/></D:resourcetype>"
                    + "</D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>"
            }.joined())
    }

    /// Half of the answer, and no end.
    private static func cut(_ answer: TestBackend.Answer, _ framing: TestBackend.Answer.Framing) -> TestBackend.Answer {
        var answer = answer
        (answer.pieces, answer.framing, answer.closes) = (answer.half, framing, true)
        return answer
    }
}

extension TestBackend.Answer {
    /// The first half of its body.
    fileprivate var half: [Piece] {
        var bytes: [UInt8] = []
        for piece in pieces {
            switch piece {
            case .bytes(let more): bytes += more
            case .text(let text): bytes += Array(text.utf8)
            default: break
            }
        }
        return [.bytes(Array(bytes.prefix(bytes.count / 2)))]
    }
}
