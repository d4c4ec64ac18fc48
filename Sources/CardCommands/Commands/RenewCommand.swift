internal import Cards

/// Gives a card another last day.
struct RenewCommand: ShellCommand {
    let card: String
    /// A day, or a period from the last day on.
    let day: String
    /// The new first day; nil leaves that as it is.
    let start: CalendarDay?
    let isDryRun: Bool
    let isJSON: Bool

    static let spec = CommandSpec(
        name: "renew", firstOperands: [.card], operand: .text("DAY"), isOperandRequired: false,
        options: [
            OptionSpec("start", takes: .text("DATE"), "Also set the start date"),
            CommandLineTable.dryRun, OptionSpec("json", "Write the card as JSON"),
        ],
        summary: "Set a new expiry date for a card",
        details: """
            \(CommandLineTable.oneCard) DAY is a date, or a period such as +6m, counted from the card's expiry date, or from today \
            if the result would already be over; the default is +1y. The start date stays, unless --start sets it. Reminders \
            are sent again for the new date. The change is a single undo step.
            """,
        examples: ["renew \"elm gym\"", "renew Tesco 2027-12-31 --start 2027-01-01"], topic: "cards",
        read: { parsed, input throws(UsageError) in try RenewCommand(parsed, input()) })

    init(_ parsed: ArgumentParser, _ input: LocalInput) throws(UsageError) {
        card = parsed.operands.first ?? ""
        day = parsed.operands.dropFirst().first ?? CardRenewal.usual
        isDryRun = parsed.has("dry-run")
        isJSON = parsed.has("json")
        if let text = parsed.value("start") {
            do throws(TypingError) {
                start = try input.day(from: text, isStart: true)
            } catch {
                throw parsed.failure("--start \"\(text)\": \(error.message)")
            }
        } else {
            start = nil
        }
    }

    func run(with runner: CommandRunner, _ options: Invocation.Options) async throws -> ExitCode {
        try await runner.renew(self, options)
        return .success
    }
}

extension CommandRunner {
    func renew(_ command: RenewCommand, _ options: Invocation.Options) async throws {
        let store = try await store(options, isDryRun: command.isDryRun)
        let card = try await card(named: command.card, in: store)
        let meant = try await store.meantDay(of: card.identifier)
        let renewal: CardRenewal
        do throws(TypingError) {
            let input = LocalInput(format: localFormat, today: clock.today())
            renewal = try CardRenewal(card, typed: command.day, from: command.start, meaning: meant, input)
        } catch {
            throw CommandFailure("\"\(command.day)\": \(error.message). Nothing was changed.", .usage)
        }
        if let problem = renewal.problem(with: card) { throw CommandFailure("\(problem). Nothing was changed.") }
        let patch = renewal.patch(of: card)
        try await store.renew(card, renewal)
        if command.isJSON {
            try write(object: CardJSON.membersWithoutPhotos(of: patch.values))
        } else {
            let verb = command.isDryRun ? "would be" : "is"
            try output.report("\(oneLine(card.name)) \(verb) valid until \(format.text(renewal.expiry))")
        }
        if command.isDryRun { tellDryRun(1) }
    }
}
