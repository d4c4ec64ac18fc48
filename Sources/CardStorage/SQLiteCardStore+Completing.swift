public import Cards

extension SQLiteCardStore: NameCompleting {
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

extension SQLiteCardStore: SyncStateReading {
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
