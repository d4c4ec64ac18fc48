public import Cards

extension SQLiteCardStore: CardStore {
    public func count(_ query: CardQuery) throws -> Int { try tables.cards.count(query) }

    public func summaries(_ query: CardQuery, in ranks: Range<Int>) throws -> [CardSummary] {
        try tables.cards.summaries(query, in: ranks)
    }

    /// How many cards there are, and the first rows of them, read on the calling thread.
    public nonisolated func first(_ rows: Int) throws -> (count: Int, rows: [CardSummary]) {
        try atOnce { (try $0.count(.all), try $0.summaries(.all, in: 0..<rows)) }
    }

    public func rank(of identifier: CardID, in query: CardQuery) throws -> Int? {
        try tables.cards.rank(of: identifier, in: query)
    }

    public func card(_ identifier: CardID) throws -> Card? { try tables.cards.entry(identifier)?.card }

    public func cards(named text: String) throws -> [Card] {
        if let identifier = CardID(text), let card = try card(identifier) { return [card] }
        return try tables.cards.cards(foldedName: TextFolding.fold(text))
    }

    public func cards(_ query: CardQuery, from rank: Int, limit: Int) throws -> [Card] {
        let start = max(rank, 0)
        return try tables.cards.cards(query, in: start..<start + min(max(limit, 0), Int.max - start))
    }

    public func photo(_ hash: PhotoHash) throws -> [UInt8]? { try tables.photos.bytes(of: hash) }

    public func usage(of identifier: CardID) throws -> CardUsage { try tables.usage.usage(of: identifier) }

    public func apply(_ changes: [CardChange]) throws {
        let changed = try write { () throws(StoreError) in try tables.apply(changes, at: clock.now()) }
        guard !changed.isEmpty else { return }
        tell(changed: changed)
        tellOwed()
    }

    public func recordUse(of identifier: CardID) throws {
        try write { () throws(StoreError) in try tables.usage.recordUse(of: identifier, at: clock.now()) }
        tell(changed: [identifier])
    }

    public func notices() -> AsyncStream<StoreNotice> { listenForChanges() }
}
