import CardStorage
import Cards
import TestSupport
import Testing
import VaultSupport

@testable import CardSharing

/// The exchange of stores through a remote that others run.
@Suite("The exchange of a sealed vault", .enabled(if: Sealing.isPossible, Sealing.reason))
struct SealedExchangeTests {
    private let remote = RemoteID("memory")
    private let vault = VaultID.random()
    private let content = MemoryRemote()

    private func device(_ name: String) async throws -> SQLiteCardStore {
        let store = try SQLiteCardStore(at: SQLiteCardStore.inMemory)
        _ = try await store.joinVault(vault, deviceName: name)
        try await store.addRemote(remote)
        return store
    }

    private func exchange(_ store: SQLiteCardStore, _ passphrase: String? = "correct horse") async throws
        -> ExchangeReport
    {
        let transport = try Sealing.transport(content, passphrase)
        return try await VaultExchange(store, over: transport, to: remote).run()
    }

    private func museum(_ photo: [UInt8]) throws -> Card {
        var card = Card(identifier: try #require(CardID("museum")), name: "Museum Plantin-Moretus")
        card.front = PhotoHash(of: photo)
        return card
    }

    @Test("cards and photos arrive, and the remote sees none of them")
    func arrival() async throws {
        let photo = Array("the front of a card".utf8)
        let card = try museum(photo)
        let (first, second) = (try await device("laptop"), try await device("phone"))
        try await first.apply([.set(CardPatch(from: nil, to: card, photos: [PhotoHash(of: photo): photo]))])
        #expect(try await exchange(first).sentPhotos == 1)
        let report = try await exchange(second)
        #expect(report.merge.added == 1 && report.receivedPhotos == 1 && report.damaged.isEmpty)
        #expect(try await second.photo(PhotoHash(of: photo)) == photo)
        #expect(try await first.contentHash() == second.contentHash())
        #expect(try await exchange(first).isNothing)
        for secret in ["Plantin", "museum", "front", "laptop", PhotoHash(of: photo).text] {
            #expect(content.objects.allSatisfy { $0.firstRange(of: Array(secret.utf8)) == nil }, "\(secret)")
        }
    }

    @Test("a device without the right passphrase changes nothing here and there", arguments: [nil, "wrong horse"])
    func wrongPassphrase(passphrase: String?) async throws {
        let photo = Array("front".utf8)
        let first = try await device("first")
        try await first.apply([.set(CardPatch(from: nil, to: try museum(photo), photos: [PhotoHash(of: photo): photo]))]
        )
        _ = try await exchange(first)
        let before = content.objects

        let second = try await device("second")
        let bus = Card(identifier: try #require(CardID("bus")), name: "bus")
        try await second.apply([.set(CardPatch(from: nil, to: bus, photos: [:]))])
        let hash = try await second.contentHash()
        let error = try await Sealing.failure { _ = try await exchange(second, passphrase) }
        #expect(error?.kind == .sealed)
        #expect(content.objects == before)
        #expect(try await second.contentHash() == hash)
    }

    @Test("a header of another place of the vault, for which the passphrase is right, is refused")
    func otherHeader() async throws {
        let first = try await device("first")
        let card = Card(identifier: try #require(CardID("one")), name: "one")
        try await first.apply([.set(CardPatch(from: nil, to: card, photos: [:]))])
        _ = try await exchange(first)
        let other = try await Sealing.transport(MemoryRemote(), "correct horse").create(VaultHeader(vault: vault))
        content.setSealing(other.sealing)
        let before = content.objects
        let plain = Card(identifier: try #require(CardID("two")), name: "two")
        try await first.apply([.set(CardPatch(from: nil, to: plain, photos: [:]))])
        let error = try await Sealing.failure { _ = try await exchange(first) }
        #expect(error?.kind == .sealed && error?.reason.contains("is not the one this device saw") == true)
        #expect(content.objects == before)
    }

    @Test("a device that never saw the encryption sends nothing open among what others encrypted")
    func joinedLater() async throws {
        let first = try await device("first")
        let card = Card(identifier: try #require(CardID("one")), name: "one")
        try await first.apply([.set(CardPatch(from: nil, to: card, photos: [:]))])
        _ = try await exchange(first)
        content.setSealing(nil)
        let before = content.objects
        let second = try await device("second")
        let plain = Card(identifier: try #require(CardID("two")), name: "two")
        try await second.apply([.set(CardPatch(from: nil, to: plain, photos: [:]))])
        let transport = try Sealing.transport(content, nil)
        let error = try await Sealing.failure {
            _ = try await VaultExchange(second, over: transport, to: remote).run()
        }
        #expect(error?.kind == .sealed && content.objects == before)
    }

    @Test("a header that lost its encryption is refused with and without the passphrase, and nothing travels open")
    func talkedDown() async throws {
        let first = try await device("first")
        let second = try await device("second")
        for (store, name) in [(first, "one"), (second, "two")] {
            let card = Card(identifier: try #require(CardID(name)), name: name)
            try await store.apply([.set(CardPatch(from: nil, to: card, photos: [:]))])
            _ = try await exchange(store)
        }
        content.setSealing(nil)
        let before = content.objects
        let card = Card(identifier: try #require(CardID("three")), name: "three")
        try await first.apply([.set(CardPatch(from: nil, to: card, photos: [:]))])
        for passphrase in ["correct horse", nil] {
            let transport = try Sealing.transport(content, passphrase) { (try? await first.vault())?.isSealed ?? true }
            let error = try await Sealing.failure {
                _ = try await VaultExchange(first, over: transport, to: remote).run()
            }
            #expect(error?.kind == .sealed)
            #expect(error?.reason.contains("changed") == true && error?.reason.contains("remove") == false)
            // Nor is it written open at another address.
            let elsewhere = MemoryRemote()
            if passphrase == nil {
                let other = try Sealing.transport(elsewhere, nil) { (try? await first.vault())?.isSealed ?? true }
                #expect(
                    try await Sealing.failure { _ = try await other.create(VaultHeader(vault: vault)) }?.kind == .sealed
                )
                #expect(elsewhere.objects == [[]])
            }
        }
        // Also where nothing stands between the exchange and the place.
        let open = try await Sealing.failure {
            _ = try await VaultExchange(first, over: MemoryTransport(content), to: remote).run()
        }
        #expect(open?.kind == .sealed)
        #expect(content.objects == before)
        // A device that joins is not told to do without the passphrase.
        let third = try await device("third")
        let error = try await Sealing.failure { _ = try await exchange(third) }
        #expect(error?.kind == .sealed && error?.reason.contains("remove") == false)
    }

    @Test("a batch that a server exchanged is named, and the others arrive")
    func damagedBatch() async throws {
        let first = try await device("first")
        for name in ["one", "two"] {
            let card = Card(identifier: try #require(CardID(name)), name: name)
            try await first.apply([.set(CardPatch(from: nil, to: card, photos: [:]))])
            _ = try await exchange(first)
        }
        let server = MemoryTransport(content)
        let batches = try await server.batches(after: VersionVector(), limit: 10).batches
        try #require(batches.count == 2)
        let moved = try #require(try await server.bytes(of: batches[0]))
        content.replace(batches[1].id, with: moved)
        let second = try await device("second")
        let report = try await exchange(second)
        #expect(report.merge.added == 1)
        #expect(report.damaged.count == 1)
        #expect(try await second.card(try #require(CardID("one"))) != nil)
        #expect(try await second.card(try #require(CardID("two"))) == nil)
    }
}

/// Secret fields of cards go where the vault is encrypted, and nowhere else.
@Suite("Secret fields between devices", .enabled(if: Sealing.isPossible, Sealing.reason))
struct SharedSecretsExchangeTests {
    private let remote = RemoteID("memory")
    private let vault = VaultID.random()
    private let content = MemoryRemote()
    private let gym: CardID

    init() throws { gym = try #require(CardID("gym")) }

    private func device(_ name: String) async throws -> SQLiteCardStore {
        let store = try SQLiteCardStore(at: SQLiteCardStore.inMemory, clock: SteppingClock().clock)
        _ = try await store.joinVault(vault, deviceName: name)
        try await store.addRemote(remote)
        return store
    }

    @discardableResult
    private func exchange(
        _ store: SQLiteCardStore, _ passphrase: String? = "correct horse", at other: MemoryRemote? = nil
    ) async throws -> ExchangeReport {
        let transport = try Sealing.transport(other ?? content, passphrase)
        return try await VaultExchange(store, over: transport, to: remote).run()
    }

    private func add(_ store: SQLiteCardStore, pin: String? = nil) async throws {
        try await store.apply([.set(CardPatch(from: nil, to: Card(identifier: gym, name: "Gym")))])
        if let pin { _ = try await store.set(CardSecret(label: "PIN", value: pin), of: gym) }
    }

    private func texts(_ store: SQLiteCardStore) async throws -> [String] {
        try await store.secrets(of: gym).map { "\($0.label)=\($0.value)" }
    }

    /// All that the store has of batches, and all that the remote has.
    private func isAnywhere(_ text: String, _ store: SQLiteCardStore) async throws -> Bool {
        let known = try await store.known()
        let bodies = try await store.batches(upTo: known, after: 0, bytes: 1 << 20).batches.map(\.bytes)
        return (bodies + content.objects).contains { $0.firstRange(of: Array(text.utf8)) != nil }
    }

    @Test("a secret field arrives, changes and goes, and no batch shows it")
    func arrival() async throws {
        let (desk, phone) = (try await device("desk"), try await device("phone"))
        try await add(desk, pin: "needle-4711")
        try await exchange(desk)
        #expect(try await exchange(phone).damaged.isEmpty)
        #expect(try await texts(phone) == ["PIN=needle-4711"])
        #expect(try await !isAnywhere("needle-4711", phone))
        #expect(try await exchange(desk).isNothing)
        #expect(try await desk.tally(of: remote).isEmpty)
        #expect(try await phone.tally(of: remote).isEmpty)

        _ = try await phone.set(CardSecret(label: "PIN", value: "0815"), of: gym)
        #expect(try await phone.tally(of: remote).changes == 1)
        try await exchange(phone)
        try await exchange(desk)
        #expect(try await texts(desk) == ["PIN=0815"])
        // What came is in the history, and is no step of this device.
        #expect(try await desk.undo()?.description == "changed a secret field of Gym")
        #expect(try await texts(desk).isEmpty)
        try await exchange(desk)
        try await exchange(phone)
        #expect(try await texts(phone).isEmpty)
        _ = try await desk.redo()
        try await exchange(desk)
        try await exchange(phone)
        #expect(try await texts(phone) == texts(desk))
    }

    @Test("a field that two devices set at once is kept twice, on both the same")
    func concurrent() async throws {
        let (desk, phone) = (try await device("desk"), try await device("phone"))
        try await add(desk)
        try await exchange(desk)
        try await exchange(phone)
        _ = try await desk.set(CardSecret(label: "PIN", value: "1"), of: gym)
        _ = try await phone.set(CardSecret(label: "PIN", value: "2"), of: gym)
        for device in [desk, phone, desk, phone, desk, phone] { try await exchange(device) }
        #expect(try await Set(texts(desk)) == Set(texts(phone)))
        #expect(try await desk.secrets(of: gym).map(\.label).sorted() == ["PIN", "PIN (2)"])
        #expect(try await Set(desk.secrets(of: gym).map(\.value)) == ["1", "2"])
        #expect(try await exchange(desk).isNothing)
        #expect(try await exchange(phone).isNothing)
        #expect(try await phone.removeSecret("PIN (2)", of: gym))
        try await exchange(phone)
        try await exchange(desk)
        #expect(try await texts(desk).count == 1)
    }

    @Test("fields from before the devices shared their cards go, too, and those of a card that came back")
    func joining() async throws {
        let desk = try SQLiteCardStore(at: SQLiteCardStore.inMemory)
        try await add(desk, pin: "4711")
        _ = try await desk.joinVault(vault, deviceName: "desk")
        try await desk.addRemote(remote)
        let phone = try await device("phone")
        try await exchange(desk)
        try await exchange(phone)
        #expect(try await texts(phone) == ["PIN=4711"])
        // A third one joins by what the others sent.
        let tablet = try await device("tablet")
        try await exchange(tablet)
        #expect(try await texts(tablet) == ["PIN=4711"])

        try await desk.apply([.delete(gym)])
        try await exchange(desk)
        try await exchange(phone)
        #expect(try await phone.card(gym) == nil)
        _ = try await desk.set(CardSecret(label: "PIN", value: "5"), of: gym)
        try await desk.restore([gym])
        _ = try await desk.set(CardSecret(label: "PIN", value: "0815"), of: gym)
        try await exchange(desk)
        try await exchange(phone)
        #expect(try await texts(phone) == ["PIN=0815"])
    }

    @Test("forgetting a field deletes it on the other devices, with what it was before")
    func forgetting() async throws {
        let (desk, phone) = (try await device("desk"), try await device("phone"))
        try await add(desk, pin: "needle-1")
        try await exchange(desk)
        try await exchange(phone)
        _ = try await desk.set(CardSecret(label: "PIN", value: "needle-2"), of: gym)
        try await exchange(desk)
        try await exchange(phone)
        #expect(try await texts(phone) == ["PIN=needle-2"])
        _ = try await desk.forgetSecrets("pin", of: gym)
        try await exchange(desk)
        try await exchange(phone)
        #expect(try await texts(phone).isEmpty)
        // Nothing brings it back.
        _ = try await phone.undo()
        #expect(try await texts(phone).isEmpty)
        _ = try await phone.set(CardSecret(label: "PIN", value: "3"), of: gym)
        try await exchange(phone)
        try await exchange(desk)
        #expect(try await texts(desk) == ["PIN=3"])
    }

    @Test("forgetting the field that made room for another one leaves nothing of its value, and the other one as it is")
    func forgettingOfTwo() async throws {
        let (desk, phone) = (try await device("desk"), try await device("phone"))
        try await add(desk)
        try await exchange(desk)
        try await exchange(phone)
        _ = try await desk.set(CardSecret(label: "PIN", value: "needle-1"), of: gym)
        _ = try await phone.set(CardSecret(label: "PIN", value: "needle-2"), of: gym)
        for device in [desk, phone, desk] { try await exchange(device) }
        let other = try #require(try await desk.secrets(of: gym).first { $0.label == "PIN (2)" }?.value)
        let kept = try #require(try await desk.secrets(of: gym).first { $0.label == "PIN" }?.value)
        _ = try await desk.forgetSecrets("PIN (2)", of: gym)
        for device in [desk, phone, desk] { try await exchange(device) }
        for device in [desk, phone] {
            #expect(try await texts(device) == ["PIN=\(kept)"])
            // Neither undo nor redo has what it was.
            for _ in 0..<4 { _ = try await device.undo() }
            #expect(try await device.secrets(of: gym).allSatisfy { $0.value != other })
            for _ in 0..<4 { _ = try await device.redo() }
            #expect(try await device.secrets(of: gym).allSatisfy { $0.value != other })
        }
    }

    @Test("of a field that made room for another one and was removed, forgetting leaves nothing anywhere")
    func forgettingOfRemoved() async throws {
        let (desk, phone) = (try await device("desk"), try await device("phone"))
        try await add(desk)
        try await exchange(desk)
        try await exchange(phone)
        _ = try await desk.set(CardSecret(label: "PIN", value: "needle-1"), of: gym)
        _ = try await phone.set(CardSecret(label: "PIN", value: "needle-2"), of: gym)
        for device in [desk, phone, desk, phone] { try await exchange(device) }
        #expect(try await desk.removeSecret("PIN (2)", of: gym))
        for device in [desk, phone] { try await exchange(device) }
        #expect(try await desk.forgetSecrets(nil, of: gym))
        for device in [desk, phone] { try await exchange(device) }
        for device in [desk, phone] {
            #expect(try await texts(device).isEmpty)
            // Nor is there anything that it was before.
            #expect(try await !device.forgetSecrets(nil, of: gym))
        }
    }

    @Test("a field that was forgotten before its card was deleted is forgotten in the trash of the others")
    func forgettingInTrash() async throws {
        let (desk, phone) = (try await device("desk"), try await device("phone"))
        try await add(desk, pin: "needle-1")
        try await exchange(desk)
        try await exchange(phone)
        _ = try await desk.forgetSecrets(nil, of: gym)
        try await desk.apply([.delete(gym)])
        try await exchange(desk)
        try await exchange(phone)
        #expect(try await phone.card(gym) == nil)
        try await phone.restore([gym])
        #expect(try await texts(phone).isEmpty)
    }

    @Test("a device that joins at another place, with another passphrase, gets the fields")
    func otherPassphrase() async throws {
        let (desk, phone) = (try await device("desk"), try await device("phone"))
        try await add(desk, pin: "4711")
        try await exchange(desk)
        let other = MemoryRemote()
        let place = RemoteID("other")
        try await desk.addRemote(place)
        let transport = try Sealing.transport(other, "another horse")
        _ = try await VaultExchange(desk, over: transport, to: place).run()
        let report = try await exchange(phone, "another horse", at: other)
        #expect(report.damaged.isEmpty)
        #expect(try await texts(phone) == ["PIN=4711"])
    }

    @Test("where the vault is not encrypted they stay, and go once another vault is")
    func plainVault() async throws {
        let (desk, phone) = (try await device("desk"), try await device("phone"))
        try await add(desk, pin: "needle-4711")
        try await exchange(desk, nil)
        try await exchange(phone, nil)
        #expect(try await texts(phone).isEmpty)
        #expect(try await phone.card(gym) != nil)
        #expect(try await !isAnywhere("needle-4711", desk))
        #expect(try await !isAnywhere("secrets", desk))
        #expect(try await desk.tally(of: remote).isEmpty)
        #expect(try await desk.vault()?.secretsStay != nil)

        for device in [desk, phone] {
            try await device.leaveVault()
            _ = try await device.joinVault(VaultID(vault.text) ?? vault, deviceName: "again")
            try await device.addRemote(remote)
        }
        let other = MemoryRemote()
        try await exchange(desk, at: other)
        try await exchange(phone, at: other)
        #expect(try await texts(phone) == ["PIN=needle-4711"])
        #expect(try await desk.vault()?.secretsStay == nil)
    }

    @Test("what somebody changed on the way is told, and leaves the card and the other fields")
    func damaged() async throws {
        let (desk, phone) = (try await device("desk"), try await device("phone"))
        try await add(desk, pin: "4711")
        let sealed = try Sealing.transport(content)
        let text = try #require(
            try await {
                try await exchange(desk)
                return try await sealed.seal(SharedSecrets().bytes, of: CardID("other") ?? gym)
            }())
        // The text of another card.
        var change = BatchedChange(gym)
        change.secrets = text
        let own = try #require(try await desk.vault())
        let known = try await desk.known()
        let batch = ChangeBatch(
            vault: own.vault, id: BatchID(own.device, known[own.device] + 1), time: HybridTime(bits: 1), seen: known,
            changes: [change])
        _ = try await sealed.write([OutgoingBatch(batch.id, bytes: batch.bytes)])
        let report = try await exchange(phone)
        #expect(report.damaged.contains { $0.contains("secret fields of 1 card cannot be decrypted") })
        #expect(try await texts(phone) == ["PIN=4711"])
        #expect(try await exchange(phone).damaged.isEmpty)
    }
}
