internal import Cards

/// Books an amount that was spent or received on a card.
struct BookCommand: ShellCommand {
    let card: String
    let booking: LedgerBooking
    /// Whether it is booked although the balance goes below zero, the amount is in another currency, or the day is before the card.
    let isConfirmed: Bool
    let isDryRun: Bool
    let isJSON: Bool

    static let specs = [
        CommandSpec(
            name: "spend", firstOperands: [.card], operand: .text("AMOUNT"), options: options,
            summary: "Subtract an amount from the balance of a card",
            details: details + """
                 x instead of the amount redeems a full card of stamps, as does the number of stamps of a full card; used marks a \
                voucher as used, as the command use does.
                """,
            examples: [
                "spend Tesco 7.40", "spend Tesco \"12 points\" --day yesterday --note lunch", "spend Coffee x",
            ], topic: "cards",
            read: { parsed, input throws(UsageError) in try BookCommand(parsed, .spend, input()) }),
        CommandSpec(
            name: "receive", firstOperands: [.card], operand: .text("AMOUNT"), options: options,
            summary: "Add an amount to the balance of a card",
            details: details + " A card of stamps takes as many as make it full; spend CARD x redeems a full one.",
            examples: [
                "receive Tesco 20", "receive Tesco \"20 EUR\" --note \"birthday present\"", "receive Coffee 1",
            ], topic: "cards",
            read: { parsed, input throws(UsageError) in try BookCommand(parsed, .receive, input()) }),
    ]

    private static let options = [
        OptionSpec(
            "day", takes: .text("DATE"), "The date of the entry, such as yesterday or 2026-11-20; default: today"),
        OptionSpec("note", takes: .text("TEXT"), "What the amount was for"),
        OptionSpec("yes", "Record the entry without asking (see above)"),
        CommandLineTable.dryRun,
        OptionSpec("json", "Write the result as JSON"),
    ]
    private static let details = """
        The amount has no sign, and no more decimals than its currency; points and stamps are whole numbers. It becomes an entry in the \
        ledger of the card, a single undo step, and the new balance is printed. If the balance would go below zero, the amount \
        is in another currency than the balance, or the card is not valid yet on that day, nothing is recorded without --yes, \
        and the exit code is 1; with --yes the amount counts in the currency of the card.
        """

    init(_ parsed: ArgumentParser, _ direction: LedgerBooking.Direction, _ input: LocalInput) throws(UsageError) {
        card = parsed.operands.first ?? ""
        isConfirmed = parsed.has("yes")
        isDryRun = parsed.has("dry-run")
        isJSON = parsed.has("json")
        let day = try parsed.pastDay("day", input)
        let amount = parsed.operands.last ?? ""
        do throws(TypingError) {
            booking = try LedgerBooking(
                amount, as: direction, day: day, note: parsed.value("note") ?? "", input)
        } catch {
            throw parsed.failure("\"\(amount)\": \(error.message)")
        }
    }

    func run(with runner: CommandRunner, _ options: Invocation.Options) async throws -> ExitCode {
        try await runner.book(self, options)
        return .success
    }
}

extension ArgumentParser {
    /// The day that an option names; nil without the option.
    func pastDay(_ option: String, _ input: LocalInput) throws(UsageError) -> CalendarDay? {
        guard let text = value(option) else { return nil }
        do throws(TypingError) {
            return try input.day(from: text, isPast: true)
        } catch {
            throw failure("--\(option) \"\(text)\": \(error.message)")
        }
    }
}

extension CommandRunner {
    func book(_ command: BookCommand, _ options: Invocation.Options) async throws {
        let store = try await store(options, isDryRun: command.isDryRun)
        let card = try await card(named: command.card, in: store)
        let effect: LedgerBooking.Effect
        do throws(TypingError) {
            effect = try command.booking.effect(on: card)
        } catch {
            throw CommandFailure("\(error.message). Nothing was saved.")
        }
        if !command.isConfirmed { try refuseDoubtful(effect, card) }
        guard let balance = try await store.book(command.booking, on: card.identifier) else {
            throw CommandFailure("the card was deleted in the meantime")
        }
        if command.isJSON {
            try write(object: [
                ("identifier", .string(card.identifier.text)), ("name", .string(card.name)),
                ("before", .string(effect.before.amount)), ("balance", .string(balance.amount)),
                ("currency", balance.currency.map { JSON.string($0) } ?? .null),
            ])
        } else {
            let before = "before \(format.text(effect.before.inFull))"
            let after =
                effect.isUsed ? ["used"] + (effect.hasEntry ? [before] : []) : [format.text(balance.inFull), before]
            try output.report("\(oneLine(card.name)): \(after.joined(separator: ", "))")
        }
        if command.isDryRun { tellDryRun(1) }
    }

    private func refuseDoubtful(_ effect: LedgerBooking.Effect, _ card: Card) throws {
        if let unit = effect.otherUnit {
            throw CommandFailure(
                "the balance of \"\(card.name)\" is in \(effect.before.unit.text), not in \(unit.text). "
                    + "With --yes the amount counts in \(effect.before.unit.text). Nothing was saved.")
        }
        if effect.isOverdrawn {
            throw CommandFailure(
                "the balance of \"\(card.name)\" would be \(format.text(effect.after)). To record it anyway, use --yes. "
                    + "Nothing was saved.")
        }
        if let first = effect.firstDay {
            throw CommandFailure(
                "\"\(card.name)\" is not valid until \(format.text(first)), after the day of this entry. "
                    + "To record it anyway, use --yes. Nothing was saved.")
        }
    }
}
