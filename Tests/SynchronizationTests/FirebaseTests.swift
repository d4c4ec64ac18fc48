import CardNetwork
import CardStorage
import Cards
import Synchronization
import TestSupport
import Testing

/// Uses a scripted server with entity tags as in the database's documentation; the real service is not tested.
@Suite("Firebase", .timeLimit(.minutes(5)))
struct FirebaseTests {
    private let folder: TemporaryFolder
    private let database: FirebaseBackend
    private let device: Device
    private let gym: CardID

    init() async throws {
        folder = try TemporaryFolder()
        database = try FirebaseBackend(token: "secret-token")
        database.start()
        device = try await Device(
            "laptop", in: folder, backend: database.url, kind: .firebase, credentials: Credentials("secret-token"))
        gym = try #require(CardID("gym"))
    }

    private func saveGym(_ change: (inout Card) -> Void = { _ in }) async throws {
        var card = try await device.store.card(gym) ?? Card(identifier: gym, name: "Gym")
        change(&card)
        try await device.save(card)
    }

    /// The requests without secrets.
    private var lines: [String] {
        database.server.lines.map { $0.replacing("auth=secret-token", with: "auth") }
    }

    @Test("a card is uploaded completely and comes back unchanged")
    func upload() async throws {
        defer { database.stop() }
        try await saveGym { ($0.number, $0.groups) = ("1", ["sports"]) }
        let status = try await device.synchronize()
        #expect(status.tally.pending == 0 && status.failure == nil)
        #expect(lines == ["GET /cards.json?auth", "GET /cards/gym.json?auth", "PUT /cards/gym.json?print=silent&auth"])
        #expect(database.server.requests.last?.headers["if-match"] == "null_etag")
        let kept = try #require(database.cards["gym"]?.object)
        #expect(kept["number"] == .string("1"))
        // The database drops empty values, which must not become pending again.
        #expect(kept["expiry"] == nil)
        #expect(try await device.synchronize().tally.pending == 0)
        #expect(database.server.requests.count == 4)
    }

    @Test("the token is sent in the query only, and appears in no message")
    func token() async throws {
        defer { database.stop() }
        try await device.synchronize()
        let request = try #require(database.server.requests.first)
        #expect(request.headers["authorization"] == nil)
        database.server.setFault { _ in .status(401) }
        let status = try await device.synchronize()
        #expect(status.failure?.message.contains("denies access") == true)
        #expect(!"\(status)".contains("secret-token"))
        database.server.setFault { _ in
            TestBackend.Answer(status: 302, headers: ["Location": "http://other.example/cards.json?auth=secret-token"])
        }
        let redirected = try await device.synchronize()
        #expect(!"\(redirected)".contains("secret-token"))
    }

    @Test("a concurrent change by another device is merged, not overwritten")
    func conflictInTime() async throws {
        defer { database.stop() }
        try await saveGym()
        try await device.synchronize()
        try await saveGym { $0.number = "ours" }
        let isFirst = Mutex(true)
        database.server.setFault { [database] request in
            guard request.line.hasPrefix("GET /cards/gym.json"), isFirst.withLock({ $0.exchange(false) }) else {
                return nil
            }
            let answer = database.server.truth(request)
            var members = database.cards["gym"]?.object ?? [:]
            members["note"] = .string("theirs")
            database.cards["gym"] = .object(members)
            return answer
        }
        let status = try await device.synchronize()
        #expect(status.tally.pending == 0 && status.failure == nil)
        #expect(database.cards["gym"]?["note"] == .string("theirs"))
        #expect(database.cards["gym"]?["number"] == .string("ours"))
        #expect(try await device.store.card(gym)?.note == "theirs")
    }

    @Test("after a lost response the card is compared, and not sent twice")
    func lostAnswer() async throws {
        defer { database.stop() }
        try await saveGym { $0.number = "1" }
        database.server.setFault { [database] request in
            guard request.method == "PUT" else { return nil }
            _ = database.server.truth(request)
            return .close
        }
        #expect(try await device.synchronize().failure != nil)
        database.server.setFault(nil)
        let before = database.server.requests.count
        #expect(try await device.synchronize().tally.pending == 0)
        // Only the list is requested.
        #expect(database.server.requests.count == before + 1)
    }

    @Test("a deletion writes null, over the known version")
    func deletion() async throws {
        defer { database.stop() }
        try await saveGym()
        try await device.synchronize()
        try await device.delete(gym)
        #expect(try await device.synchronize().tally.pending == 0)
        #expect(database.cards.isEmpty)
        #expect(database.server.requests.last { $0.method == "PUT" }?.text == "null")
        #expect(try await device.cards().isEmpty)
    }

    @Test("a card changed on the backend is not deleted, and comes back")
    func deletionAgainstEdit() async throws {
        defer { database.stop() }
        try await saveGym()
        try await device.synchronize()
        try await device.delete(gym)
        database.cards["gym"] = .object(["name": .string("Gym"), "note": .string("theirs")])
        let status = try await device.synchronize()
        #expect(status.lastList.revived == ["Gym"])
        #expect(status.tally.pending == 0)
        #expect(try await device.store.card(gym)?.note == "theirs")
        #expect(database.cards.count == 1)
    }

    @Test("a card deleted on the backend stays here, and an edit restores it there")
    func editAgainstDeletion() async throws {
        defer { database.stop() }
        try await saveGym()
        try await device.synchronize()
        database.cards = [:]
        #expect(try await device.synchronize().tally.absent == 1)
        try await saveGym { $0.note = "ours" }
        let status = try await device.synchronize()
        #expect(status.tally.pending == 0)
        #expect(status.tally.absent == 0)
        #expect(database.cards["gym"]?["note"] == .string("ours"))
    }

    @Test("a field removed on the backend is removed here")
    func vanished() async throws {
        defer { database.stop() }
        try await saveGym { ($0.note, $0.isStarred) = ("old", true) }
        try await device.synchronize()
        database.cards["gym"] = .object(["name": .string("Gym")])
        try await device.synchronize()
        #expect(try await device.store.card(gym)?.note == "")
        #expect(try await device.store.card(gym)?.isStarred == false)
    }

    @Test("a value that is not a card is skipped, and the others are uploaded")
    func garbage() async throws {
        defer { database.stop() }
        database.cards["gym"] = .string("junk")
        try await saveGym()
        try await device.save(Card(identifier: .random(), name: "Bus"))
        let status = try await device.synchronize()
        #expect(status.tally.refused == 1)
        #expect(status.tally.pending == 1)
        #expect(database.cards["gym"] == .string("junk"))
        #expect(database.cards.count == 2)
        let reason = try await device.store.pendingCards(for: BackendID(normalizedURL: database.url), limit: 9).first
        #expect(reason?.lastFailure?.contains("something else in place of this card") == true)
    }

    @Test("repeated concurrent writes of a card are reported, and the upload is retried later")
    func contended() async throws {
        defer { database.stop() }
        try await saveGym()
        database.server.setFault { $0.method == "PUT" ? .status(412) : nil }
        let status = try await device.synchronize()
        #expect(status.failure?.message.contains("other devices keep changing this card") == true)
        #expect(status.nextTry != nil)
        #expect(status.tally.pending == 1)
    }
}

extension Bool {
    /// Sets the value and returns the old one.
    fileprivate mutating func exchange(_ value: Bool) -> Bool {
        defer { self = value }
        return self
    }
}
