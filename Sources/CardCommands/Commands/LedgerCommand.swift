internal import CardTransfer
internal import Cards

/// Lists what changed the balance of a card.
struct LedgerCommand: ShellCommand {
    enum Form: Hashable, Sendable { case text, csv, json }

    let card: String
    /// Nil for all entries.
    let limit: Int?
    let form: Form

    static let spec = CommandSpec(
        name: "ledger", operand: .card,
        options: [
            ListCommand.limit, OptionSpec("csv", "Write a table for spreadsheets"),
            OptionSpec("json", "Write one JSON object per line"),
        ],
        summary: "List what was spent and received on a card",
        details: """
            The newest entries come first: day, kind, amount, the balance after it, note. Every change of the balance is an \
            entry: spend, receive, and set for a balance that was typed or came from a backend or an import. Cancelled \
            entries, and those in a currency other than the card's, have no balance. When piped, the columns are separated by \
            tabs.
            """,
        examples: ["ledger Tesco --limit 20", "ledger Tesco --csv > tesco.csv"], topic: "cards",
        read: { parsed, _ throws(UsageError) in try LedgerCommand(parsed) })

    init(_ parsed: ArgumentParser) throws(UsageError) {
        card = parsed.operands.first ?? ""
        limit = try parsed.number("limit")
        try parsed.exclude("csv", "json")
        form = parsed.has("csv") ? .csv : parsed.has("json") ? .json : .text
    }

    var mayBeLong: Bool { true }

    func run(with runner: CommandRunner, _ options: Invocation.Options) async throws -> ExitCode {
        try await runner.showLedger(self, options)
        return .success
    }
}

extension CommandRunner {
    func showLedger(_ command: LedgerCommand, _ options: Invocation.Options) async throws {
        let store = try await store(options)
        let card = try await card(named: command.card, in: store)
        var page: LedgerPage?
        var left = command.limit ?? .max
        if command.form == .csv { try output.out.write(LedgerCSV.header) }
        repeat {
            let next = try await store.ledger(of: card.identifier, after: page, limit: min(left, Self.pageSize))
            try write(ledger: next.lines, command.form)
            left -= next.lines.count
            page = next
        } while page?.hasMore == true && left > 0
    }

    private func write(ledger lines: [Ledger.Line], _ form: LedgerCommand.Form) throws {
        switch form {
        case .csv:
            let isTerminal = output.out.isTerminal
            for line in lines {
                let note = isTerminal ? cell(line.entry.note) : line.entry.note
                try output.out.write(LedgerCSV.record(line, note: note))
            }
        case .json: for line in lines { try write(object: Self.members(of: line)) }
        case .text:
            try write(
                rows: lines.map { line in
                    let entry = line.entry
                    return [
                        format.text(entry.day), entry.content.name,
                        format.text(entry.sum),
                        line.balanceInFull.map { format.text($0) } ?? (line.counts ? "" : "cancelled"),
                        entry.note,
                    ]
                })
        }
    }

    private static func members(of line: Ledger.Line) -> [(key: String, value: JSON)] {
        let entry = line.entry
        return [
            ("identifier", .string(entry.id.text)), ("day", .string(entry.day.text)),
            ("recorded", .string(entry.recorded.text)), ("kind", .string(entry.content.name)),
            ("amount", .string(entry.amount)), ("currency", entry.currency.map { JSON.string($0) } ?? .null),
            ("balance", line.balance.map { JSON.string($0) } ?? .null), ("counts", .bool(line.counts)),
            ("note", .string(entry.note)),
        ]
    }
}
