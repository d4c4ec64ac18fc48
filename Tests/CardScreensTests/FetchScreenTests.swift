import Cards
import Synchronization
import Terminal
import TestSupport
import Testing

@testable import CardScreens
@testable import CardViewModels

@MainActor
@Suite("Importing from an address on the screen")
struct FetchScreenTests {
    private static let address = "https://shop.example/secret/cards.json?token=hidden"
    private static let cards = Array(#"[{"identifier":"a","name":"Fern Florist","number":"1"}]"#.utf8)

    @Test("the file is fetched and shown like any other, with its host and size")
    func preview() async throws {
        let journey = try await Journey(fetching: FakeFetching([Self.address: .file(Self.cards)]))
        await journey.open(Self.address)
        await journey.see("Import from Cards TUI")
        await journey.see("shop.example/cards.json: 55 B")
        #expect(!journey.text.contains("hidden"))
        #expect(try await journey.store.count() == 0)
        journey.press(Key("i"))
        await journey.see("shop.example/cards.json: 1 added")
        #expect(try await journey.store.count() == 1)
    }

    @Test("another host is asked for by the usual question", arguments: ["y", "n"])
    func otherHost(answer: String) async throws {
        let asked = Mutex<[String]>([])
        let journey = try await Journey(
            fetching: FakeFetching([
                Self.address: .elsewhere("https://other.example/c.json?hidden"),
                "https://other.example/c.json?hidden": .file(Self.cards),
            ]) { address in asked.withLock { $0.append(address) } })
        await journey.open(Self.address)
        await journey.see("shop.example redirects to other.example")
        #expect(asked.withLock { $0.count } == 1)
        journey.type(answer)
        if answer == "y" {
            await journey.see("Import from Cards TUI")
        } else {
            await journey.seeNo("other.example")
            #expect(journey.importModel == nil && asked.withLock { $0.count } == 1)
        }
    }

    @Test("what arrives is told, and Esc stops the fetch and keeps the field")
    func stopping() async throws {
        let journey = try await Journey(fetching: FakeFetching([:]))
        await journey.open(Self.address)
        await journey.see("12 of 34 kB")
        journey.time.advance(by: .seconds(1))
        await journey.see("Downloading the file from shop.example…")
        journey.press(.escape)
        await journey.seeNo("Downloading the file")
        await journey.seeNo("12 of 34 kB")
        await journey.see("Import cards")
        #expect(journey.importModel == nil)
    }

    @Test("what went wrong is below the field")
    func failing() async throws {
        let journey = try await Journey(fetching: FakeFetching([Self.address: .failure("shop.example denies access.")]))
        await journey.open(Self.address)
        await journey.see("shop.example denies access. Nothing was")
        journey.press(.control("u"))
        journey.type("http://shop.example")
        journey.press(.enter)
        await journey.see("Use https://. Nothing was imported.")
    }
}
