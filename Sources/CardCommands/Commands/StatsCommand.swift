internal import Basics
internal import Cards

/// Adds up what cards are worth.
struct StatsCommand: ShellCommand {
    let request: ListRequest
    let isJSON: Bool

    static let spec = CommandSpec(
        name: "stats", operand: .text("WORDS"), isOperandRequired: false, isOperandRepeatable: true,
        options: [OptionSpec("json", "Write one JSON object")], summary: "Add up balances and what was spent",
        details: """
            Balances by currency and by group, without conversion; balances that expire within \(CardTotals.soonDays) days; \
            was spent by month; the cards opened most on this machine. WORDS are as in list. Balances of archived cards are \
            not added. When piped, the columns are separated by tabs.
            """,
        examples: ["stats", "stats group:gifts --json"], topic: "cards",
        read: { parsed, input throws(UsageError) in try StatsCommand(parsed, input) })

    init(_ parsed: ArgumentParser, _ input: () -> LocalInput) throws(UsageError) {
        request = try ListRequest(parsed, input)
        isJSON = parsed.has("json")
    }

    var mayBeLong: Bool { true }

    func run(with runner: CommandRunner, _ options: Invocation.Options) async throws -> ExitCode {
        try await runner.showStats(self, options)
        return .success
    }
}

extension CommandRunner {
    func showStats(_ command: StatsCommand, _ options: Invocation.Options) async throws {
        let store = try await store(options)
        let cards = try await ListedCards(command.request, in: store)
        var totals = CardTotals(today: clock.today())
        var found: Set<CardID> = []
        try await cards.forEachPage([.balance, .state]) { page in
            for card in page {
                totals.add(card)
                found.insert(card.id)
            }
        }
        await cards.close()
        totals.add(try await store.spendings().filter { found.contains($0.card) })
        if command.isJSON { return try write(object: Self.members(of: totals)) }
        let bar = options.isPlain ? "#" : "━"
        try write(
            rows: totals.rows(format).map { row in
                let share = row.share.map { String(repeating: bar, count: max(1, Int(($0 * 20).rounded()))) }
                return [row.label, row.name, row.value, share ?? row.detail]
            })
    }

    private static func members(of totals: CardTotals) -> [(key: String, value: JSON)] {
        func text(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
        func sums(_ balances: BalanceTotals, withCount: Bool = true) -> JSON {
            .array(
                balances.sums.map { sum in
                    var members: [String: JSON] = [
                        "amount": .string(sum.balance.amount), "currency": text(sum.currency),
                    ]
                    if withCount { members["cards"] = .number(String(sum.count)) }
                    return .object(members)
                })
        }
        return [
            ("cards", .number(String(totals.count))), ("archived", .number(String(totals.archivedCount))),
            ("balances", sums(totals.balances)),
            (
                "groups",
                .array(totals.groups.map { .object(["name": .string($0.name), "balances": sums($0.balances)]) })
            ),
            (
                "expiring",
                .array(
                    totals.expiring.map { card in
                        .object([
                            "identifier": .string(card.id.text), "name": .string(card.name),
                            "expiry": text(card.expiry?.text), "amount": text(card.amountLeft?.amount),
                            "currency": text(card.amountLeft?.currency),
                        ])
                    })
            ),
            (
                "spent",
                .array(
                    totals.spent.map { month in
                        .object(["month": .string(month.month), "amounts": sums(month.balances, withCount: false)])
                    })
            ),
            (
                "mostUsed",
                .array(
                    totals.mostUsed.map { card in
                        .object([
                            "identifier": .string(card.id.text), "name": .string(card.name),
                            "uses": .number(String(card.usage.uses)),
                        ])
                    })
            ),
        ]
    }
}
