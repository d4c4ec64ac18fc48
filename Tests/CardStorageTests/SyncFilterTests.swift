import Cards
import Glibc
import TestSupport
import Testing

@testable import CardStorage

@Suite("The filters is:local and is:conflict", .timeLimit(.minutes(5)))
struct SyncFilterTests {
    private let other = BackendID(normalizedURL: "http://127.0.0.1/others")

    @Test("without a backend every card is local; with one, those that it has not accepted or no longer lists")
    func local() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(testCard("a", "A"), testCard("b", "B"))
        #expect(try await store.found("is:local") == ["A", "B"])
        #expect(try await store.found("-is:local").isEmpty)
        _ = try await store.connect(to: .test)
        #expect(try await store.found("is:local") == ["A", "B"])
        try await store.setConsent(.granted, for: .test)
        try await store.acknowledge(store.pendingUploads(for: .test, limit: 1), by: .test)
        #expect(try await store.found("is:local") == ["B"])
        #expect(try await store.found("-is:local") == ["A"])
        // An edited card is still known to the backend.
        try await store.edit("a") { $0.note = "new" }
        #expect(try await store.found("is:local") == ["B"])
        // The backend has the same values: the card is unchanged and no longer local.
        try await store.receive("b", "B")
        #expect(try await store.found("is:local").isEmpty)
        let download = try await store.beginDownload(from: .test)
        _ = try await store.merge([CardPatch(from: nil, to: testCard("b", "B"))], from: .test, download: download)
        try await store.finishDownload(from: .test, download: download, isWhole: true, validators: nil)
        // A is pending, so that nothing has to be decided about it.
        #expect(try await store.tally(of: .test).absent == 0)
        #expect(try await store.found("is:local") == ["A"])
        try await store.put(testCard("c", "C") { $0.isStarred = true })
        #expect(try await store.found("is:local") == ["C", "A"])
        #expect(try await store.found("is:local is:starred") == ["C"])
        #expect(try await store.found("is:local a") == ["A"])
        #expect(
            try await store.found(CardQuery(filter: CardFilter("is:local"), order: CardOrder(.added))) == ["C", "A"])
    }

    @Test("a card that one of several backends has is not local; declined cards are")
    func several() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.put(testCard("a", "A"), testCard("b", "B"), testCard("c", "C"))
        for backend in [.test, other] {
            _ = try await store.connect(to: backend)
            try await store.setConsent(.declined, for: backend)
        }
        #expect(try await store.found("is:local") == ["A", "B", "C"])
        try await store.receive("a", "A")
        try await store.edit("b") { $0.note = "new" }
        #expect(try await store.found("is:local") == ["B", "C"])
        try await store.acknowledge(store.pendingUploads(for: other, limit: 9), by: other)
        #expect(try await store.found("is:local") == ["C"])
        try await store.setConsent(.granted, for: other)
        #expect(try await store.found("is:local") == ["C"])
    }

    @Test("a card is in conflict until the user chooses")
    func conflict() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        try await store.receive("a", "Gym") { $0.number = "1" }
        try await store.receive("b", "Bus") { $0.number = "1" }
        #expect(try await store.found("is:conflict").isEmpty)
        try await store.edit("a") { $0.number = "ours" }
        try await store.receive("a", "Gym") { $0.number = "theirs" }
        #expect(try await store.found("is:conflict") == ["Gym"])
        #expect(try await store.found("-is:conflict") == ["Bus"])
        let identifier = try CardID(test: "a")
        let mine = try #require(try await store.card(identifier))
        let conflict = try #require(try await store.conflict(of: identifier))
        _ = try await store.resolve(ConflictChoice(of: [.number], in: conflict, mine: mine, result: mine))
        #expect(try await store.found("is:conflict").isEmpty)
    }

    @Test(
        "notices are sent when a card is accepted, listed again, or gets a conflict, and for nothing else"
    )
    func notices() async throws {
        let store = try SQLiteCardStore.inMemoryForTest()
        let (a, b) = (try CardID(test: "a"), try CardID(test: "b"))
        try await store.put(testCard("a", "A"), testCard("b", "B"))
        _ = try await store.connect(to: .test)
        try await store.setConsent(.granted, for: .test)
        var notices = await store.findingNotices().makeAsyncIterator()
        try await store.acknowledge(store.pendingUploads(for: .test, limit: 1), by: .test)
        #expect(await notices.next() == .changed([a]))
        try await store.receive("b", "B")
        #expect(await notices.next() == .changed([b]))
        try await store.edit("a") { $0.number = "ours" }
        #expect(await notices.next() == .changed([a]))
        try await store.receive("a", "A") { $0.number = "theirs" }
        #expect(await notices.next() == .changed([a]))
        // Already known, and unchanged.
        try await store.acknowledgeAll()
        try await store.receive("b", "B")
        let download = try await store.beginDownload(from: .test)
        _ = try await store.merge([CardPatch(from: nil, to: testCard("b", "B"))], from: .test, download: download)
        _ = try await store.finishDownload(from: .test, download: download, isWhole: true, validators: nil)
        #expect(await notices.next() == .changed([a]))
        #expect(try await store.found("is:local") == ["A"])
    }

    @Test(
        "after random changes here, in other programs and at backends, the filters match the tables", arguments: 1...4)
    func differential(seed: UInt64) async throws {
        let folder = try TemporaryFolder()
        let clock = SteppingClock().clock
        let here = try SQLiteCardStore(at: folder.file(), clock: clock)
        let there = try SQLiteCardStore(at: folder.file(), clock: clock)
        var random = RandomCards(seed)
        try await here.apply((0..<150).map { .set(random.card($0)) })
        let backends = [BackendID.test, other]
        for backend in backends.prefix(random.one(in: 2) ? 1 : 2) { _ = try await here.connect(to: backend) }
        let queries = [
            CardQuery(filter: CardFilter("is:local")), CardQuery(filter: CardFilter("is:conflict")),
            CardQuery(filter: CardFilter("-is:local a"), order: CardOrder(.added)),
            CardQuery(filter: CardFilter("is:local -is:conflict car"), hidesArchived: true),
        ]
        for round in 0..<60 {
            let backend = random.pick(backends)
            _ = try await here.connect(to: backend)
            // Changes that leave the cards themselves unchanged may be made by another program: they show at once as well.
            let anywhere = random.one(in: 2) ? here : there
            switch random.next(below: 8) {
            case 0, 1:
                try await here.apply((0..<random.next(below: 6)).map { _ in random.change(below: 160) })
            case 2, 3:
                let owed = try await anywhere.pendingUploads(for: backend, limit: 200)
                let some = owed.filter { _ in random.one(in: 3) }
                try await anywhere.acknowledge(some, by: backend)
            case 4, 5:
                let download = try await here.beginDownload(from: backend)
                let patches = (0..<random.next(below: 80)).map { _ in random.card(random.next(below: 160)) }
                _ = try await here.merge(patches, from: backend, download: download)
                if random.one(in: 2) {
                    _ = try await here.finishDownload(from: backend, download: download, isWhole: true, validators: nil)
                }
            case 6:
                let download = try await anywhere.beginDownload(from: backend)
                if random.one(in: 4) {
                    _ = try await anywhere.finishDownload(
                        from: backend, download: download, isWhole: true, validators: nil)
                }
                try await anywhere.setConsent(random.pick([.granted, .declined]), for: backend)
            default:
                for card in try await here.conflictedCards() where random.one(in: 2) {
                    guard let conflict = try await here.conflict(of: card.id), let mine = try await here.card(card.id)
                    else { continue }
                    _ = try await here.resolve(
                        ConflictChoice(of: conflict.fields, in: conflict, mine: mine, result: mine))
                }
            }
            for query in queries {
                let found = try await here.find(query)
                let identifiers = try await found.identifiers(in: 0..<found.count)
                let expected = try await here.scan(query)
                if identifiers == expected { continue }
                Issue.record(
                    """
                    seed \(seed), round \(round): \(query.filter.text) finds \(identifiers.count) of \(expected.count)
                    """)
            }
        }
    }
}
