public import Cards

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
