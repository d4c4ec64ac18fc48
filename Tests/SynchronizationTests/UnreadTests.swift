import CardNetwork
import Cards
import TestSupport
import Testing

/// Values of a backend that cannot be read, or that this program would write in another way.
@Suite("Values that cannot be read", .timeLimit(.minutes(5)))
struct UnreadTests {
    private static let odd = #"""
        {"name":"Gym","front":"https://shop.example/front.jpg","icon":5,"expiry":"soon","groups":{"x":1},
        "starred":"maybe","barcode":"ean13","color":"red","created":1690000000,"validFrom":"31.12.2020",
        "note":"Caf\ud83d","shop":"x\udc00"}
        """#

    private func start(_ kind: BackendKind, _ card: String) async throws -> (AnyBackend, Device, TemporaryFolder) {
        let backend = try AnyBackend.start(kind)
        try put(card, at: backend)
        let folder = try TemporaryFolder()
        let device = try await Device("laptop", in: folder, backend: backend.server.url, kind: kind)
        return (backend, device, folder)
    }

    private func put(_ card: String, at backend: AnyBackend) throws {
        var members = try #require(JSONParser.parse(Array(card.utf8)).object)
        if let firebase = backend.firebase {
            firebase.cards["gym"] = .object(members)
        } else {
            members["identifier"] = .string("gym")
            backend.server.put([.object(members)])
        }
    }

    private func stored(_ backend: AnyBackend) -> JSON? {
        backend.firebase.map { $0.cards["gym"] } ?? backend.server.card("gym")
    }

    @Test(
        "after a download nothing is pending, and an edit sends what could not be read as it came",
        arguments: BackendKind.allCases)
    func roundTrip(_ kind: BackendKind) async throws {
        let (backend, device, _) = try await start(kind, Self.odd)
        defer { backend.server.stop() }
        let before = try #require(stored(backend))
        let gym = try #require(CardID("gym"))
        let status = try await device.synchronize()
        #expect(status.tally == BackendTally() && status.lastList.rejected == 0 && status.failure == nil)
        #expect(Set(status.lastList.unread.first.map(\.key)) == ["front", "icon", "expiry", "groups", "starred"])
        #expect(status.lastList.unread.first.contains { $0.card == "Gym" && $0.value == #""soon""# })
        // Told once: the second list is no news.
        let again = try await device.synchronize()
        #expect(again.lastList.unread.count == 0 && again.tally == BackendTally())
        var card = try #require(try await device.store.card(gym))
        #expect(card.barcode == Barcode(format: .ean13) && card.color?.name == "red" && card.note == "Caf\u{FFFD}")
        card.number = "7"
        try await device.save(card)
        let sent = try await device.synchronize()
        #expect(sent.sent == 1 && sent.tally == BackendTally() && sent.lastList.unread.count == 0)
        let after = try #require(stored(backend))
        for (key, value) in try #require(before.object) { #expect(after[key] == value, "\(key)") }
        #expect(after["number"] == .string("7"))
        // A change of such a value is told again.
        try put(#"{"name":"Gym","number":"7","expiry":"never"}"#, at: backend)
        let changed = try await device.synchronize()
        #expect(changed.lastList.unread.first.map(\.value) == [#""never""#] && changed.tally == BackendTally())
    }

    @Test("a field that is edited here is sent as it is now", arguments: BackendKind.allCases)
    func edited(_ kind: BackendKind) async throws {
        let (backend, device, _) = try await start(kind, Self.odd)
        defer { backend.server.stop() }
        try await device.synchronize()
        let photo: [UInt8] = [1, 2, 3]
        let gym = try #require(CardID("gym"))
        var card = try #require(try await device.store.card(gym))
        (card.front, card.expiry, card.isStarred) = (PhotoHash(of: photo), CalendarDay("2027-12-31"), true)
        card.note = "new"
        try await device.save(card, photos: [PhotoHash(of: photo): photo])
        #expect(try await device.synchronize().sent == 1)
        let after = try #require(stored(backend))
        #expect(after["front"] == .string("AQID") && after["expiry"] == .string("2027-12-31"))
        #expect(after["starred"] == .bool(true) && after["note"] == .string("new"))
        #expect(after["icon"] == .number("5"))
        #expect(try await device.synchronize().tally == BackendTally())
    }

    @Test("a backend that makes URLs of photos takes none away", arguments: BackendKind.allCases)
    func converted(_ kind: BackendKind) async throws {
        let (backend, device, _) = try await start(kind, #"{"name":"Gym"}"#)
        defer { backend.server.stop() }
        try await device.synchronize()
        let (photo, gym): ([UInt8], CardID) = ([1, 2, 3], try #require(CardID("gym")))
        var card = try #require(try await device.store.card(gym))
        card.front = PhotoHash(of: photo)
        try await device.save(card, photos: [PhotoHash(of: photo): photo])
        #expect(try await device.synchronize().sent == 1)
        try put(#"{"name":"Gym","front":"https://shop.example/1.jpg"}"#, at: backend)
        let status = try await device.synchronize()
        #expect(status.tally == BackendTally() && status.lastList.unread.count == 1)
        card = try #require(try await device.store.card(gym))
        #expect(card.front == PhotoHash(of: photo))
        card.number = "7"
        try await device.save(card)
        #expect(try await device.synchronize().sent == 1)
        #expect(stored(backend)?["front"] == .string("https://shop.example/1.jpg"))
    }

    @Test("what could not be read is counted in the state of the backend")
    func counted() async throws {
        let (backend, device, _) = try await start(.myCards, Self.odd)
        defer { backend.server.stop() }
        try await device.synchronize()
        #expect(try await device.store.backendStates().map(\.unread) == [5])
    }
}
