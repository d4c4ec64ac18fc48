import Cards
import Testing

@testable import CardSearch

@Suite("The orders kept beside the index")
struct OrderCacheTests {
    private let slots = SlotOrder(CardIndex(segments: [], version: 1), by: .expiry, isReversed: false)
    private let expiry = CardOrder(.expiry)
    private let added = CardOrder(.added)
    private let used = CardOrder(.used)

    @Test("an order is kept until another index or a later use replaces what it was made from")
    func versions() {
        var cache = OrderCache()
        cache.keep(slots, in: used, version: 1, state: 7)
        #expect(cache.slots(in: used, version: 1, state: 7) != nil)
        #expect(cache.slots(in: used, version: 1, state: 8) == nil)
        #expect(cache.slots(in: used, version: 2, state: 7) == nil)
        #expect(cache.slots(in: expiry, version: 1, state: nil) == nil)
    }

    @Test("the order that was used last is kept beside a new one, and no other")
    func atMostTwo() {
        var cache = OrderCache()
        cache.keep(slots, in: expiry, version: 1, state: nil)
        cache.keep(slots, in: added, version: 1, state: nil)
        // Used again, so it stays, and the other one goes.
        #expect(cache.slots(in: expiry, version: 1, state: nil) != nil)
        cache.keep(slots, in: used, version: 1, state: 7)
        #expect(cache.slots(in: added, version: 1, state: nil) == nil)
        #expect(cache.slots(in: expiry, version: 1, state: nil) != nil)
        #expect(cache.slots(in: used, version: 1, state: 7) != nil)
    }

    @Test("the first order of a newer index drops those of the older one")
    func newerIndex() {
        var cache = OrderCache()
        cache.keep(slots, in: expiry, version: 1, state: nil)
        cache.keep(slots, in: added, version: 2, state: nil)
        #expect(cache.slots(in: expiry, version: 1, state: nil) == nil)
        #expect(cache.slots(in: added, version: 2, state: nil) != nil)
    }
}
