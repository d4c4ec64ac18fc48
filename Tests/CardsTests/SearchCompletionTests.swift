import Testing

@testable import Cards

@Suite("Completing a search")
struct SearchCompletionTests {
    private static let groups = ["food", "food court", "Épicerie", "Épices", "town", "a \"b\""]

    private func completed(_ text: String) -> SearchCompletion? { SearchCompletion(of: text, groups: Self.groups) }

    @Test(
        "the last word becomes a term as far as that is certain",
        arguments: [
            ("i", "is:"), ("zoo HA", "zoo has:"), ("-gr", "-group:"), ("is:st", "is:starred "),
            ("IS:ex", "is:expired "),
            ("-has:ph", "-has:photo "), ("has:n", "has:n"), ("expires:<3", "expires:<30d "),
            ("expires:t", "expires:t"), ("group:to", "group:town "), ("group:epi", "group:Épice"),
            // Of these one has to be quoted: they share no more than the kind.
            ("group:fo", "group:fo"), ("group:\"food c", "group:\"food court\" "), ("is:nothing", "is:nothing"),
        ])
    func text(typed: String, expected: String) throws {
        #expect(try #require(completed(typed)).text == expected)
    }

    @Test("several terms are named")
    func choices() throws {
        #expect(try #require(completed("-is:")).choices.contains("-is:archived"))
        #expect(try #require(completed("has:n")).choices == ["has:number", "has:note"])
        #expect(try #require(completed("group:f")).choices == ["group:food", "group:\"food court\""])
        #expect(try #require(completed("is:st")).choices.isEmpty)
        #expect(try #require(completed("is:nothing")).choices.isEmpty)
    }

    @Test(
        "other words are left alone",
        arguments: [
            "", "zoo", "is:starred ", "http:", "group:\"food court\"", "-", String(repeating: "group:", count: 200),
        ])
    func none(text: String) {
        #expect(completed(text) == nil)
        #expect(!SearchCompletion.isPossible(in: text))
    }

    @Test("each term that is offered, and each example, is valid")
    func valid() throws {
        var offered = SearchCompletion.examples.map(\.term)
        for kind in ["is:", "has:", "group:", "expires:", "next:"] { offered += try #require(completed(kind)).choices }
        for term in offered {
            let filter = CardFilter(term, .iso)
            #expect(filter.invalidTerms.isEmpty && filter.terms.count == 1, "\(term)")
        }
    }
}
