import Cards
import TestSupport
import Testing

@testable import CardNetwork

@Suite("Freshness of the list before an upload")
struct ListFreshnessTests {
    private func isFresh(_ bytes: Int, after milliseconds: Int64, canAskCheaply: Bool = false) -> Bool {
        var freshness = ListFreshness()
        freshness.note(Timestamp(milliseconds: 5000), bytes: bytes)
        return freshness.isFresh(at: Timestamp(milliseconds: 5000 + milliseconds), canAskCheaply: canAskCheaply)
    }

    @Test("a small list is stale after two seconds, a large one after five minutes")
    func limits() {
        #expect(!ListFreshness().isFresh(at: Timestamp(milliseconds: 0), canAskCheaply: false))
        #expect(isFresh(1000, after: 0))
        #expect(isFresh(1000, after: 2000))
        #expect(!isFresh(1000, after: 2001))
        #expect(isFresh(8 << 20, after: 300_000))
        #expect(!isFresh(8 << 20, after: 300_001))
    }

    @Test("a large list with an entity tag is stale as soon as a small one")
    func cheap() {
        #expect(isFresh(8 << 20, after: 2000, canAskCheaply: true))
        #expect(!isFresh(8 << 20, after: 2001, canAskCheaply: true))
    }

    @Test("a clock that was set back makes no list fresh")
    func clock() { #expect(!isFresh(1000, after: -1)) }

    @Test("an unchanged list keeps its size")
    func unchanged() {
        var freshness = ListFreshness()
        freshness.note(Timestamp(milliseconds: 0), bytes: 8 << 20)
        freshness.note(Timestamp(milliseconds: 1000), bytes: nil)
        #expect(freshness.isFresh(at: Timestamp(milliseconds: 200_000), canAskCheaply: false))
    }
}
