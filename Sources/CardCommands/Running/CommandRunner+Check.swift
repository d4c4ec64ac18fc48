internal import Basics
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

    func check(isRepairing: Bool, _ store: any CardStore) async throws -> ExitCode {
        guard let store = store as? any StoreChecking else { return .success }
        let report = isRepairing ? try await store.repair() : try await store.check()
        for repair in report.repairs { try output.print(repair + ".") }
        for problem in report.problems { output.warn("\(CommandTable.program): the file is damaged: \(problem)") }
        reportCards(report.damaged)
        if report.isWhole {
            try output.print("The card store is intact: \(report.cards.counted("card")).")
            return .success
        }
        output.warn(
            isRepairing
                ? "This cannot be repaired. Export the readable cards, move the store away, and import them."
                : "Make a copy of the card store, then run: \(CommandTable.program) check --repair")
        return .store
    }
}
