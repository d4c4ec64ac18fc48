import CardViewModels
import Cards
import GoldenSupport
import Terminal
import Testing

@MainActor
@Suite("Setting a backend on the screen")
struct BackendFormTests {
    private func journey(size: Size = Size(columns: 80, rows: 24), keyMap: KeyMap = .empty) async throws -> Journey {
        let journey = try await Journey(Card.samples, size: size, hasLoader: false, hasSetup: true, keyMap: keyMap)
        journey.press(Key("B"))
        await journey.see("Set up a backend")
        return journey
    }

    @Test("B asks for address, service and credentials, tries them, saves them, and goes on with the backend")
    func save() async throws {
        let journey = try await journey()
        journey.type("cards.example")
        journey.press(.tab, Key(" "))
        await journey.see("Firebase (firebase)")
        journey.press(.enter)
        await journey.see("My Cards (mycards)")
        journey.press(.tab)
        journey.type("ann:s3cret")
        await journey.see("••••••••••")
        #expect(!journey.text.contains("s3cret"))
        journey.press(.control("s"))
        let proposal = BackendProposal(url: "https://cards.example", kind: .myCards, credentials: "ann:s3cret")
        await journey.wait("the backend") { await journey.setup.saved == [proposal] }
        #expect(await journey.setup.tried == [proposal])
        await journey.see("The backend is set up. It has 340 cards.")
        journey.loader.publish { $0.hasDownloaded = true }
        await journey.see("up to date")
        journey.press(.escape, Key("j"), Key("S"))
        await journey.wait("the sync") { await journey.loader.synchronizations == 1 }
        #expect(journey.model.list.selectedRow?.name == "Amber Bakery")
    }

    @Test("what does not work is said there, nothing is saved, and what was typed stays")
    func failure() async throws {
        let journey = try await journey()
        await journey.setup.set(failure: "cards.example denies access. Check the credentials.")
        journey.paste(" https://cards.example/wallet\n")
        journey.press(.control("s"))
        await journey.see("denies access. Check the credentials.")
        #expect(journey.text.contains("https://cards.example/wallet"))
        #expect(await journey.setup.saved.isEmpty)
        // A change makes it another proposal.
        journey.type("s")
        await journey.seeNo("denies access")
        await journey.setup.set(failure: nil)
        journey.press(.control("s"))
        await journey.wait("the backend") { await journey.setup.saved.map(\.url) == ["https://cards.example/wallets"] }
    }

    @Test(
        "the key that saves is in the footer before anything is typed, at any size; it asks for the address",
        arguments: [
            Size(columns: 80, rows: 24), Size(columns: 44, rows: 12), Size(columns: 43, rows: 12),
            Size(columns: 40, rows: 12), Size(columns: 20, rows: 5),
        ])
    func saveHint(size: Size) async throws {
        let journey = try await journey(size: size)
        let hint = size.columns >= 44 ? " Ctrl-S test and save " : " Ctrl-S save "
        let footer = journey.lines[size.rows - 1]
        #expect(footer.hasPrefix(hint))
        if size.columns >= 40 { #expect(footer.contains("Esc cancel") && footer.contains("F1 help"), "\(footer)") }
        journey.press(.tab, .control("s"))
        // The address has the cursor again.
        #expect(journey.draw().cursor?.row == journey.place(of: "address").row)
        journey.size = Size(columns: 80, rows: 24)
        await journey.see("Enter an address.")
        #expect(await journey.setup.tried.isEmpty)
    }

    @Test("on the smallest screen the field with the focus is in sight, and the problem is in the status line")
    func smallest() async throws {
        let journey = try await journey(size: Size(columns: 20, rows: 5))
        for label in ["address", "service", "credentials", "address"] {
            let row = journey.place(of: label).row
            #expect(journey.draw().cursor?.row == row && row < 3)
            journey.press(.tab)
        }
        journey.press(.control("s"))
        #expect(journey.lines[3].hasPrefix(" Enter an addr"))
    }

    @Test(
        "a problem without room beneath the fields is in the status line, whole and once",
        arguments: [Size(columns: 20, rows: 12), Size(columns: 40, rows: 8)])
    func problemInStatusLine(size: Size) async throws {
        let journey = try await journey(size: size)
        await journey.setup.set(failure: "cards.example denies access. Check the credentials.")
        journey.type("cards.example")
        journey.press(.control("s"))
        var words: [Substring] { journey.text.split { $0 == " " || $0 == "\n" } }
        await journey.wait("the problem") {
            words.joined(separator: " ").contains("cards.example denies access. Check the credentials.")
        }
        #expect(words.count { $0 == "denies" } == 1)
    }

    @Test("the key that saves is the last hint to be dropped in the other forms, too")
    func otherForms() async throws {
        let form = try await Journey(size: Size(columns: 20, rows: 5))
        form.press(Key("a"))
        await form.wait("the form") { form.lines[4].hasPrefix(" Ctrl-S save ") }
    }

    @Test("trying can be stopped, and Esc leaves without a change")
    func stop() async throws {
        let journey = try await journey()
        await journey.setup.set(failure: nil, isHeld: true)
        journey.type("cards.example")
        journey.press(.control("s"))
        await journey.wait("the attempt") { await journey.setup.tried.count == 1 }
        journey.time.advance(by: .milliseconds(300))
        await journey.see("Testing the backend… Esc stops")
        journey.press(.escape)
        await journey.see("Stopped. Nothing was changed.")
        journey.press(.escape)
        await journey.see("Alpine Airways · 1 of 7")
        #expect(await journey.setup.saved.isEmpty)
    }

    @Test("without a backend S names the key that sets one")
    func synchronize() async throws {
        let journey = try await Journey(Card.samples, hasLoader: false, hasSetup: true)
        journey.press(Key("S"))
        await journey.see("S syncs with a backend, but none is set up: B")
        journey.model.sync.synchronize()
        await journey.see("No backend is set up · B sets one up")
    }

    @Test(
        "an address without a scheme gets one",
        arguments: [
            ("cards.example", "https://cards.example"), ("cards.example:8000/a", "https://cards.example:8000/a"),
            ("localhost:8000", "http://localhost:8000"), ("127.0.0.1:8000/x", "http://127.0.0.1:8000/x"),
            ("[::1]:80", "http://[::1]:80"), ("localhost", "https://localhost"), ("[::1]", "https://[::1]"),
            ("localhost.example:80", "https://localhost.example:80"), ("http://cards.example", "http://cards.example"),
        ])
    func scheme(typed: String, complete: String) {
        #expect(BackendProposal(url: typed).withScheme.url == complete)
    }

    @Test("the description of a proposal has no credentials")
    func description() {
        let proposal = BackendProposal(url: "https://cards.example", kind: .myCards, credentials: "ann:s3cret")
        var dumped = ""
        dump(proposal, to: &dumped)
        #expect(!"\(proposal) \(String(reflecting: proposal)) \(dumped)".contains("s3cret"))
    }

    @Test("the form", arguments: GoldenTests.sizes, Look.allCases)
    func golden(size: Size, look: Look) async throws {
        let journey = try await Journey(
            Card.samples, size: size, hasLoader: false, hasSetup: true, theme: look.theme)
        journey.press(Key("B"))
        await journey.see("Set up a backend")
        await journey.setup.set(
            failure: "cards.example: this port does not speak TLS; try http://. Your cards are saved here.")
        journey.type("cards.example")
        journey.press(.tab, .tab)
        journey.type("token")
        journey.press(.control("s"))
        await journey.see("TLS")
        await expectGolden(journey, "backend-form", look)
    }
}
