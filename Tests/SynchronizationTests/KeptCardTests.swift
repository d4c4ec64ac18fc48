import CardNetwork
import Cards
import TestSupport
import Testing

/// A card that one device deletes and another one keeps.
@Suite("Cards that are kept after another device deleted them", .timeLimit(.minutes(5)))
struct KeptCardTests {
    private let folder: TemporaryFolder
    private let gym: CardID

    init() throws {
        folder = try TemporaryFolder()
        gym = try #require(CardID("gym"))
    }

    /// The backend has the card, A has deleted it there, and B has it still.
    private func start(
        _ kind: BackendKind, isEmptied: Bool = false
    ) async throws -> (backend: AnyBackend, a: Device, b: Device) {
        let backend = try AnyBackend.start(kind)
        let a = try await Device("a", in: folder, backend: backend.server.url, kind: kind)
        let b = try await Device("b", in: folder, backend: backend.server.url, kind: kind)
        var card = Card(identifier: gym, name: "Gym")
        card.note = "locker 7"
        try await a.save(card)
        let bus = try #require(CardID("bus"))
        try await a.save(Card(identifier: bus, name: "Bus"))
        #expect(try await a.synchronize().sent == 2)
        try await b.synchronize()
        try await a.delete(gym)
        if isEmptied { _ = try await a.emptyTrash() }
        let status = try await a.synchronize()
        #expect(status.sent == 1 && status.tally == BackendTally() && status.failure == nil)
        return (backend, a, b)
    }

    private func expectBack(_ device: Device) async throws {
        for round in 0..<3 {
            let status = try await device.synchronize()
            #expect(status.lastList.revived == (round == 0 ? ["Gym"] : []), "\(round)")
            #expect(status.tally == BackendTally() && status.sent == 0, "\(round)")
            let card = try #require(try await device.store.card(gym), "\(round)")
            #expect(card.note == "locker 7")
        }
        #expect(try await device.store.trash().isEmpty)
    }

    @Test("a deletion that was accepted is followed by a list in the same sync", arguments: BackendKind.allCases)
    func list(_ kind: BackendKind) async throws {
        let (backend, _, _) = try await start(kind)
        defer { backend.server.stop() }
        #expect(backend.server.lines.last == "GET /cards.json")
    }

    @Test("kept there, the card comes back to the device that deleted it, and stays", arguments: BackendKind.allCases)
    func kept(_ kind: BackendKind) async throws {
        let (backend, a, b) = try await start(kind)
        defer { backend.server.stop() }
        #expect(try await b.synchronize().tally.absent == 1)
        let before = try #require(try await b.store.card(gym)?.modified)
        try await b.settleAbsent(gym, .keep)
        let after = try #require(try await b.store.card(gym)?.modified)
        #expect(after > before)
        #expect(try await b.synchronize().sent == 1)
        try await expectBack(a)
        #expect(try await b.synchronize().tally == BackendTally())
        #expect(try backend.cards().count == 2)
    }

    @Test("so it does where a deletion is undone that another device made as well", arguments: BackendKind.allCases)
    func undone(_ kind: BackendKind) async throws {
        let (backend, a, b) = try await start(kind)
        defer { backend.server.stop() }
        let before = try #require(try await b.store.card(gym)?.modified)
        try await b.delete(gym)
        #expect(try await b.store.undo() != nil)
        let after = try #require(try await b.store.card(gym)?.modified)
        #expect(after > before)
        let status = try await b.synchronize()
        #expect(status.sent == 1 && status.tally == BackendTally())
        try await expectBack(a)
    }

    @Test("out of the trash counts as undone", arguments: BackendKind.allCases)
    func restored(_ kind: BackendKind) async throws {
        let (backend, a, b) = try await start(kind)
        defer { backend.server.stop() }
        try await b.delete(gym)
        try await b.store.restore([gym])
        #expect(try await b.synchronize().sent == 1)
        try await expectBack(a)
    }

    @Test("where the answer to the deletion was lost, a later time tells that somebody sent the card again")
    func lostAnswer() async throws {
        let backend = try AnyBackend.start(.myCards)
        defer { backend.server.stop() }
        let a = try await Device("a", in: folder, backend: backend.server.url, kind: .myCards)
        let b = try await Device("b", in: folder, backend: backend.server.url, kind: .myCards)
        var card = Card(identifier: gym, name: "Gym")
        card.note = "locker 7"
        try await a.save(card)
        try await a.synchronize()
        try await b.synchronize()
        try await a.delete(gym)
        backend.server.setFault { [server = backend.server] request in
            guard request.method == "DELETE" else { return nil }
            _ = server.truth(request)
            return .close
        }
        #expect(try await a.synchronize().failure != nil)
        backend.server.setFault(nil)
        #expect(try await b.synchronize().tally.absent == 1)
        try await b.settleAbsent(gym, .keep)
        #expect(try await b.synchronize().sent == 1)
        try await expectBack(a)
    }

    @Test("a list that fails after the deletion does not matter: a later time tells it, too")
    func noList() async throws {
        let backend = try AnyBackend.start(.myCards)
        defer { backend.server.stop() }
        let a = try await Device("a", in: folder, backend: backend.server.url, kind: .myCards)
        let b = try await Device("b", in: folder, backend: backend.server.url, kind: .myCards)
        var card = Card(identifier: gym, name: "Gym")
        card.note = "locker 7"
        try await a.save(card)
        try await a.synchronize()
        try await b.synchronize()
        try await a.delete(gym)
        backend.server.setFault { [server = backend.server] request in
            let isDeleted = server.lines.contains { $0.hasPrefix("DELETE") }
            return request.method == "GET" && isDeleted ? .status(503) : nil
        }
        let status = try await a.synchronize()
        #expect(status.sent == 1 && status.failure != nil)
        backend.server.setFault(nil)
        try await b.synchronize()
        try await b.settleAbsent(gym, .keep)
        #expect(try await b.synchronize().sent == 1)
        try await expectBack(a)
    }

    @Test(
        "deleted for good, it waits for the user, and is never deleted there unasked", arguments: BackendKind.allCases)
    func forGood(_ kind: BackendKind) async throws {
        let (backend, a, b) = try await start(kind, isEmptied: true)
        defer { backend.server.stop() }
        try await b.synchronize()
        try await b.settleAbsent(gym, .keep)
        #expect(try await b.synchronize().sent == 1)
        for _ in 0..<3 {
            let status = try await a.synchronize()
            #expect(status.tally == BackendTally(returned: 1) && status.sent == 0)
            #expect(LoaderText(status).returns?.contains("again has 1 card that you deleted forever") == true)
            #expect(try await a.store.card(gym) == nil)
        }
        #expect(try backend.cards().count == 2)
        try await a.settleAbsent(gym, .keep)
        #expect(try await a.store.card(gym)?.note == "locker 7")
        #expect(try await a.synchronize().tally == BackendTally())
        #expect(try backend.cards().count == 2)
    }

    @Test("the user may delete it there", arguments: BackendKind.allCases)
    func deletedThere(_ kind: BackendKind) async throws {
        let (backend, a, b) = try await start(kind, isEmptied: true)
        defer { backend.server.stop() }
        try await b.synchronize()
        try await b.settleAbsent(gym, .keep)
        try await b.synchronize()
        try await a.synchronize()
        try await a.settleAbsent(gym, .delete)
        let status = try await a.synchronize()
        #expect(status.sent == 1 && status.tally == BackendTally())
        #expect(try backend.cards().count == 1)
    }

    @Test("a server that sets the time of the last change itself brings no deleted card back")
    func timesOfServer() async throws {
        let backend = try AnyBackend.start(.myCards)
        defer { backend.server.stop() }
        let a = try await Device("a", in: folder, backend: backend.server.url, kind: .myCards)
        try await a.save(Card(identifier: gym, name: "Gym"))
        try await a.synchronize()
        var members = try #require(backend.server.card("gym")?.object)
        members["modified"] = .string("2100-01-01T00:00:00Z")
        backend.server.put([.object(members)])
        try await a.delete(gym)
        let status = try await a.synchronize()
        #expect(status.sent == 1 && status.tally == BackendTally() && status.lastList.revived.isEmpty)
        #expect(backend.server.cards.isEmpty)
    }
}
