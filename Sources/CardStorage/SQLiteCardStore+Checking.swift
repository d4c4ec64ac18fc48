public import Cards

extension SQLiteCardStore: StoreChecking {
    public nonisolated func damagedCards(inAtMost limit: Int) async throws -> [DamagedCard] {
        try await finder.damagedCards(inAtMost: limit)
    }

    private func damage() throws(StoreError) -> [DamagedCard] { try DamagedCards(connection: connection).all() }

    public func check() throws -> StoreReport {
        var report = StoreReport()
        report.problems = try problems()
        report.damaged = try damage()
        report.cards = try tables.cards.count()
        return report
    }

    public func repair() throws -> StoreReport {
        let before = try check()
        if before.isWhole { return before }
        var repairs: [String] = []
        if !before.problems.isEmpty {
            // Indexes follow from the tables; what is wrong with a table itself stays.
            try write { () throws(StoreError) in try connection.execute("REINDEX") }
            if try problems().isEmpty { repairs.append("The indexes of the store were made anew") }
        }
        repairs += try writeMuch { try tables.repair(try damage()) }
        tell(changed: nil)
        notifyPending()
        var report = try check()
        report.repairs = repairs
        return report
    }

    /// What SQLite finds, at most twenty of them.
    private func problems() throws(StoreError) -> [String] {
        do {
            return try connection.all("PRAGMA integrity_check(20)") { $0.text() }.filter { $0 != "ok" }
        } catch {
            guard case .damaged(_, let reason) = error else { throw error }
            return [reason]
        }
    }
}
