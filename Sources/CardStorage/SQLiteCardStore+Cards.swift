internal import Basics
public import Cards

extension SQLiteCardStore: CardStore {
    public func count() throws -> Int { try tables.cards.count() }

    /// The first rows of all cards by name, read synchronously on the calling thread, and the number of cards: nil where there
    /// are so many that counting them takes noticeable time. Without cards the trash is counted.
    public nonisolated func first(_ rows: Int) throws -> (count: Int?, rows: [CardSummary], trash: TrashSummary) {
        try runSynchronously { store in
            let (rows, count) = try store.tables.cards.first(rows)
            return (count, rows, try count == 0 ? store.trashSummary() : TrashSummary())
        }
    }

    public func card(_ identifier: CardID) throws -> Card? { try tables.cards.entry(identifier)?.card }

    public func cards(named text: String) throws -> [Card] {
        if let identifier = CardID(text), let card = try card(identifier) { return [card] }
        return try tables.cards.cards(foldedName: TextFolding.fold(text))
    }

    public func photo(_ hash: PhotoHash) throws -> [UInt8]? { try tables.photos.bytes(of: hash) }

    public func usage(of identifier: CardID) throws -> CardUsage { try tables.usage.usage(of: identifier) }

    public func apply(_ changes: [CardChange]) throws {
        let changed = try write(changes.count) { () throws(StoreError) in
            try tables.logStep(.change) { () throws(StoreError) in try tables.apply(changes, at: clock.now()) }
        }
        notify(applied: changed)
    }

    public func importCards(from source: any CardSource, options: ImportOptions) throws -> ImportReport {
        do {
            let (report, changed) = try writeLarge {
                let result = try tables.importCards(from: source, options: options, at: clock.now())
                let stops = options.stopsForRenames && !result.report.renames.isEmpty
                if options.isDryRun || stops { throw DryRun(report: result.report) }
                return result
            }
            notify(applied: changed)
            return report
        } catch let dryRun as DryRun {
            return dryRun.report
        }
    }

    public func recordUse(of identifier: CardID) throws {
        try write { () throws(StoreError) in try tables.usage.recordUse(of: identifier, at: clock.now()) }
        finder.box.noteUsage()
        notify(changed: [identifier])
    }

    @discardableResult
    public func forgetUses() throws -> Int {
        let count = try write { () throws(StoreError) in try tables.usage.removeUses() }
        truncateLog()
        finder.box.noteUsage()
        notify(changed: nil)
        return count
    }

    public func setModuleWidth(_ width: Int?, of identifier: CardID) throws {
        // No notice: only the screen that sets the width shows it.
        try write { () throws(StoreError) in try tables.usage.setModuleWidth(width, of: identifier) }
    }

    public func move(_ identifiers: [CardID], before next: CardID?) throws {
        let moved = try write { () throws(StoreError) in
            var (existing, seen): ([CardID], Set<CardID>) = ([], [])
            for identifier in identifiers where seen.insert(identifier).inserted {
                if try tables.cards.name(identifier) != nil { existing.append(identifier) }
            }
            if let next, seen.contains(next) { return [CardID]() }
            if !existing.isEmpty { try tables.manualOrder.move(existing, before: next) }
            return existing
        }
        if moved.isEmpty { return }
        finder.box.noteUsage()
        notify(changed: Set(moved))
    }

    public func notices() -> AsyncStream<StoreNotice> { listenForChanges() }
}

extension SQLiteCardStore {
    public nonisolated func snapshot() -> any CardListSnapshot { StoredSnapshot(location.current) }
}

extension SQLiteCardStore {
    public func origin(of identifier: CardID, in program: String) throws -> KeptOrigin? {
        try tables.origins.entry(of: identifier, in: program)?.kept
    }

    public func originFile(of program: String) throws -> OriginFile? { try tables.origins.lastFile(of: program) }

    public func originKeys(of program: String) throws -> [(card: CardID, key: String)] {
        try tables.origins.keys(of: program)
    }
}

/// Ends a transaction that is not to be committed.
private struct DryRun: Error {
    let report: ImportReport
}

extension SQLiteCardStore {
    public func toggle(_ toggle: CardToggle, of cards: [CardID]) throws -> CardToggle.Outcome? {
        var outcome: CardToggle.Outcome?
        let changed = try write(cards.count) { () throws(StoreError) in
            try tables.logStep(.change) { () throws(StoreError) in
                let (toggled, changed) = try tables.toggle(toggle, of: cards, at: clock.now())
                outcome = toggled
                return changed
            }
        }
        notify(applied: changed)
        return outcome
    }

    public func commonGroups(of cards: [CardID]) throws -> [String] {
        var common: [String]?
        for identifier in cards {
            try tables.checkCancellation()
            guard let card = try card(identifier) else { continue }
            common = (common ?? card.groups).filter { CardToggle.group($0).isOn(card) }
            if common?.isEmpty == true { break }
        }
        return common ?? []
    }

    public func missing(of cards: [CardID]) throws -> [CardID] {
        try cards.filter { identifier in
            try tables.checkCancellation()
            return try connection.first("SELECT 1 FROM card WHERE id = ?", identifier.text) { _ in true } == nil
        }
    }
}

extension SQLiteCardStore {
    /// A completion must not wait for more.
    private static let mostCardsWithGroups = 20_000

    public func summaries(beginningWith text: String, limit: Int) throws -> [CardSummary] {
        let folded = TextFolding.fold(text)
        // Names are compared by their bytes: no name that begins so comes after this.
        return try tables.cards.summaries(foldedNamesFrom: folded, to: folded + "\u{10FFFF}", limit: limit)
    }

    public func groupNames() throws -> [String] {
        let lists = try tables.cards.groupLists(ofAtMost: Self.mostCardsWithGroups)
        let names = lists.flatMap { list in
            ((try? JSONParser.parse(list))?.array ?? []).compactMap(\.string).map { ExactText($0) }
        }
        return Set(names).map(\.text).sorted { (TextFolding.fold($0), $0) < (TextFolding.fold($1), $1) }
    }
}

extension SQLiteCardStore {
    public func backendStates() throws -> [BackendState] {
        try tables.backends.identifiers().map { backend in
            let record = try connect(to: backend)
            var state = BackendState(record: record, tally: try tally(of: backend))
            guard let entry = try tables.backends.entry(backend) else { return state }
            state.unread = try tables.shadows.unreadValues(of: entry)
            (state.skipped, state.doubled) = try tables.backends.list(of: entry)
            return state
        }
    }
}

extension SQLiteCardStore {
    public func thumbnail(of photo: PhotoHash) throws -> [UInt8]? { try tables.photos.thumbnail(of: photo) }

    /// Sends no notice: a thumbnail changes no card.
    public func keepThumbnail(_ bytes: [UInt8], of photo: PhotoHash) throws {
        guard readOnlyReason == nil else { return }
        try connection.transaction { () throws(StoreError) in try tables.photos.keepThumbnail(bytes, of: photo) }
    }
}
