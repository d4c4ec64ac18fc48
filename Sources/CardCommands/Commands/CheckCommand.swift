internal import Basics
internal import CardSettings
internal import Cards

/// Checks the settings and the store, with or without repairs.
struct CheckCommand: ShellCommand {
    let isRepairing: Bool
    let isJSON: Bool

    static let spec = CommandSpec(
        name: "check", options: [repair, CommandLineTable.json], summary: "Check the settings and the card store",
        details: """
            Reports what is wrong with the settings, the keys and your own themes. Reads the whole card store and lists \
            each card that cannot be read. The exit code is then 3, as with list, show and export, which skip such cards. \
            It is 1 for problems in the settings, for missing or unused photos, and if the last automatic backup failed; \
            the time of the last backup is shown. --repair restores what is lost from the history of the card, as far as \
            possible, and removes unused photos; make a copy of the card store first.
            """,
        examples: ["check", "backup before.sqlite && cards-tui check --repair"],
        read: { parsed, _ in
            CheckCommand(isRepairing: parsed.has("repair"), isJSON: parsed.has("json"))
        })

    private static let repair = OptionSpec("repair", "Repair what can be repaired")

    func run(with runner: CommandRunner, _ options: Invocation.Options) async throws -> ExitCode {
        try await runner.check(isRepairing: isRepairing, asJSON: isJSON, options)
    }
}

extension CommandRunner {
    private static let maximumListed = 20

    /// Reports unreadable cards after a command that processed the others; returns the command's exit code.
    func reportDamage(in store: any CardStore) async throws -> ExitCode { report(try await store.damagedCards()) }

    /// The same for cards that the command found itself.
    func report(_ damaged: [DamagedCard]) -> ExitCode {
        if damaged.isEmpty { return .success }
        reportCards(damaged)
        output.warn("See: \(CommandLineTable.program) check --help")
        return .store
    }

    private func reportCards(_ damaged: [DamagedCard]) {
        for card in damaged.prefix(Self.maximumListed) {
            output.warn("\(CommandLineTable.program): \(card.userMessage)")
        }
        if damaged.count > Self.maximumListed { output.warn("and \(damaged.count - Self.maximumListed) more") }
    }

    /// Checks the settings with the keys and themes that they name, then the store.
    fileprivate func check(isRepairing: Bool, asJSON: Bool, _ options: Invocation.Options) async throws -> ExitCode {
        // Notes what is wrong with the settings themselves.
        let store = try await store(options)
        let settings = try checkSettings(options)
        if !asJSON { for problem in settings.others { output.warn(problem.userMessage) } }
        let problems = settings.noted + settings.others
        let report = isRepairing ? try await store.repair() : try await store.check()
        let backups = try await backupState(options)
        if asJSON {
            let more = backups.map { [(key: "backups", value: $0.json)] } ?? []
            try write(object: Self.members(of: report, settings: problems) + more)
        } else {
            try say(report, isRepairing: isRepairing)
            if let backups { try say(backups) }
        }
        if !report.isWhole { return .store }
        let isRight =
            problems.isEmpty && report.missingPhotos.isEmpty && report.unusedPhotos == 0 && backups?.failure == nil
        return isRight ? .success : .refused
    }

    /// The problems that reading the settings notes, and the others, of the key map and of themes.
    private func checkSettings(
        _ options: Invocation.Options
    ) throws -> (noted: [ConfigProblem], others: [ConfigProblem]) {
        let paths = try paths(options)
        let (config, problems) = Config.read(
            paths.config, isNamed: options.config != nil, environment: environment,
            validateBackend: platform.problem(withBackend:))
        let themes = ThemeCatalog(folder: paths.themes).entries.flatMap(\.problems)
        let others = platform.keyMap(config.keys, paths.config).problems + themes
        return (problems, others.filter { !problems.contains($0) })
    }

    private func say(_ backups: BackupState) throws {
        try output.print(backups.sentence)
        if let failure = backups.failure { output.warn("\(CommandLineTable.program): \(failure)") }
    }

    private func say(_ report: StoreReport, isRepairing: Bool) throws {
        for repair in report.repairs { try output.print(repair + ".") }
        for problem in report.problems { output.warn("\(CommandLineTable.program): the file is damaged: \(problem)") }
        for sentence in report.foreign.prefix(Self.maximumListed) {
            output.warn("\(CommandLineTable.program): the card store was changed by another program: \(sentence)")
        }
        let more = report.foreign.count - Self.maximumListed
        if more > 0 { output.warn("and \(more) more") }
        reportCards(report.damaged)
        reportPhotos(report)
        if report.isWhole { return try output.print("The card store is intact: \(report.cards.counted("card")).") }
        // A new store has the rows of this one, and tables of its own.
        let isOnlyForeign = report.problems.isEmpty && report.damaged.isEmpty
        output.warn(
            isRepairing
                ? isOnlyForeign
                    ? "To get rid of the change, create a new store from the cards: \(CommandLineTable.program) --store NEW restore FILE"
                    : "This cannot be repaired. Export the readable cards, move the store away, and import them."
                : "Make a copy of the card store, then run: \(again("check --repair"))")
    }

    private static func members(
        of report: StoreReport, settings: [ConfigProblem]
    ) -> [(key: String, value: JSON)] {
        func texts(_ texts: [String]) -> JSON { .array(texts.map { .string($0) }) }
        let missing = report.missingPhotos.map { photo -> JSON in
            .object(
                JSONObject([
                    ("identifier", .string(photo.card.text)), ("name", .string(photo.name)),
                    ("photo", .string(photo.part)),
                ]))
        }
        return [
            ("intact", .bool(report.isWhole)), ("cards", .integer(report.cards)),
            ("problems", texts(report.problems)), ("foreign", texts(report.foreign)),
            ("damaged", texts(report.damaged.map(\.userMessage))),
            ("missingPhotos", .array(missing)), ("unusedPhotos", .integer(report.unusedPhotos)),
            ("repairs", texts(report.repairs)), ("settings", texts(settings.map(\.userMessage))),
        ]
    }

    private func reportPhotos(_ report: StoreReport) {
        for photo in report.missingPhotos.prefix(Self.maximumListed) {
            output.warn("\(CommandLineTable.program): \(photo.userMessage)")
        }
        let more = report.missingPhotos.count - Self.maximumListed
        if more > 0 { output.warn("and \(more) more") }
        guard report.unusedPhotos > 0 else { return }
        output.warn(
            "\(CommandLineTable.program): unused photos: \(report.unusedPhotos). To remove them: "
                + again("check --repair"))
    }
}
