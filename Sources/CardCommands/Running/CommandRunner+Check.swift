internal import Basics
internal import CardSettings
internal import Cards

extension CommandRunner {
    private static let maximumListed = 20

    /// Reports unreadable cards after a command that processed the others; returns the command's exit code.
    func reportDamage(in store: any CardStore) async throws -> ExitCode {
        let damaged = try await damagedCards(in: store)
        if damaged.isEmpty { return .success }
        reportCards(damaged)
        output.warn("See: \(CommandTable.program) check --help")
        return .store
    }

    func damagedCards(in store: any CardStore) async throws -> [DamagedCard] {
        try await (store as? any StoreChecking)?.damagedCards() ?? []
    }

    private func reportCards(_ damaged: [DamagedCard]) {
        for card in damaged.prefix(Self.maximumListed) {
            output.warn("\(CommandTable.program): \(card.userMessage)")
        }
        if damaged.count > Self.maximumListed { output.warn("and \(damaged.count - Self.maximumListed) more") }
    }

    /// Checks the settings with the keys and themes that they name, then the store.
    func check(isRepairing: Bool, _ options: Invocation.Options) async throws -> ExitCode {
        // Notes what is wrong with the settings themselves.
        let store = try await store(options)
        let areSettingsRight = try checkSettings(options)
        guard let checking = store as? any StoreChecking else { return areSettingsRight ? .success : .refused }
        let code = try await check(checking, isRepairing: isRepairing)
        return code == .success && !areSettingsRight ? .refused : code
    }

    /// Reports problems of the key map and of themes. Returns whether there are none, in the settings either.
    private func checkSettings(_ options: Invocation.Options) throws -> Bool {
        let paths = try paths(options)
        let (config, problems) = Config.read(
            paths.config, isNamed: options.config != nil, environment: environment, validateBackend: validateBackend)
        let catalog = ThemeCatalog(folder: paths.themes)
        var others = tools.keyMap(config.keys, paths.config).problems
        others += catalog.entries.flatMap(\.problems)
        for problem in others where !problems.contains(problem) { output.warn(problem.userMessage) }
        return problems.isEmpty && others.isEmpty
    }

    private func check(_ store: any StoreChecking, isRepairing: Bool) async throws -> ExitCode {
        let report = isRepairing ? try await store.repair() : try await store.check()
        for repair in report.repairs { try output.print(repair + ".") }
        for problem in report.problems { output.warn("\(CommandTable.program): the file is damaged: \(problem)") }
        reportCards(report.damaged)
        reportPhotos(report)
        if report.isWhole {
            try output.print("The card store is intact: \(report.cards.counted("card")).")
            return report.missingPhotos.isEmpty && report.unusedPhotos == 0 ? .success : .refused
        }
        output.warn(
            isRepairing
                ? "This cannot be repaired. Export the readable cards, move the store away, and import them."
                : "Make a copy of the card store, then run: \(CommandTable.program) check --repair")
        return .store
    }

    private func reportPhotos(_ report: StoreReport) {
        for photo in report.missingPhotos.prefix(Self.maximumListed) {
            output.warn("\(CommandTable.program): \(photo.userMessage)")
        }
        let more = report.missingPhotos.count - Self.maximumListed
        if more > 0 { output.warn("and \(more) more") }
        guard report.unusedPhotos > 0 else { return }
        output.warn(
            "\(CommandTable.program): photos that no card has: \(report.unusedPhotos). To remove them: "
                + "\(CommandTable.program) check --repair")
    }
}
