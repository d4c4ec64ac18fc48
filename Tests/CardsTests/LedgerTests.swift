import TestSupport
import Testing

@testable import Cards

@Suite("Ledgers")
struct LedgerTests {
    private static let card = CardID("gift") ?? .random()

    private static func entry(
        _ content: LedgerEntry.Content, _ amount: String, _ day: String = "2026-11-20", currency: String? = "EUR"
    ) -> LedgerEntry {
        LedgerEntry(
            card: card, content, amount: amount, currency: currency,
            day: CalendarDay(day) ?? CalendarDay(daysSince1970: 0), recorded: Timestamp(milliseconds: 0))
    }

    private static func number(_ text: String) throws -> ExactDecimal { try #require(ExactDecimal(text)) }

    // MARK: - Numbers

    @Test(
        "sums are exact, with the places of the longer number",
        arguments: [
            ("0.1", "0.2", "0.3"), ("12.50", "-7.4", "5.10"), ("-7.40", "7.4", "0.00"), ("5", "-7.40", "-2.40"),
            ("999999999999999999999999999999", "1", "1000000000000000000000000000000"), ("007", "0", "7"),
            (
                "100000000000000000000000000000", "-0.00000000000000000000000000001",
                "99999999999999999999999999999.99999999999999999999999999999"
            ),
        ])
    func sums(left: String, right: String, sum: String) throws {
        #expect(try (Self.number(left) + Self.number(right)).text == sum)
        #expect(try (Self.number(sum) - Self.number(right)) == Self.number(left))
    }

    @Test(
        "what is no decimal number is none", arguments: ["", "-", ".", "1.", ".5", "+1", "1,5", "a lot", "1.2.3", "١"])
    func noNumber(text: String) { #expect(ExactDecimal(text) == nil) }

    @Test("random sums agree with those of whole numbers")
    func randomSums() throws {
        var generator = SeededGenerator()
        for _ in 0..<1000 {
            let numbers = (0..<2).map { _ in Int.random(in: -99_999...99_999, using: &generator) }
            let texts = numbers.map { number in
                let digits = String(abs(number))
                let padded = String(repeating: "0", count: max(0, 3 - digits.count)) + digits
                return "\(number < 0 ? "-" : "")\(padded.dropLast(2)).\(padded.suffix(2))"
            }
            let (left, right) = (try Self.number(texts[0]), try Self.number(texts[1]))
            let sum = (left + right).text.filter { $0 != "." }
            #expect(Int(sum) == numbers[0] + numbers[1], "\(texts)")
            #expect((left < right) == (numbers[0] < numbers[1]), "\(texts)")
        }
    }

    // MARK: - Entries

    @Test("an entry counts unless an entry that counts cancels it, whatever their order")
    func cancelling() {
        let spent = Self.entry(.spend, "-7.40")
        let undone = Self.entry(.cancel(spent.id), "0")
        let redone = Self.entry(.cancel(undone.id), "0")
        #expect(Ledger([spent]).sum(in: "EUR").text == "-7.40")
        #expect(Ledger([undone, spent]).sum(in: "EUR").isZero)
        #expect(Ledger([redone, undone, spent, undone]).sum(in: "EUR").text == "-7.40")
        // Two devices took it back, and one of them did it again.
        let other = Self.entry(.cancel(spent.id), "0")
        #expect(Ledger([spent, undone, other, redone]).sum(in: "EUR").isZero)
        // What it names is not here yet; two that name each other end nowhere.
        let (first, second) = (LedgerEntry.ID.random(), LedgerEntry.ID.random())
        let circle = [(first, second), (second, first)].map { id, target in
            LedgerEntry(
                id: id, card: Self.card, .cancel(target), amount: "0", currency: nil, day: spent.day,
                recorded: spent.recorded)
        }
        #expect(Ledger(circle + [undone]).counting.isEmpty)
    }

    @Test("lines have the balance after each entry; other currencies and what was taken back have none")
    func lines() {
        let spent = Self.entry(.spend, "-7.40", "2026-10-31")
        let undone = Self.entry(.cancel(spent.id), "0", "2026-11-21")
        let entries = [
            Self.entry(.receive, "20", "2026-11-02"), undone, spent, Self.entry(.spend, "-5", "2026-11-01"),
            Self.entry(.spend, "-3", "2026-11-03", currency: nil), Self.entry(.set("30"), "2.5", "2026-12-01"),
        ]
        let ledger = Ledger(entries)
        let balance = Balance(amount: "30", currency: "EUR")
        #expect(ledger.opening(of: balance) == ExactDecimal("12.5"))
        let lines = ledger.lines(to: balance)
        #expect(lines.map(\.entry.amount) == ["-7.40", "-5", "20", "-3", "2.5"])
        #expect(lines.map(\.balance) == [nil, "7.5", "27.5", nil, "30.0"])
        #expect(lines.map(\.counts) == [false, true, true, true, true])
        let months = ledger.months(in: "EUR")
        #expect(months.map(\.month) == [11, 12])
        #expect(months.map(\.spent) == ["5", "0"])
        #expect(months.map(\.received) == ["20", "2.5"])
    }

    /// Each device has a set of entries; undo and redo add entries, merging is the union.
    @Test("however devices spend, receive, undo, redo and merge, they end with the same exact sum")
    func devices() throws {
        var generator = SeededGenerator()
        for _ in 0..<60 {
            var devices: [[LedgerEntry]] = [[], [], []]
            for _ in 0..<40 {
                let device = Int.random(in: 0..<3, using: &generator)
                switch Int.random(in: 0..<5, using: &generator) {
                case 0, 1:
                    let cents = Int.random(in: 1...9999, using: &generator)
                    let amount =
                        (Bool.random(using: &generator) ? "-" : "") + "\(cents / 100).\(cents % 100 / 10)\(cents % 10)"
                    devices[device].append(Self.entry(amount.hasPrefix("-") ? .spend : .receive, amount))
                case 2, 3:
                    // Undo, or redo where it hits an undo.
                    guard let target = devices[device].randomElement(using: &generator) else { continue }
                    devices[device].append(Self.entry(.cancel(target.id), "0"))
                default:
                    let known = Set(devices[device].map(\.id))
                    devices[device] += devices[(device + 1) % 3].filter { !known.contains($0.id) }
                }
            }
            let all = devices.flatMap { $0 }
            let sum = Ledger(all).sum(in: "EUR")
            let model = Self.modelSum(all)
            #expect(sum == ExactDecimal(model), "\(all.count) entries")
            for _ in 0..<3 { #expect(Ledger(all.shuffled(using: &generator)).sum(in: "EUR") == sum) }
            let opening = try Self.number("100.00")
            let ledger = Ledger(all)
            let balance = Balance(amount: (opening + sum).text, currency: "EUR")
            #expect(ledger.opening(of: balance) == opening)
            let last = ledger.lines(to: balance).last { $0.balance != nil }?.balance
            #expect(last == nil || last.flatMap { ExactDecimal($0) } == ExactDecimal(balance.amount))
        }
    }

    /// The sum in cents, by the rule as it is written: recursive, one entry after the other.
    private static func modelSum(_ entries: [LedgerEntry]) -> String {
        var known: [LedgerEntry.ID: LedgerEntry] = [:]
        for entry in entries { known[entry.id] = entry }
        func counts(_ id: LedgerEntry.ID) -> Bool { !known.values.contains { $0.cancelled == id && counts($0.id) } }
        var cents = 0
        for entry in known.values where entry.cancelled == nil && counts(entry.id) {
            cents += Int(entry.amount.filter { $0 != "." }) ?? 0
        }
        let padded = String(repeating: "0", count: max(0, 3 - String(abs(cents)).count)) + String(abs(cents))
        return "\(cents < 0 ? "-" : "")\(padded.dropLast(2)).\(padded.suffix(2))"
    }

    @Test("identifiers are 32 hexadecimal digits")
    func identifiers() {
        let made = LedgerEntry.ID.random()
        #expect(made.text.utf8.count == 32)
        #expect(LedgerEntry.ID(made.text) == made)
        #expect(made != .random())
        for wrong in ["", "0", made.text + "0", String(repeating: "G", count: 32)] {
            #expect(LedgerEntry.ID(wrong) == nil)
        }
        #expect(LedgerEntry.ID(bytes: made.bytes) == made)
        #expect(LedgerEntry.ID(bytes: Array(made.bytes.dropLast())) == nil)
    }
}
