import Cards
import FoundationEssentials
import TestSupport
import Testing

@testable import CardStorage

@Suite("Secret fields in the store")
struct SecretStoreTests {
    private let folder: TemporaryFolder
    private let gym: CardID

    init() throws {
        folder = try TemporaryFolder()
        gym = try CardID(test: "gym")
    }

    private func makeStore() async throws -> SQLiteCardStore {
        let store = try SQLiteCardStore(at: folder.file(), clock: SteppingClock().clock)
        try await store.put(testCard("gym", "Gym"), testCard("bus", "Bus"))
        return store
    }

    private func texts(_ store: SQLiteCardStore) async throws -> [String] {
        try await store.secrets(of: gym).map { "\($0.label)=\($0.value)" }
    }

    /// The texts that are in some file of the store.
    private func found(_ texts: String...) throws -> [String] {
        let files = try folder.names.map { try Data(contentsOf: URL(fileURLWithPath: folder.file($0))) }
        return texts.filter { text in files.contains { $0.firstRange(of: Data(text.utf8)) != nil } }
    }

    @Test(
        "what an older version passed over in batches is read after it was updated, and by a device that shares them once more"
    )
    func passedOver() async throws {
        var generator = SeededGenerator(seed: 1)
        var devices = try await VaultDevices([0, 0], using: &generator)
        let (desk, phone) = (devices.stores[0], devices.stores[1])
        try await desk.put(testCard("gym", "Gym"))
        _ = try await desk.set(CardSecret(label: "PIN", value: "4711"), of: gym)
        let waiting = try await desk.secretsToSeal(limit: 9)
        #expect(waiting[gym]?.values.values.map(\.value) == ["4711"])
        // One that was changed meanwhile is not what was encrypted.
        _ = try await desk.set(CardSecret(label: "PIN", value: "0815"), of: gym)
        try await desk.setSealed("old", of: try #require(waiting[gym]), gym)
        #expect(try await desk.secretsToSeal(limit: 9).count == 1)
        try await desk.setSealed("new", of: try #require(try await desk.secretsToSeal(limit: 9)[gym]), gym)
        #expect(try await desk.secretsToSeal(limit: 9).isEmpty)
        try await devices.settle(using: &generator)
        #expect(try await phone.receivedSecrets(after: 0, limit: 9).map(\.text).contains("new"))

        try await phone.execute(
            "DELETE FROM secret_received; INSERT INTO secret_received (card, device, text) VALUES ('*', 0, '')")
        let received = try await phone.receivedSecrets(after: 0, limit: 9)
        #expect(received.map(\.text).contains("new") && received.allSatisfy { $0.card == gym })
        let secrets = SharedSecrets(values: [
            SharedSecrets.Stamp(at: Timestamp(clamping: 1)): try CardSecret(label: "PIN", value: "0815")
        ])
        try await phone.merge(received.map { ($0, secrets) })
        #expect(try await texts(phone) == ["PIN=0815"])
        #expect(try await phone.receivedSecrets(after: 0, limit: 9).isEmpty)
    }

    @Test("they are kept in the order in which they came, and each change is one step")
    func steps() async throws {
        let store = try await makeStore()
        #expect(try await store.set(CardSecret(label: "PIN", value: "4711"), of: gym))
        #expect(try await store.set(CardSecret(label: "Code", value: "abc"), of: gym))
        // The same in other letters is the same field.
        #expect(try await store.set(CardSecret(label: " pin ", value: "0815"), of: gym))
        #expect(try await texts(store) == ["PIN=0815", "Code=abc"])
        #expect(try await store.secretCount(of: nil) == 2)
        #expect(try await store.undo()?.description == "changed a secret field of Gym")
        #expect(try await texts(store) == ["PIN=4711", "Code=abc"])
        #expect(try await store.redo()?.description == "changed a secret field of Gym")
        #expect(try await texts(store) == ["PIN=0815", "Code=abc"])
        #expect(try await store.removeSecret("pin", of: gym))
        #expect(try await texts(store) == ["Code=abc"])
        #expect(try await !store.removeSecret("pin", of: gym))
        _ = try await store.undo()
        #expect(try await texts(store) == ["PIN=0815", "Code=abc"])
        for _ in 0..<3 { _ = try await store.undo() }
        #expect(try await texts(store) == [])
        #expect(try await store.undo()?.description == "added Bus")
    }

    @Test("a card is added with them as one step, which undo and redo take and bring back with them")
    func adding() async throws {
        let store = try await makeStore()
        let steps = try await store.steps(limit: 9).count
        let secrets = try [CardSecret(label: "PIN", value: "4711"), CardSecret(label: "PUK", value: "0815")]
        let card = try testCard("elm", "Elm")
        try await store.add(CardPatch(from: nil, to: card), with: secrets)
        #expect(try await store.secrets(of: card.identifier) == secrets)
        #expect(try await store.steps(limit: 9).count == steps + 1)
        _ = try await store.undo()
        #expect(try await store.card(card.identifier) == nil)
        _ = try await store.redo()
        #expect(try await store.secrets(of: card.identifier) == secrets)
        let many = try (0...CardSecret.maximum).map { try CardSecret(label: "\($0)", value: "x") }
        let other = try testCard("fir", "Fir")
        await #expect(throws: SecretError.tooMany) { try await store.add(CardPatch(from: nil, to: other), with: many) }
        #expect(try await store.card(other.identifier) == nil)
    }

    @Test("setting the same again changes nothing; nor is there one of a card that is not here")
    func nothing() async throws {
        let store = try await makeStore()
        let secret = try CardSecret(label: "PIN", value: "4711")
        _ = try await store.set(secret, of: gym)
        let mark = try await store.changeMark()
        #expect(try await store.set(secret, of: gym))
        #expect(try await store.changeMark() == mark)
        #expect(try await !store.set(secret, of: CardID(test: "nobody")))
        #expect(try await store.column("SELECT card FROM secret") == ["gym"])
    }

    @Test("forgetting takes what was kept under other letters of the label, and undo brings nothing of it back")
    func otherLetters() async throws {
        let store = try await makeStore()
        _ = try await store.set(CardSecret(label: "PIN", value: "needle-1"), of: gym)
        _ = try await store.removeSecret("pin", of: gym)
        _ = try await store.set(CardSecret(label: "pin", value: "needle-2"), of: gym)
        // The former one comes back into the field of today.
        _ = try await store.undo()
        _ = try await store.undo()
        #expect(try await store.secrets(of: gym).map(\.label) == ["PIN"])
        _ = try await store.set(CardSecret(label: "Pin", value: "needle-3"), of: gym)
        #expect(try await store.forgetSecrets("pIN", of: gym))
        #expect(try await !store.forgetSecrets("pin", of: gym))
        while try await store.undo() != nil {}
        #expect(try await store.secrets(of: gym).isEmpty)
        #expect(try await store.column("SELECT value FROM former_secret WHERE value IS NOT NULL").isEmpty)
    }

    @Test("a card has no more than twenty")
    func many() async throws {
        let store = try await makeStore()
        for number in 0..<CardSecret.maximum {
            _ = try await store.set(CardSecret(label: "S\(number)", value: "x"), of: gym)
        }
        await #expect(throws: SecretError.self) {
            try await store.set(CardSecret(label: "one more", value: "x"), of: gym)
        }
        #expect(try await store.set(CardSecret(label: "S3", value: "y"), of: gym))
        #expect(try await store.secretCount(of: [gym]) == CardSecret.maximum)
    }

    @Test("nothing else in the store has the secret: not the card, the log, the history, the search or a list")
    func elsewhere() async throws {
        let store = try await makeStore()
        _ = try await store.connect(to: .test)
        try await store.setConsent(.granted, for: .test)
        try await store.acknowledgeAll()
        _ = try await store.set(CardSecret(label: "PIN", value: "needle-4711"), of: gym)
        _ = try await store.set(CardSecret(label: "PIN", value: "needle-0815"), of: gym)
        #expect(try await store.pendingUploads(for: .test, limit: 9).isEmpty)
        #expect(try await store.found("needle") == [])
        #expect(try await store.card(gym) == testCard("gym", "Gym").times(of: store.card(gym)))
        let history = try await store.history(HistoryQuery(card: gym, limit: 9))
        #expect(history.changes.map(\.content).prefix(2) == [.secret, .secret])
        #expect(try await store.history(HistoryQuery(words: "needle", limit: 9)).changes.isEmpty)
        for table in try await store.column("SELECT name FROM sqlite_master WHERE type = 'table'") {
            let columns = try await store.column("SELECT name FROM pragma_table_info('\(table)')")
            let sum = columns.map { "instr(ifnull(CAST([\($0)] AS TEXT), ''), 'needle')" }.joined(separator: " + ")
            let hits = try await store.column("SELECT count(*) FROM [\(table)] WHERE \(sum) > 0")
            #expect(hits == [["secret", "former_secret"].contains(table) ? "1" : "0"], "\(table)")
        }
    }

    @Test("a deleted card comes back with them, and deleting it for good deletes them")
    func trash() async throws {
        let store = try await makeStore()
        _ = try await store.set(CardSecret(label: "PIN", value: "needle-4711"), of: gym)
        _ = try await store.set(CardSecret(label: "PIN", value: "needle-0815"), of: gym)
        try await store.apply([.delete(gym)])
        #expect(try await store.secretCount(of: nil) == 0)
        try await store.restore([gym])
        #expect(try await texts(store) == ["PIN=needle-0815"])
        try await store.apply([.delete(gym)])
        // The change of a card that is not here is passed over.
        _ = try await store.undo()
        #expect(try await texts(store) == ["PIN=needle-0815"])
        try await store.apply([.delete(gym)])
        #expect(try found("needle-4711", "needle-0815") == ["needle-4711", "needle-0815"])
        try await store.empty([gym])
        #expect(try found("needle-4711", "needle-0815") == [])
        #expect(try await store.secrets(of: gym) == [])
    }

    @Test("a backend's and a device's changes of the card leave them")
    func merges() async throws {
        let store = try await makeStore()
        _ = try await store.connect(to: .test)
        _ = try await store.set(CardSecret(label: "PIN", value: "4711"), of: gym)
        let theirs = try testCard("gym", "Gym of theirs") { $0.number = "7" }
        let patch = CardPatch(values: theirs, fields: theirs.filledFields)
        _ = try await store.merge([patch], from: .test, download: try await store.beginDownload(from: .test))
        #expect(try await texts(store) == ["PIN=4711"])
    }

    @Test("what is forgotten is in none of the store's files, nor in a copy, and nothing brings it back")
    func forgotten() async throws {
        let store = try await makeStore()
        _ = try await store.set(CardSecret(label: "Code", value: "kept-code"), of: gym)
        _ = try await store.set(CardSecret(label: "PIN", value: "needle-4711"), of: gym)
        _ = try await store.set(CardSecret(label: "PIN", value: "needle-0815"), of: gym)
        let copy = folder.file("copy.db")
        try await store.backUp(to: copy)
        _ = try await store.undo()
        let mark = try await store.changeMark()
        #expect(try await store.forgetSecrets("PIN", of: gym))
        #expect(try await store.changeMark() != mark)
        #expect(try await !store.forgetSecrets("PIN", of: gym))
        #expect(try await texts(store) == ["Code=kept-code"])
        #expect(try await store.redo() == nil)
        #expect(try await store.undo()?.description == "changed a secret field of Gym")
        #expect(try await texts(store) == [])
        _ = try await store.redo()
        #expect(try found("needle-4711", "needle-0815") == ["needle-4711", "needle-0815"], "the copy has them")
        try SQLiteCardStore.erase(.secrets("PIN", of: gym), inCopy: copy, of: folder.file())
        #expect(try found("needle-4711", "needle-0815", "kept-code") == ["kept-code"])
        let restored = folder.file("restored.db")
        #expect(try SQLiteCardStore.restore(copy, to: restored) == 2)
        let opened = try SQLiteCardStore(at: restored)
        #expect(try await opened.check().isWhole)
        #expect(try await texts(opened) == ["Code=kept-code"])
    }

    @Test("of very many and of long ones nothing is left, whatever SQLite moved between its pages meanwhile")
    func manyForgotten() async throws {
        let store = try SQLiteCardStore(at: folder.file(), clock: SteppingClock().clock)
        var random = SeededGenerator(seed: 7)
        let cards = try (0..<60).map { try CardID(test: "card-\($0)") }
        for card in cards { try await store.put(Card(identifier: card, name: card.text)) }
        for round in 0..<600 {
            let card = cards[Int.random(in: 0..<cards.count, using: &random)]
            let length = [4, 40, 400, 3000].randomElement(using: &random) ?? 4
            let value = "needle-\(round)-" + String(repeating: "x", count: length)
            _ = try await store.set(
                CardSecret(label: "L\(Int.random(in: 0..<3, using: &random))", value: value), of: card)
            if round.isMultiple(of: 7) { _ = try await store.undo() }
            if round.isMultiple(of: 11) { _ = try await store.forgetSecrets(nil, of: card) }
        }
        for card in cards { _ = try await store.forgetSecrets(nil, of: card) }
        #expect(try found("needle-") == [])
        #expect(try await store.column("PRAGMA integrity_check") == ["ok"])
        store.close()
        #expect(try found("needle-") == [])
    }

    @Test("a restored copy brings back those of its cards")
    func source() async throws {
        let store = try await makeStore()
        _ = try await store.set(CardSecret(label: "PIN", value: "4711"), of: gym)
        let copy = folder.file("copy.db")
        try await store.backUp(to: copy)
        let other = try SQLiteCardStore.inMemoryForTest()
        let report = try await other.importCards(from: StoreCardSource(copy))
        #expect((report.added, report.secrets) == (2, 1))
        #expect(try await texts(other) == ["PIN=4711"])
        #expect(try await other.undo()?.description == "imported 2 cards")
        #expect(try await other.count() == 0)
        _ = try await other.redo()
        #expect(try await texts(other) == ["PIN=4711"])
        // Of cards that are here as they are, too.
        _ = try await other.forgetSecrets(nil, of: gym)
        let again = try await other.importCards(from: StoreCardSource(copy))
        #expect((again.unchanged, again.secrets, again.isChange) == (2, 1, true))
        #expect(try await texts(other) == ["PIN=4711"])
        #expect(try await !other.importCards(from: StoreCardSource(copy)).isChange)
    }
}

extension Card {
    /// With the times of another one, which the store sets.
    fileprivate func times(of other: Card?) -> Card {
        var card = self
        (card.created, card.modified) = (other?.created, other?.modified)
        return card
    }
}
