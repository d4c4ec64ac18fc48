import CardStorage
import Cards
import Testing

@testable import CardTransfer

private let firstLink = "https://catima.app/share#store%3DA%26note%3D%26cardid%3D1"
private let secondLink = "HTTPS://catima.app/share/?store=B&note=&cardid=2&someday=more"

@Suite("Several share links in one text", .timeLimit(.minutes(5)))
struct ShareTextTests {
    private func card(_ name: String, number: String = "1") -> Card {
        var card = Card(identifier: .random(), name: name)
        card.number = number
        return card
    }

    private func numbers(_ text: String) -> [String] {
        ShareLink.links(in: text).map { link in
            do throws(ShareLinkError) {
                return try ShareLink.card(from: link.text, identifier: .random()).number
            } catch {
                return "\(error)"
            }
        }
    }

    @Test("cards are a paragraph each, as Catima writes them; one card is its link alone")
    func writing() throws {
        let cards = [card("Tesco  Express", number: "11"), card("Zoo  Park", number: "22")]
        let links = cards.compactMap { ShareLink($0)?.url }
        let shared = ShareText(cards) { _ in true }
        #expect(shared.text == "Tesco Express: \(links[0])\n\nZoo Park: \(links[1])")
        #expect((shared.count, shared.total, shared.remarks) == (2, 2, []))
        #expect(numbers(shared.text) == ["11", "22"])
        #expect(ShareText([cards[0]]) { _ in true }.text == links[0])
        // A name must not be taken for a link.
        let hostile = ShareText([card("https://catima.app/share#x", number: "33"), cards[0]]) { _ in true }
        #expect(numbers(hostile.text) == ["33", "11"])
    }

    @Test("what does not fit, and what cannot be shared, is said; the links of all are beside it")
    func fitting() throws {
        var cards = (1...5).map { card("Card \($0)", number: "\($0)") }
        cards[1].note = String(repeating: "n", count: 500)
        cards.append(card("Empty", number: ""))
        let shared = ShareText(cards) { $0.utf8.count < 225 }
        #expect((shared.count, shared.total) == (3, 6))
        #expect(numbers(shared.text) == ["1", "3", "4"])
        #expect(numbers(shared.whole) == ["1", "2", "3", "4", "5"])
        #expect(
            shared.remarks == [
                "3 of 6 cards fit into one code, without Card 2 and Card 5", "Empty cannot be shared without a number",
            ])
        let none = ShareText(cards) { _ in false }
        #expect(none.count == 0 && none.text.isEmpty)
        #expect(none.remarks.first == "0 of 6 cards fit into one code, without Card 1, Card 2 and 3 more")
        let withoutNotes = ShareText(cards, hasNote: false) { $0.utf8.count < 299 }
        #expect(numbers(withoutNotes.text) == ["1", "2", "3", "4"])
    }

    @Test(
        "links are found between other words",
        arguments: [
            ("\(firstLink)", ["1"]), ("Hi! \(firstLink), and (\(secondLink)) too.", ["1", "2"]),
            ("\(firstLink)\(secondLink)", ["1", "2"]),
            ("<a href=\"\(firstLink)\">A</a>", ["1"]), ("A: \(firstLink)\r\n\r\nB: \(secondLink)\r\n", ["1", "2"]),
            ("\u{FEFF}\(firstLink)\u{2028}\(secondLink)", ["1", "2"]), ("\(firstLink)\u{A0}x", ["1"]),
            ("https://catima.app", []), ("https://catima.app/shared#store%3DA", []), ("hhttps://example.org/", []),
            ("https://catima.app/share#", ["noName"]),
            ("http://catima.app/share#store%3DA%26cardid%3D1", ["notSecure"]),
            ("", []), ("h", []), ("HTTPS://", []),
        ])
    func reading(text: String, expected: [String]) {
        #expect(numbers(text) == expected)
        #expect(ShareLink.hasLink(text) == !expected.isEmpty)
    }

    @Test("a text that is cut anywhere gives the cards that are whole, and a reason for the other")
    func cut() throws {
        let text = "Some cards:\n\nA: \(firstLink)\n\nB: \(secondLink)\n"
        let end = try #require(text.firstRange(of: firstLink)?.upperBound)
        for index in text.indices {
            let found = numbers(String(text[..<index]))
            #expect(found.count <= 2)
            if index >= end { #expect(found.first == "1") }
            // From anywhere on, the last one is whole as long as its beginning is there.
            #expect(numbers(String(text[index...])).last.map { $0 == "2" } ?? true)
        }
    }

    @Test("ten thousand links are imported, in whatever text; a damaged one is named with its line")
    func many() async throws {
        let lines = (1...10_000).map {
            "Card \($0): https://catima.app/share#store%3DCard\($0)%26note%3D%26cardid%3D\($0)"
        }
        let text =
            "I want to share some cards with you\n\n" + lines.joined(separator: "\n\n")
            + "\n\nhttps://catima.app/share#store%3DX%26note%3D\nhttps://example.org/ has more.\n"
        let store = try SQLiteCardStore.inMemory()
        let result = try await store.take(Array(text.utf8))
        #expect(result.format == .links)
        #expect(result.report.added == 10_000)
        #expect(
            result.report.skipped.map(\.userMessage) == [
                "card 10001, line 20003: The link has no card number.",
                "card 10002, line 20004: This is not a share link: such a link starts with https://catima.app/share#.",
            ])
        // A line without line ends is searched in one pass.
        #expect(ShareLink.links(in: String(repeating: "h", count: 1_000_000) + " " + firstLink).count == 1)
        #expect(ShareLink.links(in: lines.joined(separator: " ")).count == 10_000)
    }

    @Test("a message of Catima is told from a table that has such a link in it")
    func recognizing() {
        func format(_ text: String) -> FileFormat? { RecognizedFile.format(of: Array(text.utf8)) }
        #expect(format("I want to share some cards with you\n\nA: \(firstLink)\n") == .links)
        #expect(format("Hola, te paso mis tarjetas\n\nShop, Inc: \(firstLink)\n") == .links)
        #expect(format("\n  \(firstLink)") == .links)
        #expect(format("Hello\n\nhere they are\n\nthank you\n\n\(firstLink)\n") == .links)
        #expect(format("name,note,number\nA,\(firstLink),1\n") == .csv)
        #expect(format("name;number;note\nA;1;see \(firstLink)\n") == .csv)
        #expect(format("[{\"name\": \"A\", \"note\": \"\(firstLink)\"}]") == .json)
        #expect(format("nothing at all") == nil)
    }
}
