import Cards
import TestSupport
import Testing

@testable import CardStorage

@Suite("Ledgers in the store")
struct LedgerStoreTests {
    private static let input = LocalInput(format: .iso, today: CalendarDay(daysSince1970: 20_000))

    private let store: SQLiteCardStore
    private let gift: CardID

    init() async throws {
        store = try SQLiteCardStore.inMemoryForTest()
        gift = try CardID(test: "gift")
        try await store.put(testCard("gift", "Gift") { ($0.balance, $0.currency) = ("20", "EUR") })
    }

    @discardableResult
    private func book(_ text: String, day: Int = 20_000, note: String = "") async throws -> String? {
        let booking = try LedgerBooking(
            text, day: CalendarDay(daysSince1970: day), note: note, Self.input)
        return try await store.book(booking, on: gift)?.amount
    }

    private func balance() async throws -> String? { try await store.card(gift)?.balance }

    private func lines() async throws -> [Ledger.Line] {
        try await store.ledger(of: gift, after: nil, limit: 1000).lines
    }

    private func texts() async throws -> [String] {
        try await lines().map { line in
            let kind =
                switch line.entry.content {
                case .spend: "spend"
                case .receive: "receive"
                case .set(let value): "set \(value)"
                case .cancel: "cancel"
                }
            return "\(kind) \(line.entry.amount) \(line.counts ? line.balance ?? "-" : "x")"
        }
    }

    @Test("spending and receiving change the balance and write entries")
    func booking() async throws {
        #expect(try await book("7.40", note: "lunch") == "12.60")
        #expect(try await book("+20") == "32.60")
        #expect(try await balance() == "32.60")
        #expect(try await lines().map(\.entry.note) == ["", "lunch"])
        #expect(try await texts() == ["receive 20 32.60", "spend -7.40 12.60"])
        // An earlier day comes before.
        try await book("1", day: 19_000)
        #expect(try await texts() == ["receive 20 31.60", "spend -7.40 11.60", "spend -1 19.00"])
        #expect(try await store.book(LedgerBooking("1", Self.input), on: CardID(test: "none")) == nil)
    }

    @Test("a voucher is used up in one step, with what was left; undo and unarchiving bring it back")
    func use() async throws {
        try await store.put(testCard("coupon", "Coupon") { ($0.balance, $0.currency) = ("20", "%") })
        let (coupon, day) = (try CardID(test: "coupon"), CalendarDay(daysSince1970: 20_000))
        let outcome = try #require(try await store.use([gift, coupon, CardID(test: "none")], on: day))
        #expect(outcome.count == 2)
        #expect(try await balance() == "0.00")
        #expect(try await texts() == ["spend -20 0.00"])
        for identifier in [gift, coupon] {
            let card = try #require(try await store.card(identifier))
            #expect((card.isArchived, card.used) == (true, day))
        }
        #expect(try await store.found("is:used") == ["Coupon", "Gift"])
        #expect(try await store.found("-is:used is:archived").isEmpty)
        // What is used stays so, with its day.
        #expect(try await store.use([gift], on: day.adding(days: 3))?.count == 0)
        #expect(try await store.card(gift)?.used == day)
        #expect(try await store.undo()?.description == "used 2 cards")
        #expect(try await balance() == "20")
        #expect(try await texts() == ["spend -20 x"])
        #expect(try await store.card(coupon)?.used == nil)
        #expect(try await store.redo()?.description == "used 2 cards")
        #expect(try await balance() == "0.00")
        _ = try await store.toggle(.archive, of: [coupon])
        let card = try #require(try await store.card(coupon))
        #expect((card.isArchived, card.used, card.balance) == (false, nil, "20"))
    }

    @Test("a used card that gets money back is used no more, and can be used again")
    func usedNoMore() async throws {
        let day = CalendarDay(daysSince1970: 20_000)
        func state() async throws -> String {
            let card = try #require(try await store.card(gift))
            return "\(card.balance) \(card.isArchived) \(card.used != nil)"
        }
        _ = try await store.use([gift], on: day)
        let entry = try #require(try await lines().first?.entry)
        #expect(try await store.takeBack([entry.id], of: gift)?.amount == "20.00")
        #expect(try await state() == "20.00 false false")
        _ = try await store.undo()
        #expect(try await state() == "0.00 true true")
        try await book("+5")
        #expect(try await state() == "5.00 false false")
        #expect(try await store.use([gift], on: day)?.count == 1)
        #expect(try await state() == "0.00 true true")
        try await store.edit("gift") { $0.balance = "7.00" }
        #expect(try await state() == "7.00 true true")
        #expect(try await store.use([gift], on: day)?.count == 1)
        #expect(try await state() == "0.00 true true")
    }

    @Test("stamps are found, and their gift is taken as an entry")
    func stamps() async throws {
        try await store.edit("gift") { ($0.balance, $0.currency) = ("9", "of 10 stamps") }
        #expect(try await store.found("has:stamps") == ["Gift"])
        #expect(try await book("+1 stamp") == "10")
        #expect(try await book("x") == "0")
        #expect(try await book("+1") == "1")
        #expect(try await book("+9") == "10")
        #expect(try await book("x", note: "with friends") == "0")
        #expect(try await texts().filter { $0.hasPrefix("spend") } == ["spend -10 0", "spend -10 0"])
        _ = try await store.undo()
        #expect(try await balance() == "10")
        try await store.edit("gift") { ($0.balance, $0.currency) = ("9", "EUR") }
        #expect(try await store.found("has:stamps").isEmpty)
    }

    @Test("what does not fit the card is refused, and nothing is written")
    func refused() async throws {
        await #expect(throws: LedgerError.self) { try await book("1.005") }
        #expect(try await texts() == [])
        #expect(try await balance() == "20")
        #expect(try await store.column("SELECT count(*) FROM change") == ["1"])
    }

    @Test("a balance that is set, here or by the backend, is an entry; a change of the currency is none")
    func set() async throws {
        for amount in ["20", "3"] {
            try await store.receive("gift", "Gift") { ($0.balance, $0.currency) = (amount, "EUR") }
        }
        #expect(try await texts() == ["set 3 -17 3"])
        try await store.edit("gift") { $0.balance = "15.50" }
        #expect(try await texts() == ["set 15.50 12.5 15.50", "set 3 -17 3.00"])
        // The same number is no change of the balance.
        try await store.edit("gift") { $0.balance = "15.500" }
        try await store.edit("gift") { ($0.balance, $0.currency) = ("9", "USD") }
        #expect(try await texts() == ["set 15.50 12.5 -", "set 3 -17 -"])
        try await store.edit("gift") { $0.balance = "10" }
        #expect(try await texts().first == "set 10 1 10")
    }

    @Test("a deleted card that comes back with another balance, from whomever, has an entry for it")
    func comesBack() async throws {
        try await store.receive("gift", "Gift") { ($0.balance, $0.currency) = ("20", "EUR") }
        try await store.apply([.delete(gift)])
        try await store.receive("gift", "Gift") { ($0.balance, $0.currency) = ("25", "EUR") }
        #expect(try await texts() == ["set 25 5 25"])
        try await store.apply([.delete(gift)])
        try await store.put(testCard("gift", "Gift") { ($0.balance, $0.currency) = ("30", "EUR") })
        #expect(try await texts() == ["set 30 5 30", "set 25 5 25"])
        try await store.apply([.delete(gift)])
        _ = try await store.restore(nil, of: gift, after: 1)
        #expect(try await texts() == ["set 20 -10 20", "set 30 5 30", "set 25 5 25"])
    }

    @Test("undo takes entries back and keeps what came between; redo counts them again")
    func undo() async throws {
        try await store.receive("gift", "Gift") { ($0.balance, $0.currency) = ("20", "EUR") }
        try await store.setConsent(.granted, for: .test)
        try await book("7.40")
        try await store.acknowledgeAll()
        try await store.receive("gift", "Gift") { ($0.balance, $0.currency) = ("10", "EUR") }
        let between = ExactDecimal("10")
        let undone = ExactDecimal("17.40")
        #expect(try await balance() == "10")
        _ = try await store.undo()
        #expect(try await balance().flatMap { ExactDecimal($0) } == undone)
        _ = try await store.redo()
        #expect(try await balance().flatMap { ExactDecimal($0) } == between)
        _ = try await store.undo()
        #expect(try await balance().flatMap { ExactDecimal($0) } == undone)
        #expect(try await texts().contains("spend -7.40 x"))
    }

    @Test("undo restores the former text of the balance, and the currency of a card that had none")
    func formerText() async throws {
        try await book("7.40")
        _ = try await store.undo()
        #expect(try await balance() == "20")
        _ = try await store.redo()
        #expect(try await balance() == "12.60")
        try await store.edit("gift") { ($0.balance, $0.currency) = ("", nil) }
        try await book("+5 USD")
        #expect(try await store.card(gift)?.currency == "USD")
        _ = try await store.undo()
        #expect(try await store.card(gift)?.currency == nil)
        #expect(try await balance() == "")
        _ = try await store.redo()
        #expect(try await store.card(gift)?.amountLeft == Balance(amount: "5", currency: "USD"))
    }

    @Test("an entry is taken back by an opposite entry, as a step of its own")
    func takeBack() async throws {
        try await book("7.40")
        try await book("+1")
        let spent = try #require(try await lines().last?.entry.id)
        #expect(try await store.takeBack([spent], of: gift)?.amount == "21.00")
        #expect(try await store.takeBack([spent], of: gift) == nil)
        #expect(try await texts() == ["receive 1 21.00", "spend -7.40 x"])
        _ = try await store.undo()
        #expect(try await balance() == "13.60")
        #expect(try await texts() == ["receive 1 13.60", "spend -7.40 12.60"])
    }

    @Test("a deleted card comes back with its ledger; one that is deleted for good leaves none")
    func deletion() async throws {
        try await book("7.40")
        try await store.apply([.delete(gift)])
        try await store.restore([gift])
        #expect(try await texts() == ["spend -7.40 12.60"])
        try await store.apply([.delete(gift)])
        try await store.empty([gift])
        #expect(try await store.column("SELECT count(*) FROM ledger") == ["0"])
    }

    @Test("pages join without a gap, and read the index only")
    func pages() async throws {
        for number in 1...25 { try await book("0.01", day: 20_000 + number % 4) }
        let whole = try await lines()
        var (pages, page): ([Ledger.Line], LedgerPage?) = ([], nil)
        repeat {
            page = try await store.ledger(of: gift, after: page, limit: 4)
            pages += page?.lines ?? []
        } while page?.hasMore == true
        #expect(pages == whole)
        #expect(whole.count == 25)
        #expect(page?.balanceBefore == ExactDecimal("20"))
        for query in [LedgerTable.selectFirst, LedgerTable.selectNext] {
            let plan = try await store.plan(of: query)
            #expect(plan.count == 1 && plan[0].contains("ledger_order"), "\(plan)")
        }
    }

    @Test(
        "whatever is done, the balance is the opening balance and the sum of the entries that count", arguments: 1...10)
    func invariant(seed: Int) async throws {
        var generator = SeededGenerator(usual: UInt64(seed))
        try await store.forgetSteps()
        for _ in 0..<60 {
            switch Int.random(in: 0..<10, using: &generator) {
            case 0, 1:
                try await book(
                    "\(Int.random(in: 1...30, using: &generator)).\(Int.random(in: 10...99, using: &generator))")
            case 2: try await book("+\(Int.random(in: 1...30, using: &generator))")
            case 3, 4: _ = try await store.undo()
            case 5: _ = try await store.redo()
            case 6:
                let text = "\(Int.random(in: 0...99, using: &generator)).5"
                try await store.put(testCard("gift", "Gift") { ($0.balance, $0.currency) = (text, "EUR") })
            case 7: try await store.apply([.delete(gift)])
            default:
                let text = "\(Int.random(in: 0...99, using: &generator))"
                try await store.receive("gift", "Gift") { ($0.balance, $0.currency) = (text, "EUR") }
            }
            guard let card = try await store.card(gift), let left = card.amountLeft else { continue }
            let ledger = Ledger(try await store.ledgerEntries(of: gift))
            #expect(ledger.opening(of: left) == ExactDecimal("20"))
            let (expected, shown) = (ledger.lines(to: left), try await lines())
            #expect(shown.map(\.id) == expected.reversed().map(\.id))
            #expect(
                shown.map { $0.balance.flatMap { ExactDecimal($0) } }
                    == expected.reversed().map { $0.balance.flatMap { ExactDecimal($0) } })
        }
    }
}

extension SQLiteCardStore {
    fileprivate func ledgerEntries(of card: CardID) throws -> [LedgerEntry] { try tables.ledger.entries(of: card) }
}
