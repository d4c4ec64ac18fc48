import CardViewModels
import Cards
import GoldenSupport
import Terminal
import Testing

@MainActor
@Suite("Setting up sharing on the screen")
struct SharingFormTests {
    private func journey(size: Size = Size(columns: 80, rows: 24), hasLoader: Bool = false) async throws -> Journey {
        let journey = try await Journey(
            Card.samples, size: size, hasLoader: hasLoader, hasSetup: !hasLoader, canShare: true)
        journey.press(Key("B"))
        if hasLoader {
            await journey.see("Backend")
            journey.press(Key("a"))
        } else {
            await journey.see("with my")
            journey.press(.enter)
        }
        // On the smallest screen the title is cut.
        await journey.see("Share with other")
        return journey
    }

    @Test("the address is tried, what would be sent is told, and nothing is shared before a yes")
    func sharing() async throws {
        let journey = try await journey()
        journey.type("folder:/mnt/stick")
        journey.press(Key(.down))
        journey.press(.control("u"))
        journey.type("desk")
        journey.press(.control("s"))
        await journey.see("Put your 3 cards into")
        #expect(await journey.sharing.set.isEmpty)
        journey.press(Key("n"))
        await journey.seeNo("Put your 3 cards into")
        #expect(journey.text.contains("folder:/mnt/stick"))
        #expect(await journey.sharing.set.isEmpty)

        journey.press(.control("s"))
        await journey.see("Put your 3 cards into")
        journey.press(Key("y"))
        await journey.see("/mnt/stick: sent 1 change")
        let set = await journey.sharing.set
        #expect(set.map(\.remote) == [RemoteID("folder:/mnt/stick")])
        #expect(set.map(\.name) == ["desk"])
        #expect(!journey.text.contains("Share with other devices"))
    }

    @Test("Tab completes the path of a folder, files left out; the name that the store has already is proposed")
    func completing() async throws {
        let files = FakeFiles(files: ["/home/sample.json": [1], "/home/shared/": []])
        let journey = try await Journey(Card.samples, hasLoader: false, hasSetup: true, canShare: true, files: files)
        await journey.sharing.setDevices([
            VaultDevice(.random(), name: "kitchen", isThisOne: true, number: 1, lastBatch: nil, isForgotten: false)
        ])
        journey.press(Key("B"))
        journey.press(.down, .enter)
        await journey.see("Set up a backend")
        // Whoever has picked the wrong one.
        journey.press(.control("o"))
        await journey.see("kitchen")
        journey.type("folder:/home/s")
        journey.press(.tab)
        await journey.see("folder:/home/shared/")
        journey.press(Key(.down), .control("u"))
        #expect(!journey.text.contains("kitchen"))
    }

    @Test("the backend's screen adds a place, too")
    func beside() async throws {
        let journey = try await journey(hasLoader: true)
        await journey.sharing.find(VaultID.random(), [VaultRemoteFinding(.remark, "Other files are there.")])
        journey.type("https://nas.example/cards/")
        journey.press(.control("s"))
        await journey.see("2 changes to get")
        #expect(journey.text.contains("Other files are there."))
        journey.press(Key("y"))
        await journey.see("nas.example: sent 1 change")
        #expect(await journey.sharing.looked.map(\.text) == ["https://nas.example/cards"])
    }

    @Test("what does not work is said there, and what was typed stays")
    func problems() async throws {
        let journey = try await journey()
        journey.press(.control("s"))
        await journey.see("The address is empty.")
        journey.type("postgresql://ann:s3cret@db.example/cards")
        journey.press(.control("s"))
        await journey.see("must not hold a password")
        #expect(await journey.sharing.looked.isEmpty)
        journey.press(.control("u"))

        journey.type("ftp://nas.example")
        journey.press(.control("s"))
        await journey.see("Use folder:, https:// or postgresql://, not")
        journey.press(.control("u"))

        await journey.sharing.fail(TransportError(.unreachable, "nas.example", "nothing answers"))
        journey.type("https://nas.example")
        journey.press(.control("s"))
        await journey.see("nas.example: nothing answers.")
        #expect(journey.text.contains("https://nas.example"))

        await journey.sharing.find(VaultID.random(), here: VaultID.random())
        journey.press(.control("s"))
        await journey.see("are not the ones that this store")
        await journey.sharing.find(nil, [VaultRemoteFinding(.unusable, "The server forgets what is written.")])
        journey.press(.control("s"))
        await journey.see("The server forgets what is written.")
        #expect(await journey.sharing.set.isEmpty)
        journey.press(.escape)
        await journey.seeNo("Share with other devices")
    }

    @Test(
        "the form", arguments: [Size(columns: 80, rows: 24), Size(columns: 40, rows: 12), Size(columns: 20, rows: 5)])
    func form(size: Size) async throws {
        let journey = try await journey(size: size)
        journey.press(.tab, .control("u"))
        journey.type("desk")
        journey.press(.tab)
        journey.type("folder:~/Sync/cards")
        await expectGolden(journey, "sharing-form")
    }
}
