import CardNetwork
import CardStorage
import Cards
import Synchronization
import TestSupport
import Testing

/// Devices and a backend with random events, and the invariants that must hold afterwards.
final class RandomWorld {
    let backend: AnyBackend
    private var devices: [Device] = []
    private let folder: TemporaryFolder
    private var random: SeededGenerator
    private var names = 0
    private var saved: [Saved] = []
    /// Deleted cards: whether they survive depends on the order of events.
    private var deleted: Set<CardID> = []

    /// The cards that each device has deleted for good, whose values it need not remember.
    private var emptied: [Int: Set<CardID>] = [:]

    /// Values written directly on the backend, by card.
    private var console: [String: JSON] = [:]

    /// A saved value; every value is unique.
    private struct Saved {
        let device: Int
        let card: CardID
        let field: CardField
        let value: String
    }

    init(_ kind: BackendKind, seed: UInt64) async throws {
        backend = try AnyBackend.start(kind)
        folder = try TemporaryFolder()
        random = SeededGenerator(seed: seed)
        for name in ["laptop", "phone", "server"] {
            devices.append(try await Device(name, in: folder, backend: backend.server.url, kind: kind))
        }
    }

    // MARK: - Events

    func step() async throws {
        let device = Int.random(in: 0..<devices.count, using: &random)
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<68: try await edit(device)
        case 68..<72: try await delete(device)
        case 72..<73: emptied[device, default: []].formUnion(try await devices[device].emptyTrash())
        case 73..<75: try await settleAbsent(device)
        case 75..<88: try await devices[device].synchronize()
        case 88..<93: try await fail(device)
        case 93..<96: try await kill(device)
        case 96..<98: try await both(device)
        default: try await interfere(device)
        }
    }

    private func edit(_ device: Int) async throws {
        let cards = try await devices[device].cards().values.sorted { $0.identifier.text < $1.identifier.text }
        names += 1
        let value = "value-\(names)-of-\(devices[device].name)"
        let isNew = cards.count < 12 || Int.random(in: 0..<100, using: &random) == 0
        guard !isNew, let old = cards.randomElement(using: &random) else {
            guard let identifier = CardID("card-\(names)") else { return }
            saved.append(Saved(device: device, card: identifier, field: .name, value: value))
            return try await devices[device].save(Card(identifier: identifier, name: value))
        }
        var card = old
        var photos: [PhotoHash: [UInt8]] = [:]
        let field: CardField
        // Each device has a field in every card that only it writes; the other fields are shared.
        switch Int.random(in: 0..<9, using: &random) {
        case 0..<4 where device == 0: (card.number, field) = (value, .number)
        case 0..<4 where device == 1: (card.note, field) = (value, .note)
        case 0..<4: (card.groups, field) = ([value, "shops"], .groups)
        case 4, 5: (card.name, field) = (value, .name)
        case 6: (card.currency, field) = (value, .currency)
        case 7: (card.ownFields, field) = ([OwnField(name: "Locker", value: value)], .ownFields)
        default:
            let bytes = Array(value.utf8)
            (card.front, field) = (PhotoHash(of: bytes), .front)
            photos[PhotoHash(of: bytes)] = bytes
        }
        let text = photos.keys.first?.text ?? value
        saved.append(Saved(device: device, card: card.identifier, field: field, value: text))
        try await devices[device].save(card, photos: photos)
    }

    private func delete(_ device: Int) async throws {
        // Half of the cards are never deleted, so that their saved values can be checked at the end.
        let cards = try await devices[device].cards().keys.filter {
            $0.text.last?.wholeNumberValue?.isMultiple(of: 2) == true
        }
        .sorted { $0.text < $1.text }
        guard let card = cards.randomElement(using: &random) else { return }
        deleted.insert(card)
        try await devices[device].delete(card)
    }

    /// The user deletes or keeps a card that the backend no longer has, or has again.
    private func settleAbsent(_ device: Int) async throws {
        let cards = try await (devices[device].absentCards() + devices[device].returnedCards()).sorted {
            $0.text < $1.text
        }
        guard let card = cards.randomElement(using: &random) else { return }
        try await devices[device].settleAbsent(card, Bool.random(using: &random) ? .delete : .keep)
    }

    /// The connection or the backend fails during a sync.
    private func fail(_ device: Int) async throws {
        let server = backend.server
        let number = Int.random(in: 0..<5, using: &random)
        let fault: TestBackend.Fault =
            switch Int.random(in: 0..<6, using: &random) {
            case 0: { _ in .close }
            case 1: { _ in .status(503) }
            case 2: { _ in .html() }
            // The request is processed, but the response is lost.
            case 3:
                { request in
                    _ = server.truth(request)
                    return .close
                }
            // The request is processed twice, as by a proxy that retries.
            case 4:
                { request in
                    _ = server.truth(request)
                    return server.truth(request)
                }
            default:
                { request in
                    var answer = server.truth(request)
                    answer.framing = .length(answer.bodyBytes + 1)
                    (answer.pieces, answer.closes) = (answer.pieces.map(\.firstHalf), true)
                    return answer
                }
            }
        let before = server.requests.count
        server.setFault { server.requests.count - before > number ? fault($0) : nil }
        try await devices[device].synchronize()
        server.setFault(nil)
    }

    /// The program crashes during a sync.
    private func kill(_ device: Int) async throws {
        let server = backend.server
        let wanted = server.requests.count + Int.random(in: 1..<5, using: &random)
        let loader = devices[device].loader()
        await loader.start()
        await withTaskGroup(of: Void.self) { group in
            group.addTask { _ = await loader.end() }
            group.addTask { await server.requests(atLeast: wanted) }
            await group.next()
            await loader.stop()
            // The awaited request may never come.
            server.giveUpWaiting()
        }
        try devices[device].restart()
    }

    /// Two devices sync concurrently. With a backend that overwrites whole cards unconditionally, only one can sync at a time.
    private func both(_ device: Int) async throws {
        guard backend.kind == .firebase else { return _ = try await devices[device].synchronize() }
        let (first, second) = (devices[device].loader(), devices[(device + 1) % devices.count].loader())
        await first.start()
        await second.start()
        _ = await first.end()
        _ = await second.end()
        await first.stop()
        await second.stop()
    }

    /// Another client writes each card that the device is about to write, between its read and its write.
    private func interfere(_ device: Int) async throws {
        guard let firebase = backend.firebase else { return }
        names += 1
        let value = JSON.string("value-\(names)-of-console")
        let written = Mutex<Set<String>>([])
        backend.server.setFault { [server = backend.server] request in
            let path = request.path.split(separator: "?")[0]
            guard request.method == "GET", path.hasPrefix("/cards/"), path.hasSuffix(".json") else { return nil }
            let answer = server.truth(request)
            let key = String(path.dropFirst("/cards/".count).dropLast(".json".count))
            // Only once: a device never succeeds against a client that writes each time. A card that does not exist yet cannot be
            // written.
            guard !written.withLock({ $0.contains(key) }) else { return answer }
            if firebase.set("console", of: key, to: value) { written.withLock { _ = $0.insert(key) } }
            return answer
        }
        try await devices[device].synchronize()
        backend.server.setFault(nil)
        for key in written.withLock({ $0 }) where firebase.cards[key] != nil { console[key] = value }
    }

    // MARK: - Invariants

    /// Syncs all devices until nothing is pending. A device that finds its change undone before a list confirmed it cannot know
    /// whether that list is stale or another device wrote, so the user sends the change again.
    func settle() async throws {
        let rounds = 5
        for round in 1...rounds {
            for device in devices {
                try await device.retryContradicted()
                for card in try await device.returnedCards() { try await device.settleAbsent(card, .keep) }
                let status = try await device.synchronize()
                #expect(status.failure == nil)
                try await expectOtherWriters(device)
                if round == rounds { #expect(status.tally.pending == 0) }
            }
        }
    }

    /// No list of this backend is stale: what contradicts a change of the device is always a write by another one.
    private func expectOtherWriters(_ device: Device) async throws {
        let (ours, theirs) = (try await device.cards(), try backend.cards())
        for waiting in try await device.contradicted() where !deleted.contains(waiting.id) {
            let card = try #require(ours[waiting.id], "\(device.name), \(waiting.id)")
            let listed = try #require(theirs[waiting.id], "\(device.name), \(waiting.id)")
            let fields = card.differences(from: listed).filter { !$0.isBookkeeping }
            #expect(!fields.isEmpty, "\(device.name), \(waiting.id)")
            for field in fields {
                let writers = Set(saved.filter { $0.card == waiting.id && $0.field == field }.map(\.device))
                #expect(writers.count > 1, "\(device.name), \(waiting.id): \(field)")
            }
        }
    }

    func expectAgreement() async throws {
        let theirs = try backend.cards()
        #expect(!theirs.isEmpty)
        for device in devices {
            let cards = try await device.cards()
            for (identifier, card) in theirs {
                let ours = try #require(cards[identifier], "\(device.name) lacks \(identifier)")
                let differences = ours.differences(from: card).filter { !$0.isBookkeeping }
                #expect(differences.isEmpty, "\(device.name), \(identifier): \(differences)")
            }
            // A card that the backend no longer has is kept and marked absent.
            let kept = Set(cards.keys).subtracting(theirs.keys)
            #expect(kept.isSubset(of: deleted), "\(device.name) keeps \(kept)")
            #expect(try device.absent() == kept.count)
            #expect(try device.integrity() == "ok")
        }
        try expectMemory()
        try await expectNoLostUpdate()
    }

    /// Every saved value is in the history of its device, unless the card was deleted for good there.
    private func expectMemory() throws {
        for saved in saved where emptied[saved.device]?.contains(saved.card) != true {
            #expect(try devices[saved.device].remembers(saved.value), "\(saved)")
        }
    }

    /// A field that only one device writes has its last value everywhere.
    private func expectNoLostUpdate() async throws {
        struct Location: Hashable {
            let card: CardID
            let field: CardField
        }
        var last: [Location: (devices: Set<Int>, value: String)] = [:]
        for saved in saved where !deleted.contains(saved.card) {
            let location = Location(card: saved.card, field: saved.field)
            last[location] = ((last[location]?.devices ?? []).union([saved.device]), saved.value)
        }
        let cards = try backend.cards()
        for (key, value) in console {
            guard let card = CardID(key), !deleted.contains(card) else { continue }
            #expect(cards[card]?.unknownFields["console"] == value, "\(key)")
        }
        var lone = 0
        for (location, entry) in last where entry.devices.count == 1 {
            lone += 1
            let card = try #require(cards[location.card])
            let value =
                switch location.field {
                case .name: card.name
                case .number: card.number
                case .note: card.note
                case .groups: card.groups.first
                case .currency: card.currency
                case .ownFields: card.ownFields.first?.value
                default: card.front?.text
                }
            #expect(value == entry.value, "\(location)")
        }
        #expect(lone > 0)
        print("many devices, \(backend.kind.rawValue): \(cards.count) cards, \(lone) fields with one writer")
    }
}

extension TestBackend.Answer.Piece {
    /// A body that is truncated in the middle.
    fileprivate var firstHalf: Self {
        switch self {
        case .bytes(let bytes): .bytes(Array(bytes.prefix(bytes.count / 2)))
        case .text(let text): .text(String(text.prefix(text.count / 2)))
        default: self
        }
    }
}
