import CardSharing
import CardStorage
import Cards
import Testing
import VaultSupport

@testable import CardCommands

@Suite("Devices and remotes on the command line")
struct SharingCommandTests {
    private let content = MemoryRemote()

    /// A device with these remotes, of which the one called away does not answer.
    private func device(_ names: [String] = []) async throws -> StoreFixture {
        var fixture = try await StoreFixture([])
        _ = try await fixture.store.joinVault(.random(), deviceName: "desk")
        for name in names {
            try await fixture.store.addRemote(RemoteAddress("folder:/\(name)", in: "/", home: nil).remote)
        }
        fixture.line.sharing = VaultService(fixture.store, clock: CommandLineFixture.clock) { [content] address in
            if address.name == "/away" { throw TransportError(.unreachable, "/away", "nothing answers") }
            return MemoryTransport(content)
        }
        return fixture
    }

    @Test(
        "a remote that fails is the command's failure, and keeps no other from its changes",
        arguments: [["away", "memory"], ["memory", "away"]])
    func oneFails(names: [String]) async throws {
        let fixture = try await device(names)
        try await fixture.store.apply([.set(CardPatch(from: nil, to: .make("A", "Elm")))])
        let file = try fixture.line.folder.write("x", to: "here.sqlite")
        let result = await fixture.run("sync", "--store", file)
        #expect(result.code == 4)
        #expect(result.out.hasPrefix("/memory: ") && result.err.contains("/away: nothing answers."), "\(result)")
        #expect(content.batchCount == 1)
    }

    @Test("a device does not forget itself, neither by its name nor by its identifier")
    func oneself() async throws {
        let fixture = try await device()
        let device = try #require(try await fixture.store.vault()).device
        for name in ["desk", device.text] {
            let result = await fixture.run("sync", "forget", name, "--yes")
            #expect(result.code == 1 && result.err.contains("this is this device"), "\(result)")
        }
        #expect(try await fixture.store.devices().map(\.isForgotten) == [false])
    }
}
