import Testing

@testable import CardSharing

@Suite struct MultiStatusTests {
    private static let apache = """
        <?xml version="1.0" encoding="utf-8"?>
        <D:multistatus xmlns:D="DAV:" xmlns:ns0="DAV:">
        <!-- a comment -->
        <D:response xmlns:lp1="DAV:" xmlns:lp2="http://apache.org/dav/props/">
        <D:href>/a%20folder/</D:href>
        <D:propstat><D:prop><lp1:resourcetype><D:collection/></lp1:resourcetype></D:prop>
        <D:status>HTTP/1.1 200 OK</D:status></D:propstat>
        <D:propstat><D:prop><D:getcontentlength/></D:prop><D:status>HTTP/1.1 404 Not Found</D:status></D:propstat>
        </D:response>
        <D:response xmlns:lp1="DAV:">
        <D:href><![CDATA[/a%20folder/x]]>&amp;&#65;&#x42;</D:href>
        <D:propstat><D:prop><lp1:resourcetype/><lp1:getcontentlength> 7 </lp1:getcontentlength></D:prop>
        <D:status>HTTP/1.1 200 OK</D:status></D:propstat>
        </D:response>
        <response xmlns="DAV:"><href>/gone</href><status>HTTP/1.1 404 Not Found</status></response>
        </D:multistatus>

        """

    @Test("names, folders and sizes, whatever the namespace is called") func items() throws {
        let list = try #require(try MultiStatus.read(Array(Self.apache.utf8)))
        #expect(
            list.items == [
                .init(address: "/a%20folder/", isFolder: true),
                .init(address: "/a%20folder/x&AB", size: 7),
                .init(address: "/gone", isMissing: true),
            ])
    }

    @Test("an answer that was cut anywhere is none") func cut() throws {
        let bytes = Array(Self.apache.utf8)
        let end = Self.apache.utf8.count - 2
        for count in 0..<end { #expect(try MultiStatus.read(Array(bytes.prefix(count))) == nil, "\(count)") }
    }

    @Test(
        "what is not well-formed is no answer",
        arguments: [
            "", "<html><p>Hello</html>", "<multistatus/>", "<D:multistatus/>",
            "<!DOCTYPE x [<!ENTITY a \"b\">]><D:multistatus xmlns:D=\"DAV:\"/>",
            "<D:multistatus xmlns:D=\"DAV:\">&a;</D:multistatus>",
            "<D:multistatus xmlns:D=\"DAV:\"></D:multistatus>x",
            "<D:multistatus xmlns:D=\"DAV:\"><D:response></D:response></D:multistatus>",
            "<D:multistatus xmlns:D=\"DAV:\"/><D:multistatus xmlns:D=\"DAV:\"/>",
            "<D:multistatus xmlns:D=\"DAV:\">" + String(repeating: "<D:a>", count: 100),
        ])
    func malformed(_ text: String) throws { #expect(try MultiStatus.read(Array(text.utf8)) == nil) }

    @Test func empty() throws {
        #expect(try MultiStatus.read(Array("<m:multistatus xmlns:m='DAV:'/>".utf8))?.items.isEmpty == true)
    }

    @Test("comments and blanks around the root are no news, however many there are")
    func comments() throws {
        let root = "<D:multistatus xmlns:D=\"DAV:\"/>"
        let many = String(repeating: "<!-- x -->\n", count: 120_000)
        #expect(try MultiStatus.read(Array((many + root + many).utf8))?.items.isEmpty == true)
        #expect(try MultiStatus.read(Array((many + "x").utf8)) == nil)
    }
}
