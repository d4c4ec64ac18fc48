import Cards
import Testing

@testable import CardStorage

@Suite("Notices of change", .timeLimit(.minutes(5)))
struct NoticeTests {
    @Test("every listener gets the changed cards, and the streams end with the store")
    func local() async throws {
        var store: SQLiteCardStore? = try .inMemoryForTest()
        let first = try #require(await store?.notices())
        let second = try #require(await store?.notices())
        try await store?.put(testCard("a", "Gym"))
        try await store?.recordUse(of: CardID(test: "a"))
        try await store?.apply([.delete(CardID(test: "a")), .delete(CardID(test: "b"))])
        store = nil
        let expected = Array(repeating: StoreNotice.changed([try CardID(test: "a")]), count: 3)
        for stream in [first, second] {
            var heard: [StoreNotice] = []
            for await notice in stream { heard.append(notice) }
            #expect(heard == expected)
        }
    }

    @Test("a change by another store on the same file is noticed, and not confused with own ones")
    func elsewhere() async throws {
        let folder = try TemporaryFolder()
        let here = try SQLiteCardStore(at: folder.file())
        let there = try SQLiteCardStore(at: folder.file())
        var notices = await here.notices().makeAsyncIterator()
        for round in 0..<5 {
            let identifier = try CardID(test: "mine")
            try await here.put(testCard("mine", "number \(round)"))
            #expect(await notices.next() == .changed([identifier]))
            try await here.recordUse(of: identifier)
            #expect(await notices.next() == .changed([identifier]))
            try await there.put(testCard("theirs", "number \(round)"))
            #expect(await notices.next() == .changedElsewhere)
            #expect(try await here.card(CardID(test: "theirs"))?.name == "number \(round)")
        }
    }

    @Test("an upload that another program queues wakes the uploader of this one")
    func queuedElsewhere() async throws {
        let folder = try TemporaryFolder()
        let here = try SQLiteCardStore(at: folder.file())
        let there = try SQLiteCardStore(at: folder.file())
        var notices = await here.pendingNotices().makeAsyncIterator()
        _ = try await there.connect(to: BackendID(normalizedURL: "http://127.0.0.1"))
        #expect(await notices.next() != nil)
    }
}
