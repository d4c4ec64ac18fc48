import CardSharing
import CardStorage
import Cards
import Synchronization
import TestSupport
import Testing
import VaultSupport

/// Exchanges that happen by themselves.
@Suite("Exchanges of a vault by themselves", .timeLimit(.minutes(2)))
struct VaultServiceTests {
    private let remote = RemoteID("folder:/memory")

    private func device(_ vault: VaultID, _ name: String) async throws -> SQLiteCardStore {
        try await .member(of: vault, named: name, at: remote)
    }

    private func put(_ name: String, _ store: SQLiteCardStore) async throws {
        let card = Card(identifier: try #require(CardID(name)), name: name)
        try await store.apply([.set(CardPatch(from: nil, to: card))])
    }

    /// Returns once the store has so many cards.
    private func wait(for count: Int, in store: SQLiteCardStore) async throws {
        let notices = await store.notices()
        if try await store.count() == count { return }
        for await _ in notices where try await store.count() == count { return }
    }

    @Test("a change on one device is on the other, both ways, without being asked for")
    func bothWays() async throws {
        let (vault, content) = (VaultID.random(), MemoryRemote())
        let (first, second) = (try await device(vault, "first"), try await device(vault, "second"))
        let services = [first, second].map { VaultService($0) { _ in MemoryTransport(content) } }
        for service in services { await service.start() }
        try await put("bus", first)
        try await wait(for: 1, in: second)
        try await put("gym", second)
        try await wait(for: 2, in: first)
        // An optimizer releases what is not used any more.
        withExtendedLifetime(services) {}
    }

    @Test("a remote that a command sets up or removes while the program runs is followed", .timeLimit(.minutes(2)))
    func remotesOfOthers() async throws {
        let content = MemoryRemote()
        let store = try SQLiteCardStore(at: SQLiteCardStore.inMemory)
        try await put("bus", store)
        let service = VaultService(store) { _ in MemoryTransport(content) }
        await service.start()
        #expect(try await service.devices().isEmpty)
        _ = try await store.joinVault(.random(), deviceName: "desk")
        try await store.addRemote(remote)
        for await status in await service.statuses()
        where status.first?.lastEnd ?? 0 > 0 && status.first?.tally.isEmpty == true { break }
        #expect(content.batchCount == 1)
        #expect(try await service.devices().map(\.name) == ["desk"])
        try await store.removeRemote(remote)
        for await status in await service.statuses() where status.isEmpty { break }
    }

    @Test("a second setup renames the device, and the others are told with its next change")
    func renaming() async throws {
        let (vault, content) = (VaultID.random(), MemoryRemote())
        let (first, second) = (try await device(vault, "first"), try await device(vault, "second"))
        let services = [first, second].map { VaultService($0) { _ in MemoryTransport(content) } }
        let address = try #require(RemoteAddress(remote))
        let plan = try await services[0].plan(address)
        _ = try await services[0].setUp(plan, deviceName: "desk") { _ in }
        try await put("bus", first)
        for service in services { _ = try await service.exchange(with: remote, acceptingDeletions: false) { _ in } }
        #expect(try await services[0].devices().map(\.name) == ["desk"], "the other one has changed nothing")
        #expect(try await services[1].devices().map(\.name) == ["second", "desk"])
        // Who is to join sees the names before, those that a device gave up not.
        let joining = VaultService(try SQLiteCardStore(at: SQLiteCardStore.inMemory)) { _ in MemoryTransport(content) }
        for service in [services[1], joining] { #expect(try await service.plan(address).deviceNames == ["desk"]) }
    }

    @Test("what failed for a reason of this machine goes on when somebody asks")
    func secretsLater() async throws {
        let (vault, content) = (VaultID.random(), MemoryRemote())
        let first = try await device(vault, "first")
        try await put("bus", first)
        let isReadable = Mutex(false)
        let service = VaultService(first) { _ in
            if isReadable.withLock({ $0 }) { return MemoryTransport(content) }
            throw TransportError(.refused, "memory", "there is no password")
        }
        let statuses = await service.statuses()
        await service.start()
        for await status in statuses where status.first?.activity == .stopped { break }
        #expect(content.batchCount == 0)
        isReadable.withLock { $0 = true }
        await service.exchangeNow()
        for await status in await service.statuses()
        where status.first?.lastExchange != nil && status.first?.failure == nil { break }
        #expect(content.batchCount == 1)
    }

    @Test("what is changed while a remote is waited for, or has stopped, is counted", arguments: [true, false])
    func counting(isTemporary: Bool) async throws {
        let first = try await device(.random(), "first")
        let service = VaultService(first, sleeping: TestClock()) { _ in
            MemoryTransport(MemoryRemote()) { _ throws(TransportError) in
                throw TransportError(isTemporary ? .unreachable : .refused, "memory", "it is away")
            }
        }
        await service.start()
        for await status in await service.statuses() where status.first?.failure != nil {
            guard let activity = status.first?.activity, activity != .idle else { continue }
            if isTemporary { #expect(activity != .stopped) } else { #expect(activity == .stopped) }
            break
        }
        try await put("bus", first)
        for await status in await service.statuses() where status.first?.tally.isEmpty == false { break }
        try await put("gym", first)
        for await status in await service.statuses() where status.first?.tally.changes == 2 { break }
    }

    @Test("what the remote refused goes on when somebody asks, with the secrets that are right by now")
    func correctedSecrets() async throws {
        let (vault, content) = (VaultID.random(), MemoryRemote())
        let first = try await device(vault, "first")
        try await put("bus", first)
        let password = Mutex("wrong")
        let service = VaultService(first) { _ in
            let read = password.withLock { $0 }
            return MemoryTransport(content) { _ throws(TransportError) in
                if read == "wrong" { throw TransportError(.refused, "memory", "the password is wrong") }
            }
        }
        let statuses = await service.statuses()
        await service.start()
        for await status in statuses where status.first?.activity == .stopped { break }
        password.withLock { $0 = "right" }
        await service.exchangeNow()
        for await status in await service.statuses()
        where status.first?.lastExchange != nil && status.first?.failure == nil { break }
        #expect(content.batchCount == 1)
    }

    @Test("who asks has the vault looked at anew, also while the remote is waited for")
    func asking() async throws {
        let first = try await device(.random(), "first")
        let content = MemoryRemote()
        let state = Mutex((looks: 0, isAway: false))
        let service = VaultService(first, sleeping: TestClock()) { _ in
            MemoryTransport(content) { operation throws(TransportError) in
                let isAway = state.withLock { state in
                    if operation == "header" { state.looks += 1 }
                    return state.isAway
                }
                if isAway { throw TransportError(.unreachable, "memory", "it is away") }
            }
        }
        await service.start()
        for await status in await service.statuses() where status.first?.lastEnd ?? 0 > 0 { break }
        #expect(state.withLock { $0.looks } == 1)
        // What changes by itself is not looked at as closely.
        try await put("bus", first)
        for await status in await service.statuses()
        where status.first?.tally.isEmpty == true && content.batchCount == 1 {
            break
        }
        #expect(state.withLock { $0.looks } == 1)
        await service.exchangeNow()
        for await _ in await service.statuses() where state.withLock({ $0.looks }) == 2 { break }
        state.withLock { $0.isAway = true }
        try await put("gym", first)
        for await status in await service.statuses() where status.first?.failure != nil { break }
        state.withLock { $0.isAway = false }
        await service.exchangeNow()
        for await status in await service.statuses() where status.first?.failure == nil { break }
        #expect(content.batchCount == 2)
    }

    @Test("a wait ends in time although the system's clock was set back meanwhile", .timeLimit(.minutes(1)))
    func clockSetBack() async throws {
        let now = Mutex(Timestamp(milliseconds: 1_700_000_000_000))
        let sleeping = TestClock()
        let looks = Mutex(0)
        let clock = CardClock(now: { now.withLock { $0 } }, today: { CalendarDay(daysSince1970: 0) })
        let service = VaultService(try await device(.random(), "first"), clock: clock, sleeping: sleeping) { _ in
            MemoryTransport(MemoryRemote()) { _ throws(TransportError) in
                looks.withLock { $0 += 1 }
                throw TransportError(.busy(retryAfter: .seconds(1000)), "memory", "it asks to wait")
            }
        }
        await service.start()
        await sleeping.waitForSleeper { $0 == .seconds(1000) }
        now.withLock { $0 = Timestamp(milliseconds: $0.milliseconds - 3_600_000) }
        sleeping.advance(by: .seconds(1000))
        await sleeping.waitForSleeper { $0 == .seconds(1000) }
        #expect(looks.withLock { $0 } == 2)
    }

    @Test("a remote that asks to wait is left alone for as long as it asks")
    func retryAfter() async throws {
        let (first, now) = (try await device(.random(), "first"), Timestamp(milliseconds: 1_700_000_000_000))
        let clock = CardClock(now: { now }, today: { now.day })
        let service = VaultService(first, clock: clock, sleeping: TestClock()) { _ in
            MemoryTransport(MemoryRemote()) { _ throws(TransportError) in
                throw TransportError(.busy(retryAfter: .seconds(1000)), "memory", "it asks to wait")
            }
        }
        await service.start()
        for await status in await service.statuses() where status.first?.failure != nil {
            let end = Timestamp(milliseconds: now.milliseconds + 1_000_000)
            #expect(status.first?.activity == .waiting(until: end))
            break
        }
    }
}
