internal import Basics
internal import CardSettings
internal import Cards

/// Tells which cards expire, and what departs or begins soon, each once for each period, and archives those that have.
struct RemindCommand: ShellCommand {
    enum Timer: Hashable, Sendable { case install, uninstall }

    let timer: Timer?
    let mail: String?
    /// Instead of that of the settings.
    let command: String?
    let isDryRun: Bool
    let isJSON: Bool
    /// Whether the hourly timer runs it.
    let isHourly: Bool

    static let spec = CommandSpec(
        name: "remind",
        options: [
            OptionSpec("mail", takes: .text("ADDRESS"), "Mail the reminders to this address, with sendmail or mail"),
            OptionSpec(
                "command", takes: .text("COMMAND"), "Pass the reminders to this command, as JSON on standard input"),
            OptionSpec("install", "Run this every hour, or once a day, by a systemd timer"),
            OptionSpec("uninstall", "Remove that timer"),
            OptionSpec("hourly", "Leave what has no time of day until 8 in the morning, as the timer does"),
            OptionSpec("dry-run", "Only show what is due; nothing is sent, recorded or archived"),
            OptionSpec("json", "Write one JSON object per line"),
        ],
        summary: "Send reminders of cards that expire or are needed soon",
        details: """
            Reminders are due 30, 7 and 1 days before a card's expiry date, or as set by remind_before in the settings or by \
            the card itself. Each reminder is sent once, however often the command runs. If the command has not run for a \
            while, there is one reminder per card, up to a week after its expiry date; older reminders are not sent. \
            Departures, events and other moments of a card are announced once, 24 hours before, or as set by remind_moments in \
            the settings; an outward and a return train are two moments. The value never in a card's reminders turns off both. \
            Reminders are printed, unless --mail, --command or remind_command in the settings says otherwise. If sending fails \
            or takes longer than 30 seconds, the reminder counts as not sent and is sent by the next run. Archived cards are \
            left out. With archive_expired_after in the settings, cards that expired at least that long ago are archived \
            first, as a single undo step. Passes of issuers that you have agreed to are renewed first (see passes renew), and \
            their changes are reported, too. Devices that share the cards (sync setup) send each reminder only once: the \
            command syncs with them before and after, for 10 seconds at most, and continues without those that do not answer. \
            --install writes and enables a systemd timer that runs the command every hour with --hourly, and with --mail if \
            given, at a minute that other machines seldom use. With --hourly, moments with a time are announced in every run; \
            expiry dates and moments that last whole days wait until 8 o'clock, after which cards are archived and passes \
            renewed once a day. If every period of remind_moments is 48 hours or more, or there is none, the timer runs once a \
            day after 8. Run --install again after changing these periods, or if an earlier version installed the timer: that \
            one runs daily and can miss departures in the morning. Without systemd for the user, the line for crontab -e is \
            printed instead.
            """,
        examples: ["remind --dry-run", "remind --install --mail me@home.example"], topic: "cards",
        read: { parsed, _ throws(UsageError) in try RemindCommand(parsed) })

    init(_ parsed: ArgumentParser) throws(UsageError) {
        timer = parsed.has("install") ? .install : parsed.has("uninstall") ? .uninstall : nil
        mail = parsed.value("mail")
        command = parsed.value("command")
        isDryRun = parsed.has("dry-run")
        isJSON = parsed.has("json")
        isHourly = parsed.has("hourly")
        try parsed.exclude("install", "uninstall")
        if let mail, !ReminderSending.isAddress(mail) {
            throw parsed.failure("--mail \"\(mail)\": this is not an address, such as me@home.example")
        }
        if command?.allSatisfy(\.isWhitespace) == true { throw parsed.failure("--command is empty") }
        // Everybody on the machine can read the arguments of a process.
        if command != nil, timer != nil {
            throw parsed.failure("--command cannot be used with a timer; set remind_command in the settings file")
        }
        for other in ["dry-run", "json", "demo", "hourly"] { try parsed.exclude(other, "install", "uninstall") }
        try parsed.exclude("mail", "uninstall")
    }

    func run(with runner: CommandRunner, _ options: Invocation.Options) async throws -> ExitCode {
        try await runner.remind(self, options)
        return .success
    }
}

extension CommandRunner {
    func remind(_ command: RemindCommand, _ options: Invocation.Options) async throws {
        switch command.timer {
        case .install: return try await installTimer(command, options)
        case .uninstall: return try await uninstallTimer()
        case nil: break
        }
        let settings = try config(options).expiry
        let store = try await store(options)
        if command.isDryRun || options.isDemo { return try await remind(command, settings, store, nil, options) }
        // Two at once would both find a reminder that is not told yet: reading, telling and remembering are one.
        let lock = ReminderLock(besideStore: try paths(options).store)
        try await lock.locked { try await remind(command, settings, store, lock, options) }
    }

    /// - Parameter lock: that is held, and knows whether the work of the day is done; nil where none is.
    private func remind(
        _ command: RemindCommand, _ settings: Config.Expiry, _ store: any CardStore, _ lock: ReminderLock?,
        _ options: Invocation.Options
    ) async throws {
        let today = clock.today()
        let isAfterEight = clock.timeOfDay(clock.now()) >= ReminderTimer.morning
        // Nobody wants to be woken because a card expires in a month. Whoever runs the command gets everything at once.
        let includesDays = !command.isHourly || isAfterEight
        var isArchived = false
        var renewed: [RenewedPass] = []
        if !command.isDryRun {
            // What another device has told or archived is not done again.
            try await exchangeBriefly(store, options)
            if includesDays, !command.isHourly || lock?.dayOfWork != today {
                isArchived = try await archive(settings, in: store, isQuiet: command.isJSON)
                if !options.isDemo { renewed = try await renewAgreedPasses(in: store, options) }
                // After a run at night the timer renews the passes in the morning all the same.
                if isAfterEight { lock?.noteWork(on: today) }
            } else if includesDays, !options.isDemo {
                // What could not be sent.
                renewed = try keptPassNews(options)
            }
        }
        let sent = try await store.sentReminders()
        var expiring: [Card] = []
        if includesDays {
            expiring = try await store.cards(expiringFrom: today.adding(days: -ReminderPlan.daysAfterExpiry))
        }
        var plan = ReminderPlan(expiring, sent: sent, today: today, standard: settings.remindBefore)
        plan.add(
            momentsOf: try await cards(with: settings.remindMoments, in: store), sent: sent, settings.remindMoments,
            clock, includesDays: includesDays)
        // Cron mails what is written here: while there is nothing to tell, nothing is said of the clock either.
        if let later = plan.laterDay, !plan.due.isEmpty || output.out.isTerminal {
            output.warn(
                "A reminder was sent on \(format.text(later)), but today is \(format.text(today)): the clock is wrong "
                    + "now or was wrong then. Reminders already sent for later days will be sent again on those days.")
        }
        if command.isDryRun { return try show(plan, asJSON: command.isJSON) }
        if !plan.due.isEmpty || !renewed.isEmpty {
            try await send(plan, renewed, command, settings)
            try await store.remember(plan.due.flatMap(\.sent))
            try notePassNewsTold(renewed, options)
        } else if !isArchived {
            return
        }
        try await exchangeBriefly(store, options)
    }

    /// The cards that have a moment soon.
    private func cards(with periods: MomentPeriods, in store: any CardStore) async throws -> [Card] {
        if periods.hours.isEmpty { return [] }
        // A day more: where the moment is, it may be another day.
        let filter = CardFilter("-is:archived next:\(periods.days + 1)d", localFormat.days)
        let found = try await store.findOnce(CardQuery(filter: filter))
        var cards: [Card] = []
        for identifier in try await found.identifiers(in: 0..<found.count) {
            if let card = try await store.card(identifier) { cards.append(card) }
        }
        return cards
    }

    /// Archives the cards that expired long enough ago. Returns whether there were any.
    private func archive(_ settings: Config.Expiry, in store: any CardStore, isQuiet: Bool) async throws -> Bool {
        guard let day = settings.archiveAfter?.day(before: clock.today()),
            let outcome = try await store.archiveExpired(before: day)
        else { return false }
        if isQuiet { return true }
        let cards = outcome.name.map(oneLine) ?? "\(outcome.count) cards"
        try output.report("Archived \(cards): expired before \(format.text(day)). See: \(again("undo"))")
        return true
    }

    private func send(
        _ plan: ReminderPlan, _ renewed: [RenewedPass], _ command: RemindCommand, _ settings: Config.Expiry
    ) async throws {
        let line = command.command ?? (command.mail == nil ? settings.command : nil)
        guard line != nil || command.mail != nil else { return try show(plan, renewed, asJSON: command.isJSON) }
        let sending = ReminderSending(environment: environment)
        if let address = command.mail {
            let sentences = plan.due.map { sentence(of: $0) } + renewed.map { oneLine($0.text) }
            let text = sentences.map { VisibleText.of(String($0.prefix(300))) + "\n" }.joined()
            let isOfMore = !renewed.isEmpty || plan.due.contains { $0.moment != nil }
            try await sending.mail(text, to: address, subject: isOfMore ? "Cards" : "Cards that expire")
        }
        if let line {
            let reminders =
                plan.due.map { JSON.object(JSONObject(members(of: $0))) }
                + renewed.map { JSON.object(JSONObject($0.members)) }
            try await sending.run(line, input: JSONWriter.bytes(of: .array(reminders)))
        }
        if command.isJSON { return try show(plan, renewed, asJSON: true) }
        guard output.out.isTerminal else { return }
        if plan.due.isEmpty { return }
        try output.report("\(plan.due.count.counted("reminder")) sent")
    }

    private func show(_ plan: ReminderPlan, _ renewed: [RenewedPass] = [], asJSON: Bool) throws {
        for reminder in plan.due {
            if asJSON {
                try write(object: members(of: reminder))
            } else {
                try output.write(cell(sentence(of: reminder)) + "\n")
            }
        }
        for pass in renewed {
            if asJSON { try write(object: pass.members) } else { try output.print(oneLine(pass.text)) }
        }
    }

    /// "Tesco expires in 12 days, on Wednesday, 2 December 2026 (balance: 12.50 EUR)"
    /// "Juniper Rail: departs today 14:05".
    private func sentence(of reminder: DueReminder) -> String {
        guard let moment = reminder.moment else { return oneLine(sentence(CardSummary(reminder.card))) }
        return oneLine(moment.sentence(of: reminder.card, clock, localFormat))
    }

    private func members(of reminder: DueReminder) -> [(key: String, value: JSON)] {
        let card = reminder.card
        if let moment = reminder.moment {
            return [
                ("identifier", .string(card.identifier.text)), ("name", .string(card.name)),
                ("moment", .string(moment.start.text)), ("kind", .string(moment.kind.rawValue)),
                ("days", .integer(reminder.expiry.daysSince1970 - clock.today().daysSince1970)),
                ("periods", .array(reminder.sent.map { .string(String($0.period.prefix { $0 != "@" })) })),
                ("text", .string(sentence(of: reminder))),
            ]
        }
        return [
            ("identifier", .string(card.identifier.text)), ("name", .string(card.name)),
            ("expiry", .string(reminder.expiry.text)),
            ("days", .integer(reminder.expiry.daysSince1970 - clock.today().daysSince1970)),
            ("periods", .array(reminder.sent.map { .string($0.period) })), ("balance", .string(card.balance)),
            ("currency", card.currency.map { JSON.string($0) } ?? .null),
            ("text", .string(sentence(of: reminder))),
        ]
    }

    // MARK: - The timer

    private func installTimer(_ command: RemindCommand, _ options: Invocation.Options) async throws {
        if options.config != nil { try PipedSettings.check(try paths(options).config) }
        // Neither systemd nor cron has the folder of this shell.
        let isHourly = try !config(options).expiry.remindMoments.isDaily
        var arguments = isHourly ? ["remind", "--hourly"] : ["remind"]
        arguments.append("--store=" + ReminderTimer.absolute(try paths(options).store))
        if let path = options.config { arguments.append("--config=" + ReminderTimer.absolute(path)) }
        if let mail = command.mail { arguments.append("--mail=\(mail)") }
        switch try await ReminderTimer(environment: environment).install(arguments, isHourly: isHourly) {
        case .done(let path):
            try output.report(
                "Reminders are sent every morning\(isHourly ? ", those of departures every hour" : ""): \(path)")
        case .noSystemd(let line):
            output.warn("No systemd runs for this user. Add this line with crontab -e:")
            try output.print(line)
        }
    }

    private func uninstallTimer() async throws {
        if let path = try await ReminderTimer(environment: environment).uninstall() {
            try output.report("Removed \(path)")
        } else {
            output.warn("No timer was installed. If crontab has a line for it, remove that with crontab -e.")
        }
    }
}
