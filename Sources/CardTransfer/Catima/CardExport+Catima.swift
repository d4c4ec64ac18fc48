public import Cards

extension CardExport {
    private static let batchSize = 5000

    /// The cards as Catima's ZIP archive, or as its table alone: those that came from Catima first, in the order of its file.
    /// - Parameter password: for an archive; an empty one is none.
    public static func catima(
        _ selection: CardSelection, of store: any CardStore, asTable: Bool = false, password: [UInt8]? = nil
    ) async throws -> CardExport {
        let keeper = store as? any OriginKeeping
        let program = CatimaCardSource.program
        let keys = try await keeper?.originKeys(of: program) ?? []
        let identifiers = try await identifiers(of: selection, in: store)
        let wanted = Set(identifiers)
        let first = keys.map(\.card).filter(wanted.contains)
        let others = Set(first)
        let ordered = first + identifiers.filter { !others.contains($0) }
        let highest = keys.compactMap { Int($0.key) }.max() ?? 0
        let isWhole = if case .all = selection { true } else { false }
        let sink = CatimaCardSink(
            asTable ? .table : .archive(password: password), layout: try await keeper?.originFile(of: program),
            nextIdentifier: max(highest, 0) + 1, listsAllGroups: isWhole)
        return CardExport(.cards(ordered), of: store, into: sink)
    }

    private static func identifiers(of selection: CardSelection, in store: any CardStore) async throws -> [CardID] {
        switch selection {
        case .cards(let identifiers): return identifiers
        case .found(let found): return try await found.identifiers(in: 0..<found.count)
        case .all:
            var identifiers: [CardID] = []
            let count = try await store.count()
            while identifiers.count < count {
                let ranks = identifiers.count..<identifiers.count + batchSize
                let rows = try await store.summaries(in: ranks)
                if rows.isEmpty { break }
                identifiers += rows.map(\.id)
            }
            var seen: Set<CardID> = []
            return identifiers.filter { seen.insert($0).inserted }
        }
    }
}
