import Cards
import TestSupport
import Testing

@testable import CardNetwork

@Suite("A backend whose list contradicts its answer", .timeLimit(.minutes(5)))
struct ContradictionTests {
    private let folder: TemporaryFolder
    private let backend: TestBackend
    private let device: Device
    private let gym: CardID

    init() async throws {
        folder = try TemporaryFolder()
        backend = try TestBackend().start()
        gym = try #require(CardID("gym"))
        backend.cards = [
            .object(["identifier": .string("gym"), "name": .string("Gym"), "note": .string("old")])
        ]
        device = try await Device("laptop", in: folder, backend: backend.url, kind: .myCards)
        try await device.synchronize()
    }

    @Test("a change accepted with 200 but not listed stays ours and is parked, until the list has it")
    func stale() async throws {
        defer { backend.stop() }
        let old = backend.cards
        var card = try #require(try await device.store.card(gym))
        card.note = "new"
        try await device.save(card)
        #expect(try await device.synchronize().sent == 1)
        let new = backend.cards
        backend.cards = old
        for _ in 0..<2 {
            let status = try await device.synchronize()
            #expect(try await device.store.card(gym)?.note == "new")
            #expect(
                status.tally.refused == 1 && status.tally.pending == 1 && status.tally.conflicts == 0
                    && status.sent == 0)
            let waiting = try await device.store.pendingCards(for: BackendID(normalizedURL: backend.url), limit: 9)
            #expect(waiting.first?.lastFailure?.contains("still lists the old card") == true)
        }
        backend.cards = new
        let status = try await device.synchronize()
        #expect(status.tally.pending == 0)
        #expect(try await device.store.card(gym)?.note == "new")
        // From now on the old version counts as another client's change.
        backend.cards = old
        try await device.synchronize()
        #expect(try await device.store.card(gym)?.note == "old")
    }

    @Test("a deletion accepted with 200 is not reverted by a list that still names the card")
    func deletion() async throws {
        defer { backend.stop() }
        try await device.delete(gym)
        backend.setFault { $0.method == "DELETE" ? .json("{}") : nil }
        let status = try await device.synchronize()
        #expect(status.sent == 1)
        #expect(try await device.cards().isEmpty)
        #expect(status.tally.refused == 1 && status.lastList.revived.isEmpty)
    }

    @Test("a value that another device writes again is no different: ours stays, and is sent again on request")
    func writtenAgain() async throws {
        defer { backend.stop() }
        let phone = try await Device("phone", in: folder, backend: backend.url, kind: .myCards)
        try await phone.synchronize()
        // The phone's change arrives, but not the answer.
        try await note("of the phone", on: phone)
        backend.setFault { [backend] request in
            guard request.method == "POST" else { return nil }
            _ = backend.truth(request)
            return .close
        }
        #expect(try await phone.synchronize().failure != nil)
        backend.setFault(nil)
        #expect(backend.card("gym")?["note"] == .string("of the phone"))
        // The laptop has another value, and replaces it; the phone does not know that it had succeeded, and sends it again.
        try await note("of the laptop", on: device)
        #expect(try await device.synchronize().sent == 1)
        #expect(try await phone.synchronize().sent == 1)
        // A list confirms that to the phone. Otherwise the laptop's value would contradict the phone's change in turn.
        try await phone.synchronize()
        let status = try await device.synchronize()
        #expect(status.tally.refused == 1 && status.tally.pending == 1 && status.sent == 0)
        #expect(try await device.contradicted().map(\.id) == [gym])
        #expect(try await device.store.card(gym)?.note == "of the laptop")
        #expect(backend.card("gym")?["note"] == .string("of the phone"))
        // As a sync that the user asks for does.
        try await device.store.retry(nil, with: BackendID(normalizedURL: backend.url))
        #expect(try await device.synchronize().sent == 1)
        for device in [phone, device] {
            #expect(try await device.synchronize().tally.pending == 0)
            #expect(try await device.store.card(gym)?.note == "of the laptop")
        }
        #expect(try phone.remembers("of the phone"))
    }

    private func note(_ text: String, on device: Device) async throws {
        var card = try #require(try await device.store.card(gym))
        card.note = text
        try await device.save(card)
    }
}
