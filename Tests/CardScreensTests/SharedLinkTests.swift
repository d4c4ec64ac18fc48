import CardViewModels
import Cards
import Terminal
import Testing

@MainActor
@Suite("Pasting share links into the list")
struct SharedLinkTests {
    private static let link =
        "https://catima.app/share#store%3DZebra%2BZoo%26note%3D%26expiry%3D1798711200000%26cardid%3D5901234123457"
        + "%26barcodetype%3DEAN_13"

    private func all(_ journey: Journey) async throws -> [Card] { try await journey.store.cards(from: 0, limit: 100) }

    @Test("a link adds its card, which is selected, and u undoes it")
    func adding() async throws {
        let journey = try await Journey(Card.samples)
        journey.paste(Self.link + "\n")
        await journey.see("Added Zebra Zoo from the link · u undoes")
        #expect(journey.model.list.selectedRow?.name == "Zebra Zoo")
        let card = try #require(try await all(journey).first { $0.name == "Zebra Zoo" })
        #expect(card.number == "5901234123457" && card.barcode == Barcode(format: .ean13))
        #expect(card.expiry == CalendarDay("2026-12-31"))
        journey.press(Key("u"))
        await journey.see("Undid: added Zebra Zoo")
        #expect(try await all(journey).count == Card.samples.count)
    }

    @Test("a text with several links is looked at first, and its cards are added as one step")
    func several() async throws {
        let journey = try await Journey(Card.samples)
        let other = Self.link.replacing("Zebra", with: "Yak")
        journey.paste("I want to share some cards with you\n\nZebra Zoo: \(Self.link)\n\nYak Zoo: \(other)\n")
        await journey.wait("the preview") { journey.importModel != nil }
        await journey.see("Yak Zoo")
        #expect(journey.text.contains("Zebra Zoo"))
        #expect(try await all(journey).count == Card.samples.count)
        journey.press(Key("i"))
        await journey.see("2 share links: ")
        #expect(try await all(journey).count == Card.samples.count + 2)
        journey.press(Key("u"))
        await journey.see("Undid:")
        #expect(try await all(journey).count == Card.samples.count)
    }

    @Test("a link between other words is added; damaged ones among several are listed as problems")
    func mixed() async throws {
        let journey = try await Journey(Card.samples)
        journey.paste("Look: \(Self.link) !")
        await journey.see("Added Zebra Zoo from the link")
        journey.paste("https://catima.app/share#store%3DX\nhttps://catima.app/share#cardid%3D1")
        await journey.see("The link has no card number")
        #expect(journey.text.contains("The link has no name"))
        #expect(try await all(journey).count == Card.samples.count + 1)
    }

    @Test("during a search a pasted link does not become search text")
    func whileFinding() async throws {
        let journey = try await Journey(Card.samples)
        await journey.find("zeb")
        journey.paste(Self.link)
        await journey.see("Added Zebra Zoo from the link")
        #expect(journey.model.list.shownQuery.filter.text == "zeb")
        await journey.wait("the card among those that are found") { journey.names == ["Zebra Zoo"] }
    }

    @Test(
        "a damaged link changes nothing, and gives a reason",
        arguments: [
            ("https://catima.app/share#store%3Da%26note%3D", "The link has no card number. Nothing was added."),
            ("https://catima.app/share#store%3Da%26cardid%3D1%2", "The link is damaged: a percent sign"),
            ("https://catima.app/share#store%3Da%251B%5D0%26cardid%3D1", "The link contains control characters"),
            ("https://catima.app/share#store%3Da%26cardid%3D1%26barcodetype%3DMSI", "an unknown kind of barcode: MSI."),
            (
                "https://catima.app/share#store%3Da%26cardid%3D4006381\n333931%26barcodetype%3DEAN_13",
                "The link is cut by a line break: join its lines."
            ),
            ("https://example.org/share#store%3Da%26cardid%3D1", "This is not a share link"),
            ("http://catima.app/share#store%3Da%26cardid%3D1", "The link starts with http, not https."),
            (
                "https://catima.app/share#store%3Da%26cardid%3D" + String(repeating: "1", count: 200_000),
                "The link is longer than 100000 characters."
            ),
        ])
    func damaged(link: String, message: String) async throws {
        let journey = try await Journey(Card.samples)
        journey.paste(link)
        await journey.see(message)
        #expect(try await all(journey).count == Card.samples.count)
    }

    @Test(
        "other text is pasted into the search field only",
        arguments: ["javascript:alert(1)", "bakery"])
    func otherText(text: String) async throws {
        let journey = try await Journey(Card.samples)
        journey.paste(text)
        #expect(journey.model.message == nil)
        journey.press(Key("/"))
        journey.paste(text)
        await journey.wait("the text to be looked for") { journey.model.list.shownQuery.filter.text == text }
        #expect(try await all(journey).count == Card.samples.count)
    }

    @Test("a long text is searched for links at its beginning only, since keys wait")
    func longText() async throws {
        let journey = try await Journey(Card.samples)
        let filling = String(repeating: "a text without links\n", count: 5000)
        #expect(!journey.model.transfer.hasLink(filling + Self.link))
        #expect(journey.model.transfer.hasLink(Self.link + "\n" + filling))
        journey.paste("\(Self.link)\n\(filling)")
        await journey.wait("the preview") { journey.importModel != nil }
        await journey.see("Zebra Zoo")
    }

    @Test("where cards need photos, a link adds none")
    func bothPhotos() async throws {
        let journey = try await Journey(Card.samples, validation: .bothPhotos)
        journey.paste(Self.link)
        await journey.see("A card needs a front photo and a back photo")
        #expect(try await all(journey).count == Card.samples.count)
    }

    @Test("in a form's field a link is text")
    func form() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key("a"))
        await journey.see("New card")
        journey.paste(Self.link)
        guard let form = journey.model.navigator.path.last as? CardFormModel else {
            Issue.record("there is no form")
            return
        }
        await journey.wait("the link in the field") { form.draft.text(of: .name) == Self.link }
        #expect(try await all(journey).count == Card.samples.count)
    }
}
