import Testing

@testable import CardNetwork

@Suite("Backend URLs")
struct BackendURLTests {
    @Test(
        "equal URLs are normalized to one spelling",
        arguments: [
            ("http://example.org", "http://example.org"), ("HTTP://Example.ORG/", "http://example.org"),
            ("https://example.org:443/api//", "https://example.org/api"),
            ("http://example.org:80", "http://example.org"),
            ("http://example.org:", "http://example.org"), ("https://example.org:80/a/b", "https://example.org:80/a/b"),
            ("http://127.0.0.1:8000/", "http://127.0.0.1:8000"), ("http://[::1]:8000/x", "http://[::1]:8000/x"),
            ("http://[FE80::1]", "http://[fe80::1]"), ("http://localhost/~me/a%20b", "http://localhost/~me/a%20b"),
        ])
    func normalization(text: String, expected: String) throws {
        let url = try BackendURL(text)
        #expect(url.text == expected)
        #expect(url.backend.text == expected)
        #expect(try BackendURL(url.text) == url)
    }

    @Test(
        "ambiguous URLs are rejected",
        arguments: [
            ("", .scheme), ("example.org", .scheme), ("ftp://example.org", .scheme), ("file:///etc/passwd", .scheme),
            ("http:/example.org", .scheme), (" http://example.org", .scheme),
            ("http://ann:secret@example.org", .credentials), ("http://ann@example.org", .credentials),
            ("http://", .host), ("http:///x", .host), ("http://:80", .host), ("http://exa mple.org", .host),
            ("http://-x", .host), ("http://[::1", .host), ("http://[]", .host),
            ("http://[::1]x", .host), ("http://[example.org]", .host), ("http://a\r\nb", .host), ("http://a\\b", .host),
            ("http://a:b", .port), ("http://a:0", .port), ("http://a:65536", .port), ("http://a:80:80", .port),
            ("http://a:+80", .port), ("http://a/../b", .path), ("http://a/./b", .path), ("http://a//b", .path),
            ("http://a/b c", .path), ("http://a/\u{1}", .path), ("http://a/b?c", .query), ("http://a#b", .query),
        ] as [(String, BackendURL.Problem)])
    func refuses(text: String, problem: BackendURL.Problem) {
        #expect(throws: NetworkError.badAddress(problem)) { try BackendURL(text) }
    }

    @Test("a password in a URL is never repeated, and the error names the setting for it")
    func password() throws {
        let error = try #require(throws: NetworkError.self) { try BackendURL("http://ann:secret@example.org") }
        #expect(error.userMessage.contains("backend.credentials_file"))
        #expect(!error.userMessage.contains("secret"))
        #expect(!"\(error)".contains("secret"))
    }

    @Test("the shown name has a port only if it is not the default")
    func hostAndPort() throws {
        #expect(try BackendURL("https://example.org/x").hostAndPort == "example.org")
        #expect(try BackendURL("https://example.org:8443/x").hostAndPort == "example.org:8443")
    }
}

@Suite("Host names with other letters")
struct DomainNameTests {
    @Test(
        "they are the names that libcurl asks for",
        arguments: [
            ("http://bücher.example", "http://xn--bcher-kva.example"),
            ("https://BÜCHER.Example:8443/a", "https://xn--bcher-kva.example:8443/a"),
            ("http://bu\u{308}cher.example", "http://xn--bcher-kva.example"),
            ("http://faß.example", "http://xn--fa-hia.example"),
            ("http://карта.рф", "http://xn--80aa2azak.xn--p1ai"), ("http://例え。jp", "http://xn--r8jz45g.jp"),
            ("http://xn--bcher-kva.example", "http://xn--bcher-kva.example"),
        ])
    func names(text: String, expected: String) throws { #expect(try BackendURL(text).text == expected) }

    @Test(
        "what is no name stays none",
        arguments: ["http://a\u{202E}b.example", "http://☃️.☃️\u{0}", "http://-ü.example", "http://ü ü.example"])
    func noNames(text: String) { #expect(throws: NetworkError.badAddress(.host)) { try BackendURL(text) } }
}
