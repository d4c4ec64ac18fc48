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

    @Test(
        "the signs of a sentence behind a link are no part of it, unless it is no card without them",
        arguments: [
            ("\(firstLink).", "1"), ("Look: \(firstLink)!", "1"), ("'\(firstLink)'", "1"), ("‘\(firstLink)’", "1"),
            ("(see \(firstLink)).", "1"), ("Do you know \(firstLink)?", "1"),
            ("\(firstLink)%26headercolor%3D-16777216.", "1"),
            ("https://catima.app/share#store%3DA%26cardid%3D.", "."),
        ])
    func punctuation(text: String, number: String) {
        #expect(numbers(text) == [number])
        #expect(numbers("\(text)\nand more") == [number])
    }

    @Test("a number that ends with a full stop is written so that it is read again")
    func fullStop() throws {
        let link = try #require(ShareLink(card("A", number: "123.")))
        #expect(link.url.hasSuffix("cardid%3D123%2E"))
        #expect(numbers(link.url) == ["123."])
        #expect(numbers("Look: \(link.url).") == ["123."])
    }

    @Test(
        "a link that is cut by a line break is refused: without its rest the number would be wrong",
        arguments: ["\n", "\r\n"])
    func cutByLineBreak(lineEnd: String) async throws {
        let start = "https://catima.app/share#store%3DA%26note%3D%26cardid%3D4006381"
        let text = "A: \(start)\(lineEnd)333931%26barcodetype%3DEAN_13\(lineEnd)\(lineEnd)B: \(secondLink)\(lineEnd)"
        #expect(numbers(text) == ["cutByLineBreak", "2"])
        // The same once more: what was found is a text with links again.
        #expect(numbers(ShareLink.links(in: text).map(\.text).joined(separator: "\n")) == ["cutByLineBreak", "2"])
        let result = try await SQLiteCardStore.inMemory().take(text)
        #expect(result.report.added == 1)
        #expect(
            result.report.skipped.map(\.userMessage) == [
                "card 1, line 1: The link is cut by a line break: join its lines."
            ])
        // What is no rest of a link cuts none.
        for next in ["", "thank you", "100 % of them", "https://example.org/%20", firstLink] {
            #expect(numbers("\(firstLink)\n\(next)").first == "1", "\(next)")
        }
    }

    @Test("the beginning of a text is searched alone")
    func beginning() {
        let text = String(repeating: "ä", count: 100) + firstLink
        #expect(ShareLink.hasLink(text))
        #expect(!ShareLink.hasLink(text, withinBytes: 201))
        #expect(ShareLink.hasLink(text, withinBytes: text.utf8.count + 1))
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
        #expect(format("name;number;note\nTesco;123;\"shared: \(firstLink)\"\nAldi;456;\n") == .csv)
        #expect(format("name;number;note\nTesco;123;shared: \(firstLink)\nAldi;456;\n") == .csv)
        #expect(format("link,name\n\(firstLink),Tesco\n") == .csv)
        #expect(format("link\tname\n\(firstLink)\tTesco\n") == .csv)
        #expect(format("\(firstLink);Tesco\n\(secondLink);Aldi\n") == .csv)
        #expect(format("My cards: \(firstLink), \(secondLink);\n") == .links)
        let catima = "_id,store,note,cardid,headercolor,headertextcolor,barcodetype\n"
        #expect(format(catima + "1,Tesco,shared: \(firstLink),123,1,1,\n") == .catima)
        #expect(format("1\n\n\(firstLink)\n") == .links)
        #expect(format("[{\"name\": \"A\", \"note\": \"\(firstLink)\"}]") == .json)
        #expect(format("nothing at all") == nil)
        #expect(format("{\"") == .json)
        #expect(format("{\"name\": 1, \"passTypeIdentifiers\": \"passTypeIdentifier") == .json)
        #expect(format("{\"name\": \"\"\"\"\"passTypeIdentifier\"") == .pass)
        #expect(format("[{\"model\": \"other.item\"}]") == .json)
        #expect(format("[{\"model\": \"myapp.") == .voucherVault)
    }
}
