import Cards

/// A store in memory: cards ordered by folded name only.
actor FakeCardStore: CardStore {
    private(set) var cards: [CardID: Card] = [:]
    private(set) var photos: [PhotoHash: [UInt8]] = [:]
    private var usages: [CardID: CardUsage] = [:]
    /// The number of requested transactions.
    private(set) var transactions = 0
    private(set) var largestPage = 0
    private var failure: StoreError?
    /// Called between two pages, to let another process write.
    private var betweenPages: (@Sendable (FakeCardStore) async -> Void)?

    init(_ cards: [Card] = [], photos: [[UInt8]] = [], failure: StoreError? = nil) {
        self.cards = Dictionary(uniqueKeysWithValues: cards.map { ($0.identifier, $0) })
        self.photos = Dictionary(uniqueKeysWithValues: photos.map { (PhotoHash(of: $0), $0) })
        self.failure = failure
    }

    func setUsage(_ usage: CardUsage, of identifier: CardID) { usages[identifier] = usage }
    func setBetweenPages(_ action: @escaping @Sendable (FakeCardStore) async -> Void) { betweenPages = action }
    func remove(_ identifier: CardID) { cards[identifier] = nil }

    private var sorted: [Card] {
        cards.values.sorted { (TextFolding.fold($0.name), $0.identifier) < (TextFolding.fold($1.name), $1.identifier) }
    }

    func count() throws -> Int { cards.count }

    func summaries(in ranks: Range<Int>) throws -> [CardSummary] {
        largestPage = max(largestPage, ranks.count)
        return sorted.dropFirst(ranks.lowerBound).prefix(ranks.count).map(CardSummary.init)
    }

    func card(_ identifier: CardID) throws -> Card? { cards[identifier] }

    func cards(named text: String) throws -> [Card] {
        if let card = CardID(text).flatMap({ cards[$0] }) { return [card] }
        return sorted.filter { TextFolding.fold($0.name) == TextFolding.fold(text) }
    }

    func cards(from rank: Int, limit: Int) async throws -> [Card] {
        largestPage = max(largestPage, limit)
        let page = Array(sorted.dropFirst(rank).prefix(limit))
        await betweenPages?(self)
        return page
    }

    func photo(_ hash: PhotoHash) throws -> [UInt8]? { photos[hash] }

    func usage(of identifier: CardID) throws -> CardUsage { usages[identifier] ?? CardUsage() }

    func forgetUses() -> Int {
        defer { usages = [:] }
        return usages.count
    }

    func renew(_ card: Card, _ renewal: CardRenewal) throws { try apply([.set(renewal.patch(of: card))]) }

    func meantDay(of identifier: CardID) -> Int? { nil }

    func apply(_ changes: [CardChange]) throws {
        if let failure { throw failure }
        transactions += 1
        for change in changes {
            switch change {
            case .set(let patch):
                cards[patch.identifier] = patch.applied(to: cards[patch.identifier])
                photos.merge(patch.photos) { $1 }
            case .delete(let identifier): cards[identifier] = nil
            }
        }
    }

    func importCards(from source: any CardSource, options: ImportOptions) throws -> ImportReport {
        if let failure { throw failure }
        var (cards, photos, isChanged) = (cards, photos, false)
        let report = try CardImport(from: source, options: options).run {
            cards[$0]
        } apply: { patch, old in
            cards[patch.identifier] = patch.applied(to: old)
            photos.merge(patch.photos) { $1 }
            isChanged = true
        }
        if isChanged { transactions += 1 }
        (self.cards, self.photos) = (cards, photos)
        return report
    }

    func recordUse(of identifier: CardID) {}
    func setModuleWidth(_ width: Int?, of identifier: CardID) {}

    func move(_ identifiers: [CardID], before next: CardID?) {}
    func notices() -> AsyncStream<StoreNotice> { AsyncStream { $0.finish() } }
}
