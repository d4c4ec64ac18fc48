import Testing

@testable import CardNetwork

@Suite("Resolving a Location header")
struct HTTPAddressTests {
    private static let base = "https://example.org:8443/a/b/c?auth=secret"

    @Test(
        "a reference is resolved according to RFC 3986",
        arguments: [
            ("http://other.org/x", "http://other.org/x"), ("HTTPS://EXAMPLE.ORG:443", "https://example.org/"),
            ("//other.org:99/x?y=1", "https://other.org:99/x?y=1"), ("/x", "https://example.org:8443/x"),
            ("x", "https://example.org:8443/a/b/x"), ("./x/", "https://example.org:8443/a/b/x/"),
            ("../x", "https://example.org:8443/a/x"), ("../..", "https://example.org:8443/"),
            ("../../../../x", "https://example.org:8443/x"), (".", "https://example.org:8443/a/b/"),
            ("..", "https://example.org:8443/a/"), ("/x/./y/../z", "https://example.org:8443/x/z"),
            ("?q=1", "https://example.org:8443/a/b/c?q=1"), ("x?../y", "https://example.org:8443/a/b/x?../y"),
            ("x#part", "https://example.org:8443/a/b/x"), ("./a:b", "https://example.org:8443/a/b/a:b"),
            ("http://[::1]:80/x", "http://[::1]/x"), ("//other.org/../x", "https://other.org/x"),
        ])
    func resolves(reference: String, expected: String) throws {
        let base = try #require(HTTPAddress(Self.base))
        #expect(base.resolving(reference)?.text == expected)
    }

    @Test(
        "ambiguous references are rejected",
        arguments: [
            "", "#part", "ftp://example.org/x", "file:///etc/passwd", "javascript:alert(1)", "mailto:a@b.c", "https:x",
            "https:/x", "https://", "//", "///x", "a:b", "http://a b/", "/x y", "/\\other.org", "\\\\other.org",
            "/\u{E9}",
            "/x\u{1}", "/x\r\nHost: evil", "http://a@b@c/", "http://a:99999/", "/[x]", "http://exa%6dple.org/",
        ])
    func refuses(reference: String) throws {
        let base = try #require(HTTPAddress(Self.base))
        #expect(base.resolving(reference) == nil)
    }

    @Test("the shown address has no user, password or query, and a maximum length")
    func shown() throws {
        let base = try #require(HTTPAddress(Self.base))
        let target = try #require(base.resolving("http://ann:secret@other.org/x?auth=secret#secret"))
        #expect(target.shown == "http://other.org/x")
        #expect(target.hasUserInfo)
        #expect(base.shown == "https://example.org:8443/a/b/c")
        #expect(base.resolving("/" + String(repeating: "x", count: 5000))?.shown.count == 200)
    }
}
