import Cards
import Testing

@testable import CardNetwork

@Suite("Requests")
struct APIRequestTests {
    @Test("the requests of My Cards are those of its contract")
    func myCards() throws {
        let base = try BackendURL("https://example.org/api")
        let identifier = try #require(CardID("A-1_b"))
        let requests = [.cards, .save(body: [1]), .delete(identifier)].map { (endpoint: MyCardsEndpoint) in
            endpoint.request(to: base)
        }
        #expect(
            requests.map { "\($0.method.rawValue) \($0.url)" } == [
                "GET https://example.org/api/cards.json", "POST https://example.org/api/cards",
                "DELETE https://example.org/api/cards/A-1_b",
            ])
        #expect(requests.map(\.isIdempotent) == [true, false, true])
        #expect(requests.map(\.body) == [nil, [1], nil])
    }

    @Test("no part of a path or a query can leave its place")
    func escapes() throws {
        let base = try BackendURL("http://example.org")
        let request = APIRequest(
            base: base, path: ["a/../b", "ł?#"],
            query: [.init(name: "q&", value: "1=2 \r\n"), .init(name: "r", value: "")])
        #expect(request.url == "http://example.org/a%2F..%2Fb/%C5%82%3F%23?q%26=1%3D2%20%0D%0A&r=")
    }

    @Test("credentials are read as user and password, or as a token, and print as nothing")
    func credentials() throws {
        #expect(try #require(Credentials("ann:se:cret")).kind == .basic(user: "ann", password: "se:cret"))
        #expect(try #require(Credentials("t0ken")).kind == .bearer(token: "t0ken"))
        #expect(Credentials("") == nil)
        #expect(Credentials("a\r\nX-Evil: 1") == nil)
        let secret = try #require(Credentials("ann:secret"))
        var dumped = ""
        dump(secret, to: &dumped)
        #expect(!("\(secret)" + String(reflecting: secret) + dumped + "\([secret])").contains("secret"))
    }
}

@Suite("Reading answers")
struct ResponseParsingTests {
    /// A service that wraps a name in an envelope, and whose result is the length of that name.
    private struct Envelope: ResponseParsing {
        let name: String

        static var requiresInputTransformation: Bool { true }
        static func transform(_ json: JSON) throws -> JSON { json["data"] ?? .null }

        init(decoding json: JSON) throws { name = json["name"]?.string ?? "" }
        func result() throws -> Int { name.count }
    }

    @Test("an answer is transformed, decoded as one type and handed on as another")
    func transforms() throws {
        #expect(try Envelope.parse(Array(#"{"data":{"name":"four"}}"#.utf8)) == 4)
    }

    @Test("an element without a name is refused only when it takes the name away")
    func nameless() throws {
        #expect(throws: CardJSONError.missingName) {
            try MyCardsElement.parse(Array(#"{"identifier":"a","name":" "}"#.utf8))
        }
        let patch = try MyCardsElement.parse(Array(#"{"identifier":"a","note":"n"}"#.utf8))
        #expect(patch.fields == [.note])
    }
}
