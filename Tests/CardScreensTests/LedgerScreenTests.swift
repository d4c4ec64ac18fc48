import CardViewModels
import Cards
import Terminal
import TestSupport
import Testing

@MainActor
@Suite("The ledger on the screen")
struct LedgerScreenTests {
    /// The ledger of Cedar Library: 12.50 EUR before, then 20 received and 9.90 spent in two months, and 1 EUR that was taken back.
    private func journey(
        _ size: Size = Size(columns: 80, rows: 24), files: FakeFiles = FakeFiles(), theme: Theme = .terminal,
        opens: Bool = true
    ) async throws -> Journey {
        let journey = try await Journey(Card.samples, size: size, files: files, theme: theme)
        try await journey.bookSamples()
        journey.press(Key("j"), Key("j"))
        guard opens else { return journey }
        journey.press(Key("L"))
        await journey.see("Ledger: Cedar Library")
        await journey.wait("the entries") { !journey.model.isBusy }
        return journey
    }

    private func row(_ journey: Journey, _ text: String) -> String? { journey.lines.first { $0.contains(text) } }

    private func balance(_ journey: Journey) async throws -> String? {
        try await journey.cards().first { $0.name == "Cedar Library" }?.balance
    }

    @Test("the newest entry is first, under its month with the sums, with the balance after it")
    func rows() async throws {
        let journey = try await journey()
        let lines = journey.lines
        #expect(lines[0].hasPrefix(" Ledger: Cedar Library"))
        #expect(lines[0].contains("22.60 EUR"))
        #expect(lines[1].contains("day") && lines[1].contains("amount") && lines[1].hasSuffix("balance  "))
        #expect(lines[2].hasPrefix(" November 2026") && lines[2].contains("spent 7.40, received 20.00"))
        #expect(lines[3].contains("2026-11-20") && lines[3].contains("lunch") && lines[3].contains("-7.40"))
        #expect(lines[3].contains("22.60"))
        #expect(lines[4].contains("2026-11-18") && lines[4].contains("+20.00") && lines[4].contains("30.00"))
        #expect(lines[5].contains("-1.00") && lines[5].contains("cancelled"))
        #expect(lines[6].hasPrefix(" October 2026") && lines[6].contains("spent 2.50"))
        #expect(lines[7].contains("-2.50") && lines[7].contains("10.00"))
        // The sums are beneath the last entry, under a rule.
        #expect(lines[8].hasPrefix(" ────") && lines[9].hasPrefix(" total"))
        #expect(lines[9].contains("spent 9.90, received 20.00"))
        #expect(lines[22].contains("lunch · 1 of 4"))
        // Amounts and balances are aligned at the decimal mark.
        let amounts = [3, 7].map { lines[$0].prefix { $0 != "." }.count }
        #expect(amounts[0] == amounts[1])
    }

    @Test("x takes the selected entry back without asking, u counts it again")
    func takingBack() async throws {
        let journey = try await journey()
        journey.press(Key("x"))
        await journey.see("Cancelled -7.40 EUR. Cedar Library: 30.00 EUR · u undoes")
        #expect(try await balance(journey) == "30.00")
        #expect(journey.lines[3].contains("cancelled"))
        #expect(journey.lines[2].contains("received 20.00") && !journey.lines[2].contains("spent"))
        // It is there still, and cannot be taken back twice.
        journey.press(Key(.delete))
        await journey.see("cancels an entry, but this one does not count for the balance")
        journey.press(Key("u"))
        await journey.see("Undid")
        await journey.wait("the entry") { journey.lines[3].contains("22.60") }
        #expect(try await balance(journey) == "22.60")
    }

    @Test("Z hides what was taken back, and shows it again; the selected entry stays so")
    func hiding() async throws {
        let journey = try await journey()
        journey.press(Key("G"))
        await journey.see("4 of 4")
        journey.press(Key("Z"))
        await journey.see("3 of 3")
        #expect(!journey.text.contains("cancelled"))
        journey.press(Key("Z"))
        await journey.see("4 of 4")
        #expect(journey.text.contains("cancelled"))
    }

    @Test("$ books on the card of the ledger, which shows it")
    func booking() async throws {
        let journey = try await journey()
        journey.press(Key("$"))
        await journey.see("Spend or receive: Cedar Library")
        journey.type("0.60")
        journey.press(.enter)
        await journey.see("Cedar Library: 22.00 EUR")
        await journey.wait("the entry") {
            if let ledger = journey.model.navigator.path.last as? LedgerModel {
                ledger.ledger.lines.count == 5
            } else {
                false
            }
        }
        #expect(journey.lines[0].contains("22.00 EUR"))
        #expect(journey.lines[2].contains("spent 8.00, received 20.00"))
    }

    @Test("e writes a table to the path that is typed or suggested")
    func export() async throws {
        let files = FakeFiles()
        let journey = try await journey(files: files)
        journey.press(Key("e"))
        await journey.see("Export the ledger of Cedar Library")
        await journey.see("cedar-library-ledger.csv")
        journey.type("/home/ledger.csv")
        journey.press(.enter)
        await journey.see("Exported 4 entries to /home/ledger.csv")
        let text = String(decoding: try #require(files.written["/home/ledger.csv"]), as: UTF8.self)
        let lines = text.split(separator: "\r\n")
        #expect(lines.count == 5)
        #expect(lines.first == "day,kind,amount,currency,balance,note,counts")
        #expect(lines.last == "2026-10-31,spend,-2.50,EUR,10.00,,yes")
        #expect(text.contains("2026-11-17,spend,-1,EUR,,,no") || text.contains("2026-11-17,spend,-1.00,EUR,,,no"))
    }

    @Test("a card without entries says so, and nothing can be taken back")
    func empty() async throws {
        let journey = try await Journey(Card.samples)
        journey.press(Key("L"))
        await journey.see("Nothing has been spent or received yet.")
        journey.press(Key("x"))
        await journey.see("needs an entry, but none is shown")
        journey.press(Key("L"))
        await journey.seeNo("Ledger: ")
    }

    @Test("L opens it from the card and the barcode too, and leads back there")
    func elsewhere() async throws {
        let journey = try await journey(opens: false)
        journey.press(.enter)
        await journey.see("number  0 0042")
        journey.press(Key("L"))
        await journey.see("Ledger: Cedar Library")
        journey.press(.escape)
        await journey.see("number  0 0042")
        journey.press(Key("b"))
        await journey.wait("the barcode") {
            if journey.model.navigator.path.last is BarcodeModel { !journey.model.isBusy } else { false }
        }
        journey.press(Key("L"))
        await journey.see("Ledger: Cedar Library")
    }

    @Test("a ledger of many pages is whole, and its total is that of all entries")
    func pages() async throws {
        let journey = try await journey(opens: false)
        let card = try #require(Card.samples.first { $0.name == "Cedar Library" }?.identifier)
        for number in 0..<1100 {
            try await journey.book("+0.01", day: -100 - number, on: card)
        }
        journey.press(Key("L"))
        await journey.see("spent 9.90, received 31.00")
        journey.press(Key("G"))
        await journey.see("1104 of 1104")
        await journey.see("12.51")
        journey.press(Key("g"))
        await journey.see("1 of 1104")
        await journey.see("November 2026")
    }

    @Test("a card that is deleted elsewhere closes its ledger")
    func deleted() async throws {
        let journey = try await journey()
        let card = try #require(Card.samples.first { $0.name == "Cedar Library" }?.identifier)
        try await journey.store.apply([.delete(card)])
        await journey.see("was deleted elsewhere")
        #expect(journey.model.navigator.path.isEmpty)
    }

    @Test("amounts of 30 digits leave no half of a number")
    func large() async throws {
        let journey = try await journey(Size(columns: 40, rows: 12), opens: false)
        let card = try #require(Card.samples.first { $0.name == "Cedar Library" }?.identifier)
        try await journey.book("+" + String(repeating: "9", count: 26), day: 0, on: card)
        journey.press(Key("L"))
        await journey.see("Ledger: ")
        await journey.wait("the entries") { !journey.model.isBusy }
        #expect(journey.text.contains("2026-11-20"))
        let lines = journey.lines.dropFirst()
        #expect(lines.allSatisfy { !$0.contains("99") }, "\(journey.text)")
    }

    @Test("goldens", arguments: [Size(columns: 40, rows: 12), Size(columns: 80, rows: 24)], Look.allCases)
    func golden(size: Size, look: Look) async throws {
        let journey = try await journey(size, theme: look.theme)
        await expectGolden(journey, "ledger", look)
    }
}

extension Journey {
    /// Books on a card, this many days from today.
    @discardableResult
    func book(_ amount: String, day: Int, on card: CardID, note: String = "") async throws -> Balance? {
        let today = Journey.clock.today()
        let input = LocalInput(format: .iso, today: today)
        return try await store.book(
            LedgerBooking(amount, day: today.adding(days: day), note: note, input), on: card)
    }

    /// The ledger of Cedar Library, an entry a day, so that their order is known: two that count in November 2026, one in October, and one
    /// that was taken back.
    func bookSamples() async throws {
        guard let card = Card.samples.first(where: { $0.name == "Cedar Library" })?.identifier else { return }
        try await book("2.50", day: -20, on: card)
        try await book("1", day: -3, on: card)
        let page = try await store.ledger(of: card, after: nil, limit: 1)
        _ = try await store.takeBack(page.lines.map(\.id), of: card)
        try await book("+20", day: -2, on: card)
        try await book("7.40", day: 0, on: card, note: "lunch")
    }
}
