import CardSharing
import CardStorage
import Cards
import TestSupport
import Testing
import VaultSupport

@testable import CardCommands

/// `remind` on devices that share their cards, on 20 November 2026.
@Suite("Reminders of several devices on the command line", .timeLimit(.minutes(2)))
struct RemindSharingTests {
    /// Leads to the remote in memory.
    private let address: RemoteID
    private let content = MemoryRemote()
    private let vault = VaultID.random()

    init() throws { address = try RemoteAddress("folder:/memory", in: "/", home: nil).remote }

    private func device(_ cards: [Card], fails: Bool = false) async throws -> StoreFixture {
        var fixture = try await StoreFixture(cards)
        _ = try await fixture.store.joinVault(vault, deviceName: "device")
        try await fixture.store.addRemote(address)
        let (store, content) = (fixture.store, content)
        fixture.line.sharing = VaultService(store, clock: CommandLineFixture.clock) { _ in
            if fails { throw TransportError(.unreachable, "memory", "it is away") }
            return MemoryTransport(content)
        }
        return fixture
    }

    @Test("one tells, the other does not; a dry run asks nobody")
    func once() async throws {
        let (first, second) = (try await device(StoreFixture.cards()), try await device([]))
        #expect(await first.run("remind", "--dry-run").out.contains("Tesco"))
        #expect(content.batchCount == 0)
        #expect(await first.run("remind").out.contains("Tesco expires in 12 days"))
        let other = await second.run("remind")
        #expect((other.code, other.out, other.err) == (0, "", ""))
        #expect(try await second.card("A")?.name == "Tesco")
    }

    @Test("a device that reaches nobody tells, too")
    func unreachable() async throws {
        let first = try await device(StoreFixture.cards())
        #expect(await first.run("remind").out.contains("Tesco"))
        let second = try await device(StoreFixture.cards(), fails: true)
        let told = await second.run("remind")
        #expect((told.code, told.err) == (0, ""))
        #expect(told.out.contains("Tesco expires in 12 days"))
        #expect(await second.run("remind").out == "")
    }

    @Test("a remote that does not answer is waited for ten seconds before and after, no longer")
    func stuck() async throws {
        var fixture = try await device(StoreFixture.cards())
        let (never, held) = AsyncStream<Never>.makeStream()
        fixture.line.sharing = VaultService(fixture.store, clock: CommandLineFixture.clock) { _ in
            for await _ in never {}
            throw CancellationError()
        }
        let timer = TestClock()
        fixture.line.timer = timer
        let runner = fixture
        async let result = runner.run("remind")
        for _ in 0..<2 {
            await timer.waitForSleeper { $0 == .seconds(10) }
            timer.advance(by: .seconds(10))
        }
        #expect(await result.out.contains("Tesco expires in 12 days"))
        held.finish()
    }
}
