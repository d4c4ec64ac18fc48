public import Cards

/// The ledger of a card as the bytes of a table, a page at a time. It writes no file itself.
public actor LedgerExport {
    private static let pageSize = 1000

    private let card: CardID
    private let ledgers: any CardStore
    private var page: LedgerPage?
    private var hasFinished = false
    /// How many entries it has given.
    public private(set) var count = 0

    public init(of card: CardID, in ledgers: any CardStore) { (self.card, self.ledgers) = (card, ledgers) }

    /// The next bytes of the file; nil at its end.
    public func nextChunk() async throws -> [UInt8]? {
        if hasFinished { return nil }
        if Task.isCancelled { throw StoreError.stopped }
        let next = try await ledgers.ledger(of: card, after: page, limit: Self.pageSize)
        var bytes = page == nil ? LedgerCSV.header : []
        for line in next.lines { bytes += LedgerCSV.record(line, note: line.entry.note) }
        count += next.lines.count
        hasFinished = !next.hasMore
        page = next
        return bytes
    }
}

/// The ledger of a card as a table for spreadsheets, a line for each entry.
public enum LedgerCSV {
    /// The bytes of the first line.
    public static var header: [UInt8] { record(["day", "kind", "amount", "currency", "balance", "note", "counts"]) }

    /// - Parameter note: the entry's note as it is to be written.
    public static func record(_ line: Ledger.Line, note: String) -> [UInt8] {
        let entry = line.entry
        return record([
            entry.day.text, entry.content.name, entry.sum.amount, entry.currency ?? "points",
            line.balanceInFull?.amount ?? "", note, line.counts ? "yes" : "no",
        ])
    }

    private static func record(_ texts: [String]) -> [UInt8] {
        CSVWriter.record(texts.map(TableCardSink.harmless)) + CSVWriter.lineEnd
    }
}
