internal import Cards

/// The rows of all cards by the hash of what makes them the same for an import: folded name, number and kind of barcode. It holds 16 bytes
/// of a card.
struct KnownIdentities {
    /// In ascending order.
    private var entries: [Entry] = []
    /// The last row; those behind it are of cards that were added since.
    let lastRow: Int64

    private struct Entry {
        let hash: Int
        let row: Int64
    }

    init(_ cards: CardTable) throws(StoreError) {
        lastRow = try cards.lastRow()
        var entries: [Entry] = []
        try cards.connection.forEach("SELECT row, folded, number, barcode_format FROM card") { row in
            let number = row.number()
            entries.append(Entry(hash: Self.hash(row.text(), row.text(), row.optionalText()), row: number))
        }
        entries.sort { ($0.hash, $0.row) < ($1.hash, $1.row) }
        self.entries = entries
    }

    /// The rows of the cards that may be the same, in ascending order.
    func rows(_ folded: String, _ number: String, _ kind: String?) -> some Sequence<Int64> {
        let hash = Self.hash(folded, number, kind)
        var (first, end) = (0, entries.count)
        while first < end {
            let middle = (first + end) / 2
            if entries[middle].hash < hash { first = middle + 1 } else { end = middle }
        }
        return entries[first...].lazy.prefix { $0.hash == hash }.map(\.row)
    }

    private static func hash(_ folded: String, _ number: String, _ kind: String?) -> Int {
        var hasher = Hasher()
        for text in [folded, number, kind ?? ""] { ExactText(text).hash(into: &hasher) }
        return hasher.finalize()
    }
}
