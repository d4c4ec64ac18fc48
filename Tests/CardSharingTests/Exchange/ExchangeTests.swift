import CardSharing
import CardStorage
import Cards
import Synchronization
import TestSupport
import Testing
import VaultSupport

/// The exchange of stores over a remote in memory.
@Suite("The exchange of a vault")
struct ExchangeTests {
    private let remote = RemoteID("memory")

    private func device(_ vault: VaultID, _ name: String) async throws -> SQLiteCardStore {
        try await .member(of: vault, named: name, at: remote)
    }

    private func exchange(
        _ store: SQLiteCardStore, _ content: MemoryRemote, acceptingDeletions: Bool = false
    ) async throws -> ExchangeReport {
        try await VaultExchange(
            store, over: MemoryTransport(content), to: remote, acceptingDeletions: acceptingDeletions
        ).run()
    }

    private func card(_ name: String) throws -> Card {
        Card(identifier: try #require(CardID(name)), name: name)
    }

    private func put(_ card: Card, _ store: SQLiteCardStore, photos: [PhotoHash: [UInt8]] = [:]) async throws {
        let old = try await store.card(card.identifier)
        try await store.apply([.set(CardPatch(from: old, to: card, photos: photos))])
    }

    @Test("cards from before and after joining arrive, with their photos")
    func arrival() async throws {
        let (vault, content) = (VaultID.random(), MemoryRemote())
        let first = try SQLiteCardStore(at: SQLiteCardStore.inMemory)
        let photo = Array("front".utf8)
        var museum = try card("museum")
        museum.front = PhotoHash(of: photo)
        museum.groups = ["a", "b"]
        try await put(museum, first, photos: [PhotoHash(of: photo): photo])
        _ = try await first.joinVault(vault, deviceName: "first")
        try await first.addRemote(remote)
        try await put(card("bus"), first)
        let sent = try await exchange(first, content)
        #expect(sent.sentPhotos == 1)

        let second = try await device(vault, "second")
        let report = try await exchange(second, content)
        #expect(report.merge.added == 2)
        #expect(report.receivedPhotos == 1)
        #expect(try await second.photo(PhotoHash(of: photo)) == photo)
        #expect(try await second.card(museum.identifier)?.groups == ["a", "b"])
        #expect(try await first.contentHash() == second.contentHash())
        #expect(try await exchange(first, content).isNothing)
        #expect(try await exchange(second, content).isNothing)
    }

    @Test("concurrent values of one field are a conflict on both devices, which one choice ends")
    func conflict() async throws {
        let (vault, content) = (VaultID.random(), MemoryRemote())
        let (first, second) = (try await device(vault, "first"), try await device(vault, "second"))
        var bus = try card("bus")
        try await put(bus, first)
        _ = try await exchange(first, content)
        _ = try await exchange(second, content)
        bus = try #require(try await first.card(bus.identifier))
        bus.note = "one"
        try await put(bus, first)
        bus.note = "two"
        bus.number = "7"
        try await put(bus, second)
        _ = try await exchange(first, content)
        #expect(try await exchange(second, content).merge.conflicts == 1)
        _ = try await exchange(first, content)
        for store in [first, second] {
            let conflict = try #require(try await store.conflict(of: bus.identifier))
            #expect(conflict.fields == [.note])
            #expect(Set(conflict.sides[.note, default: []].map(\.card.note)) == ["one", "two"])
            #expect(try await store.card(bus.identifier)?.number == "7")
        }
        let mine = try #require(try await second.card(bus.identifier))
        let conflict = try #require(try await second.conflict(of: bus.identifier))
        #expect(
            try await second.resolve(ConflictChoice(of: [.note], in: conflict, mine: mine, result: mine)) == [.note])
        _ = try await exchange(second, content)
        _ = try await exchange(first, content)
        for store in [first, second] {
            #expect(try await store.conflict(of: bus.identifier) == nil)
            #expect(try await store.card(bus.identifier)?.note == mine.note)
        }
    }

    @Test("two that spend both count")
    func spending() async throws {
        let (vault, content) = (VaultID.random(), MemoryRemote())
        let (first, second) = (try await device(vault, "first"), try await device(vault, "second"))
        var gift = try card("gift")
        (gift.balance, gift.currency) = ("20.00", "EUR")
        try await put(gift, first)
        _ = try await exchange(first, content)
        _ = try await exchange(second, content)
        for (store, amount) in [(first, "5"), (second, "7.50")] {
            _ = try await store.book(LedgerBooking(amount, as: .spend, .iso), on: gift.identifier)
        }
        for store in [first, second, first] { _ = try await exchange(store, content) }
        for store in [first, second] {
            #expect(try await store.card(gift.identifier)?.balance == "7.50")
            #expect(try await store.conflict(of: gift.identifier) == nil)
        }
    }

    @Test("a balance that two set to the same is set once, also when it is set so again; what each spends counts")
    func sameBalance() async throws {
        let (vault, content) = (VaultID.random(), MemoryRemote())
        let (first, second) = (try await device(vault, "first"), try await device(vault, "second"))
        var card = try card("gift")
        (card.balance, card.currency) = ("100", "EUR")
        try await put(card, first)
        for store in [first, second] { _ = try await exchange(store, content) }
        for (balance, spent, left) in [("70", "5", "60"), ("100", "1", "98"), ("70", "5", "60")] {
            card.balance = balance
            for store in [first, second] { try await put(card, store) }
            for store in [first, second, first] { _ = try await exchange(store, content) }
            for store in [first, second] {
                #expect(try await store.card(card.identifier)?.balance == balance)
                _ = try await store.book(LedgerBooking(spent, as: .spend, .iso), on: card.identifier)
            }
            for store in [first, second, first] { _ = try await exchange(store, content) }
            for store in [first, second] {
                let shown = try await store.card(card.identifier)?.balance ?? ""
                #expect(ExactDecimal(shown) == ExactDecimal(left), "\(shown)")
            }
        }
        #expect(try await first.contentHash() == second.contentHash())
    }

    @Test("what is booked after a card with a ledger was deleted for good is sent")
    func bookedAfterEmptying() async throws {
        let (vault, content) = (VaultID.random(), MemoryRemote())
        let (first, second) = (try await device(vault, "first"), try await device(vault, "second"))
        let cards = try ["keep", "gone"].map { name in
            var card = try card(name)
            (card.balance, card.currency) = ("50", "EUR")
            return card
        }
        for card in cards { try await put(card, first) }
        for amount in ["5", "6"] {
            for card in cards { _ = try await first.book(LedgerBooking(amount, .iso), on: card.identifier) }
        }
        for store in [first, second] { _ = try await exchange(store, content) }
        try await first.apply([.delete(cards[1].identifier)])
        try await first.empty([cards[1].identifier])
        #expect(try await first.ledger(of: cards[1].identifier, after: nil, limit: 9).lines.isEmpty)
        _ = try await exchange(first, content)
        for balance in ["36", "33"] {
            _ = try await first.book(LedgerBooking("3", .iso), on: cards[0].identifier)
            for store in [first, second] { _ = try await exchange(store, content) }
            for store in [first, second] {
                #expect(
                    try await store.card(cards[0].identifier).flatMap { ExactDecimal($0.balance) }
                        == ExactDecimal(balance))
            }
        }
        #expect(try await first.check().isWhole)
    }

    @Test("a card that is made anew after one of two deletions has nothing of before, on every device")
    func anew() async throws {
        let (vault, content) = (VaultID.random(), MemoryRemote())
        var stores: [SQLiteCardStore] = []
        for name in ["first", "second", "third"] { stores.append(try await device(vault, name)) }
        var card = try card("gift")
        (card.balance, card.currency) = ("20", "EUR")
        try await put(card, stores[0])
        for store in stores { _ = try await exchange(store, content) }
        try await stores[0].apply([.delete(card.identifier)])
        _ = try await exchange(stores[0], content)
        try await stores[1].apply([.delete(card.identifier)])
        _ = try await exchange(stores[2], content)
        try await put(try self.card("gift"), stores[2])
        _ = try await exchange(stores[2], content)
        for store in stores.reversed() + stores + stores { _ = try await exchange(store, content) }
        for store in stores { #expect(try await store.card(card.identifier)?.balance == "") }
        var hashes: Set<ObjectHash> = []
        for store in stores { hashes.insert(try await store.contentHash()) }
        #expect(hashes.count == 1)
    }

    @Test("two that add a stamp both count; a gift that both take, and a voucher that both use, counts once")
    func stamps() async throws {
        let (vault, content) = (VaultID.random(), MemoryRemote())
        let (first, second) = (try await device(vault, "first"), try await device(vault, "second"))
        var (coffee, gift) = (try card("coffee"), try card("gift"))
        (coffee.balance, coffee.currency) = ("8", "of 10 stamps")
        (gift.balance, gift.currency) = ("20.00", "EUR")
        try await put(coffee, first)
        try await put(gift, first)
        for store in [first, second] { _ = try await exchange(store, content) }
        func together(_ text: String) async throws {
            for store in [first, second] {
                _ = try await store.book(LedgerBooking(text, .iso), on: coffee.identifier)
            }
            for store in [first, second, first] { _ = try await exchange(store, content) }
        }
        try await together("+1")
        for store in [first, second] { #expect(try await store.card(coffee.identifier)?.balance == "10") }
        try await together("x")
        for store in [first, second] { #expect(try await store.card(coffee.identifier)?.balance == "0") }
        for store in [first, second] {
            _ = try await store.use([gift.identifier], on: CalendarDay(daysSince1970: 20_000))
        }
        for store in [first, second, first] { _ = try await exchange(store, content) }
        for store in [first, second] {
            let used = try #require(try await store.card(gift.identifier))
            #expect((used.balance, used.isArchived, used.used?.daysSince1970) == ("0.00", true, 20_000))
            #expect(try await store.conflict(of: gift.identifier) == nil)
        }
    }

    @Test("amounts in two units are a conflict in which each has its own unit, and counts the entries in that")
    func units() async throws {
        let (vault, content) = (VaultID.random(), MemoryRemote())
        let (first, second) = (try await device(vault, "first"), try await device(vault, "second"))
        var card = try card("card")
        card.balance = "3"
        try await put(card, first)
        for store in [first, second] { _ = try await exchange(store, content) }
        func set(_ balance: String, _ currency: String, _ store: SQLiteCardStore) async throws {
            var new = card
            (new.balance, new.currency) = (balance, currency)
            try await store.apply([.set(CardPatch(values: new, fields: [.balance, .currency]))])
        }
        try await set("1", "of 5 stamps", first)
        try await set("20", "EUR", second)
        _ = try await second.book(LedgerBooking("11", as: .spend, .iso), on: card.identifier)
        for store in [first, second, first] { _ = try await exchange(store, content) }
        for store in [first, second] {
            let shown = try #require(try await store.card(card.identifier))
            let conflict = try #require(try await store.conflict(of: card.identifier))
            #expect(conflict.fields == [.balance, .currency])
            let balances = conflict.sides[.balance]?.map { side -> Balance? in
                conflict.card(showing: .balance, of: side, shown).amountLeft
            }
            #expect(
                Set(balances ?? []) == [
                    Balance(amount: "1", currency: "of 5 stamps"), Balance(amount: "9", currency: "EUR"),
                ])
        }
    }

    @Test(
        "a voucher that both use counts once, also where one had spent a part; who takes it back alone takes back only that"
    )
    func useOfBoth() async throws {
        let (vault, content) = (VaultID.random(), MemoryRemote())
        let (first, second) = (try await device(vault, "first"), try await device(vault, "second"))
        let day = CalendarDay(daysSince1970: 20_000)
        func shared(_ name: String) async throws -> CardID {
            var gift = try card(name)
            (gift.balance, gift.currency) = ("25.00", "EUR")
            try await put(gift, first)
            for store in [first, second] { _ = try await exchange(store, content) }
            return gift.identifier
        }
        func together() async throws { for store in [first, second, first] { _ = try await exchange(store, content) } }

        let part = try await shared("part")
        _ = try await first.use([part], on: day)
        _ = try await second.book(LedgerBooking("5", as: .spend, .iso), on: part)
        _ = try await second.use([part], on: day)
        try await together()
        for store in [first, second] {
            #expect(try await store.card(part)?.balance == "0.00")
            #expect(try await store.ledger(of: part, after: nil, limit: 9).lines.count { $0.counts } == 2)
        }
        // What comes onto it later is used anew.
        _ = try await first.book(LedgerBooking("+10", .iso), on: part)
        _ = try await first.use([part], on: day)
        try await together()
        for store in [first, second] { #expect(try await store.card(part)?.balance == "0.00") }

        let undone = try await shared("undone")
        for store in [first, second] { _ = try await store.use([undone], on: day) }
        _ = try await first.undo()
        #expect(try await first.card(undone)?.balance == "25.00")
        try await together()
        for store in [first, second] {
            #expect(try await store.card(undone)?.balance == "0.00")
            #expect(try await store.ledger(of: undone, after: nil, limit: 9).lines.count { $0.counts } == 1)
        }
    }

    @Test("a card that was deleted here and changed there is back on both, and it is said")
    func revival() async throws {
        let (vault, content) = (VaultID.random(), MemoryRemote())
        let (first, second) = (try await device(vault, "first"), try await device(vault, "second"))
        var bus = try card("bus")
        bus.number = "1"
        try await put(bus, first)
        _ = try await exchange(first, content)
        _ = try await exchange(second, content)
        try await first.apply([.delete(bus.identifier)])
        try await first.empty([bus.identifier])
        var changed = try #require(try await second.card(bus.identifier))
        changed.note = "still in use"
        try await put(changed, second)
        for store in [first, second, first] { _ = try await exchange(store, content) }
        for store in [first, second] {
            let card = try #require(try await store.card(bus.identifier))
            #expect(card.note == "still in use")
            #expect(card.number == "1")
        }
        #expect(try await first.contentHash() == second.contentHash())
    }

    @Test("a remote that is empty all at once deletes nothing and is not written")
    func vanished() async throws {
        let vault = VaultID.random()
        let first = try await device(vault, "first")
        try await put(card("bus"), first)
        _ = try await exchange(first, MemoryRemote())
        try await first.noteExchange(with: remote, at: Timestamp(milliseconds: 0), failure: nil)
        let empty = MemoryRemote()
        await #expect(throws: TransportError.self) { _ = try await exchange(first, empty) }
        #expect(empty.batchCount == 0)
        #expect(try await first.count() == 1)
    }

    @Test("a batch behind one whose number a copy has taken is not lost, nor is that one")
    func takenNumber() async throws {
        let (vault, content) = (VaultID.random(), MemoryRemote())
        let first = try await device(vault, "first")
        let own = try #require(try await first.vault()).device
        var change = BatchedChange(try #require(CardID("copy")))
        change.values["name"] = .string("copy")
        let copied = ChangeBatch(
            vault: vault, id: BatchID(own, 1), time: HybridTime(bits: 1), seen: VersionVector(), changes: [change])
        content.damage(copied.id, with: copied.bytes)
        for name in ["bus", "gym"] {
            try await put(card(name), first)
            while try await first.makeBatches(atMost: 1) {}
        }
        #expect(try await exchange(first, content).becameNewDevice)
        let second = try await device(vault, "second")
        _ = try await exchange(second, content)
        for store in [first, second] {
            #expect(Set(try await store.cards(from: 0, limit: 9).map(\.name)) == ["bus", "copy", "gym"])
        }
        #expect(try await first.contentHash() == second.contentHash())
    }

    @Test("all of many cards are in batches, however few are made at once")
    func manyBatches() async throws {
        let (vault, content) = (VaultID.random(), MemoryRemote())
        let first = try SQLiteCardStore(at: SQLiteCardStore.inMemory)
        let note = String(repeating: "a note of some words ", count: 60)
        try await first.apply(
            (0..<4500).map { number in
                var card = try card("card-\(number)")
                card.note = note
                return .set(CardPatch(from: nil, to: card))
            })
        _ = try await first.joinVault(vault, deviceName: "first")
        try await first.addRemote(remote)
        while try await first.makeBatches(atMost: 1) {}
        _ = try await exchange(first, content)
        let second = try await device(vault, "second")
        #expect(try await exchange(second, content).merge.added == 4500)
        #expect(try await first.contentHash() == second.contentHash())
    }

    @Test("an address that is added later gets everything, also from a device that made none of it")
    func laterAddress() async throws {
        let (vault, content, later) = (VaultID.random(), MemoryRemote(), MemoryRemote())
        let (first, second) = (try await device(vault, "first"), try await device(vault, "second"))
        let photo = Array("front".utf8)
        var museum = try card("museum")
        museum.front = PhotoHash(of: photo)
        try await put(museum, first, photos: [PhotoHash(of: photo): photo])
        try await put(card("bus"), first)
        _ = try await exchange(first, content)
        // A photo that no card has any more.
        museum.front = nil
        try await put(museum, first)
        _ = try await exchange(first, content)
        _ = try await exchange(second, content)
        let other = RemoteID("later")
        try await second.addRemote(other)
        _ = try await VaultExchange(second, over: MemoryTransport(later), to: other).run()
        let third = try SQLiteCardStore(at: SQLiteCardStore.inMemory)
        _ = try await third.joinVault(vault, deviceName: "third")
        try await third.addRemote(other)
        let report = try await VaultExchange(third, over: MemoryTransport(later), to: other).run()
        #expect(report.merge.added == 2)
        #expect(try await third.contentHash() == first.contentHash())
    }

    @Test("another vault under the address is refused")
    func otherVault() async throws {
        let content = MemoryRemote()
        let first = try await device(.random(), "first")
        _ = try await exchange(first, content)
        let stranger = try await device(.random(), "stranger")
        await #expect(throws: VaultError.self) { _ = try await exchange(stranger, content) }
    }

    @Test("a batch that was changed there is set aside, and what does not build on it arrives")
    func damaged() async throws {
        let (vault, content) = (VaultID.random(), MemoryRemote())
        let (first, second, third) = (
            try await device(vault, "first"), try await device(vault, "second"), try await device(vault, "third")
        )
        try await put(card("bus"), first)
        try await put(card("gym"), second)
        _ = try await exchange(first, content)
        let broken = BatchID(try #require(try await first.vault()).device, 1)
        content.damage(broken, with: Array("{}".utf8))
        _ = try await exchange(second, content)
        let report = try await exchange(third, content)
        #expect(report.damaged.count == 1)
        #expect(try await third.cards(named: "gym").count == 1)
        #expect(try await third.count() == 1)
    }

    @Test("an answer that is lost makes no second batch", arguments: ["write", "write photo", "create"])
    func lostAnswer(_ operation: String) async throws {
        let (vault, content) = (VaultID.random(), MemoryRemote())
        let first = try await device(vault, "first")
        let photo = Array("front".utf8)
        var museum = try card("museum")
        museum.front = PhotoHash(of: photo)
        try await put(museum, first, photos: [PhotoHash(of: photo): photo])
        let losses = Mutex(1)
        let transport = MemoryTransport(
            content,
            losing: { lost throws(TransportError) in
                let isLost =
                    lost == operation
                    && losses.withLock { left in
                        left -= 1
                        return left >= 0
                    }
                if isLost { throw TransportError(.unreachable, "memory", "the connection was lost") }
            })
        let exchange = VaultExchange(first, over: transport, to: remote)
        await #expect(throws: TransportError.self) { _ = try await exchange.run() }
        _ = try await exchange.run()
        #expect(content.batchCount == 1)
        #expect(try await first.tally(of: remote).isEmpty)
    }

    @Test("a photo of which a killed program left only the beginning there is written again")
    func halfPhoto() async throws {
        let (vault, folder) = (VaultID.random(), try TemporaryFolder())
        let (first, second) = (try await device(vault, "first"), try await device(vault, "second"))
        let transport = TreeTransport.folder(folder.path)
        _ = try await VaultExchange(first, over: transport, to: remote).run()
        let photo = Array("front".utf8)
        var museum = try card("museum")
        museum.front = PhotoHash(of: photo)
        try await put(museum, first, photos: [PhotoHash(of: photo): photo])
        // As a server leaves it that writes into the file itself.
        let name = PhotoHash(of: photo).text
        try await transport.write(photo: photo, PhotoHash(of: photo))
        _ = try folder.write("fro", to: "cards-tui/1/\(vault.text)/photos/\(name.prefix(2))/\(name)")
        let sent = try await VaultExchange(first, over: transport, to: remote).run()
        #expect(sent.sentPhotos == 1 && sent.sentBatches == 1)

        let received = try await VaultExchange(second, over: transport, to: remote).run()
        #expect(received.damaged.isEmpty && received.missingPhotos == 0)
        #expect(try await second.photo(PhotoHash(of: photo)) == photo)
    }

    @Test(
        "a remote that takes nothing keeps nothing away that others sent, and gets everything later",
        arguments: [TransportError.Kind.full, .refused])
    func takesNothing(kind: TransportError.Kind) async throws {
        let (vault, content) = (VaultID.random(), MemoryRemote())
        let (first, second) = (try await device(vault, "first"), try await device(vault, "second"))
        let photo = Array("front".utf8)
        var museum = try card("museum")
        museum.front = PhotoHash(of: photo)
        try await put(museum, first, photos: [PhotoHash(of: photo): photo])
        _ = try await exchange(first, content)
        try await put(card("bus"), second)
        let closed = MemoryTransport(
            content,
            fault: { operation throws(TransportError) in
                if operation.hasPrefix("write") { throw TransportError(kind, "memory", "it takes nothing") }
            })
        let error = await #expect(throws: TransportError.self) {
            _ = try await VaultExchange(second, over: closed, to: remote).run()
        }
        #expect(error?.kind == kind)
        #expect(content.batchCount == 1)
        #expect(try await second.count() == 2)
        #expect(try await second.photo(PhotoHash(of: photo)) == photo)
        #expect(try await second.tally(of: remote).batches == 1)
        #expect(try await exchange(second, content).sentBatches == 1)
        _ = try await exchange(first, content)
        #expect(try await first.contentHash() == second.contentHash())
    }

    @Test("what a remote lost is sent again, also by a device that only has it from another one", arguments: [0, 1])
    func lostThere(mending: Int) async throws {
        let (vault, content) = (VaultID.random(), MemoryRemote())
        let stores = [try await device(vault, "first"), try await device(vault, "second")]
        try await put(card("bus"), stores[0])
        _ = try await exchange(stores[0], content)
        try await put(card("museum"), stores[0])
        _ = try await exchange(stores[0], content)
        _ = try await exchange(stores[1], content)
        let own = try #require(try await stores[0].vault()).device
        content.remove(BatchID(own, 2))
        #expect(try await exchange(try await device(vault, "early"), content).merge.added == 1)

        let report = try await exchange(stores[mending], content)
        #expect(report.mendedLoss && report.sentBatches == 1)
        #expect(try await exchange(stores[mending], content).isNothing)
        let late = try await device(vault, "late")
        #expect(try await exchange(late, content).merge.added == 2)
        #expect(try await late.contentHash() == stores[0].contentHash())
    }
}
