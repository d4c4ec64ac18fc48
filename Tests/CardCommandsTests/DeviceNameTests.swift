import CardSharing
import CardStorage
import Cards
import TestSupport
import Testing
import VaultSupport

@testable import CardCommands

@Suite("The name of a device on the command line")
struct DeviceNameTests {
    private let content = MemoryRemote()

    private func device() async throws -> StoreFixture {
        var fixture = try await StoreFixture([])
        let content = content
        fixture.line.sharing = VaultService(fixture.store, clock: CommandLineFixture.clock) { _ in
            MemoryTransport(content)
        }
        return fixture
    }

    @Test("one that another device has gets a number, which is said; a second setup keeps it")
    func taken() async throws {
        let devices = [try await device(), try await device(), try await device()]
        for (number, fixture) in devices.enumerated() {
            // A device is known by its name once it changed something.
            if number < 2 {
                try await fixture.store.apply([.set(CardPatch(from: nil, to: Card(identifier: .random(), name: "Elm")))]
                )
            }
            let setUp = await fixture.run("sync", "setup", "/memory", "--name", "vm", "--yes")
            #expect(setUp.code == 0, "\(setUp.err)")
            #expect(setUp.err.contains("Another device is called vm: this one is called vm-2.") == (number == 1))
        }
        #expect(await devices[2].run("sync", "devices").out.hasPrefix("vm-3\t"))
        let again = await devices[1].run("sync", "setup", "/memory", "--yes")
        #expect(again.code == 0 && !again.err.contains("Another device"))
    }
}
