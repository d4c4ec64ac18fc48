public import Cards
internal import Glibc

extension SQLiteCardStore {
    public nonisolated func damagedCards() async throws -> [DamagedCard] { try await finder.damagedCards() }

    public nonisolated func damageNotices() -> AsyncStream<Void> { location.damage.listen() }

    public func check() throws -> StoreReport {
        var report = StoreReport()
        let foreign = try foreign()
        report.problems = try problems(foreign)
        report.foreign = foreign.sentences
        report.damaged = try DamagedCards(connection: connection).all()
        report.cards = try tables.cards.count()
        // In a damaged file a missing row proves nothing.
        guard report.problems.isEmpty else { return report }
        report.missingPhotos = try tables.photos.missing()
        report.unusedPhotos = try tables.photos.unused().count
        return report
    }

    /// A store of a newer version may define more.
    private func foreign() throws(StoreError) -> StoreShape.Differences {
        if case .newerVersion = readOnlyReason { return StoreShape.Differences() }
        return try ShapeCheck(connection).differences()
    }

    public func repair() throws -> StoreReport {
        let before = try check()
        if before.isWhole, before.unusedPhotos == 0 { return before }
        var repairs = before.foreign.isEmpty ? [] : try repairShape()
        if case .altered = readOnlyReason {
            // It is opened for writing by the next program.
            var report = try check()
            report.repairs = repairs
            return report
        }
        if !before.problems.isEmpty {
            // Indexes are rebuilt from the tables; damage of a table itself remains.
            try write { () throws(StoreError) in try connection.execute("REINDEX") }
            if try problems().isEmpty { repairs.append("The indexes of the store were rebuilt") }
        }
        repairs += try writeLarge {
            var repair = try CardRepair(tables, at: clock.now())
            return try repair.repair()
        }
        if try problems().isEmpty { repairs += try removeUnusedPhotos() }
        notify(changed: nil)
        notifyPending()
        var report = try check()
        report.repairs = repairs
        return report
    }

    /// Removes triggers, views and indexes of others, and makes the store's own indexes anew.
    private func repairShape() throws(StoreError) -> [String] {
        let isReadOnly = readOnlyReason != nil
        if isReadOnly {
            guard case .altered = readOnlyReason else { return [] }
            try connection.execute("PRAGMA query_only = OFF")
        }
        defer { if isReadOnly { try? connection.execute("PRAGMA query_only = ON") } }
        return try connection.transaction { () throws(StoreError) in try ShapeCheck(connection).repair(foreign()) }
    }

    private func removeUnusedPhotos() throws -> [String] {
        // Listed inside of the transaction: another program may just have stored one.
        let removed = try writeLarge {
            let unused = try tables.photos.unused()
            for hash in unused { try tables.photos.remove(hash) }
            return unused.count
        }
        if removed == 0 { return [] }
        truncateLog()
        return ["Removed unused photos: \(removed)"]
    }

    /// At most twenty problems that SQLite finds.
    private func problems(_ foreign: StoreShape.Differences = StoreShape.Differences()) throws(StoreError) -> [String] {
        do {
            let problems = try ShapeCheck(connection).problems(atMost: 20, foreign)
            // Throws where the log is full: no change can be noted any more.
            if problems.isEmpty { _ = try tables.log.lastSequence() }
            return problems
        } catch {
            guard case .damaged(_, let reason) = error else { throw error }
            return [reason]
        }
    }
}

extension SQLiteCardStore {
    /// For the start of the process, before any store is opened and any other thread runs: SQLite then writes the copies that it makes
    /// beside this store, instead of into a folder for temporary files of all users.
    public static func putTemporaryFiles(besideStore path: String) {
        setenv("SQLITE_TMPDIR", StoreFile.folder(of: path), 0)
    }

    public func hasLeftovers() throws -> Bool {
        guard readOnlyReason == nil, connection.realPath != nil else { return false }
        return try !leftovers.places().isEmpty
    }

    public func removeLeftovers() throws -> Bool {
        guard try hasLeftovers() else { return true }
        do throws(StoreError) {
            if try leftovers.places().contains(.pages) {
                try connection.vacuum(waiting: Self.shortTimeout)
                try connection.transaction { () throws(StoreError) in
                    try leftovers.remove()
                    try leftovers.note(.log)
                }
            }
            guard try connection.checkpoint(waiting: Self.readerTimeout) else { return false }
            try leftovers.remove()
            return true
        } catch {
            guard case .busy = error else { throw error }
            return false
        }
    }

    var leftovers: LeftoversTable { LeftoversTable(connection: connection) }

    /// How long this waits for another program, which may be at work for long.
    private static let shortTimeout = Duration.milliseconds(300)
}
