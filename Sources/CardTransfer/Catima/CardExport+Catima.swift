public import Cards

extension CardExport {
    private static let batchSize = 5000

    /// The cards as Catima's ZIP archive, or as its table alone: those that came from Catima first, in the order of its file.
    /// - Parameter password: for an archive; an empty one is none.
    public static func catima(
        _ selection: CardSelection, of store: any CardStore, asTable: Bool = false, password: [UInt8]? = nil
    ) async throws -> CardExport {
        let program = CatimaCardSource.program
        let keys = try await store.originKeys(of: program)
        let identifiers = try await identifiers(of: selection, in: store)
        let wanted = Set(identifiers)
        let first = keys.map(\.card).filter(wanted.contains)
        let others = Set(first)
        let ordered = first + identifiers.filter { !others.contains($0) }
        let highest = keys.compactMap { Int($0.key) }.max() ?? 0
        let isWhole = if case .all = selection { true } else { false }
        let sink = CatimaCardSink(
            asTable ? .table : .archive(password: password), layout: try await store.originFile(of: program),
            nextIdentifier: max(highest, 0) + 1, listsAllGroups: isWhole)
        return CardExport(.cards(ordered), of: store, into: sink)
    }

    private static func identifiers(of selection: CardSelection, in store: any CardStore) async throws -> [CardID] {
        switch selection {
        case .cards(let identifiers): return identifiers
        case .found(let found): return try await found.identifiers(in: 0..<found.count)
        case .all:
            var identifiers: [CardID] = []
            let snapshot = store.snapshot()
            while let rows = try await snapshot.rows(batchSize, []) { identifiers += rows.map(\.id) }
            await snapshot.close()
            return identifiers
        }
    }
}
