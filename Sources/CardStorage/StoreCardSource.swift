public import Cards
internal import Synchronization

/// The cards of a copy of a store, for an import: all fields, photos, ledgers and secret fields, in list order. Not in it: the history, the trash, uses,
/// the manual order, and what is known of backends and of other programs' files.
public final class StoreCardSource: CardSource {
    private let reader: Mutex<Reader>

    /// Reads the names of the cards only. Throws ``StoreError``: the file is damaged, is no card store or was written by a newer version.
    public init(_ path: String) throws(StoreError) { reader = Mutex(try Reader(path)) }

    public func next() throws -> [ImportedCard]? { try reader.withLock { try $0.next() } }

    /// Reads cards one by one, since photos may have any size.
    private struct Reader {
        private static let batchCards = 100
        private static let batchBytes = 4 << 20

        private let tables: Tables
        private let damaged: [Int64: DamagedCard]
        private var rows: ArraySlice<Int64>

        init(_ path: String) throws(StoreError) {
            let connection = try BackupFile.openCurrent(path)
            tables = Tables(connection)
            damaged = Dictionary(
                try DamagedCards(connection: connection).all().map { ($0.row, $0) }, uniquingKeysWith: { $1 })
            rows = try connection.all("SELECT row FROM card ORDER BY grp, folded, id") { $0.number() }[...]
        }

        mutating func next() throws(StoreError) -> [ImportedCard]? {
            if rows.isEmpty { return nil }
            var (cards, bytes) = ([ImportedCard](), 0)
            while cards.count < Self.batchCards, bytes < Self.batchBytes, let row = rows.popFirst() {
                guard let card = try card(in: row, &bytes) else { continue }
                cards.append(card)
            }
            return cards
        }

        private func card(in row: Int64, _ bytes: inout Int) throws(StoreError) -> ImportedCard? {
            if let damaged = damaged[row] {
                return ImportedCard(.rejected(reason: damaged.reason), at: .file(damaged.name))
            }
            guard let card = try tables.cards.card(in: row) else { return nil }
            var patch = CardPatch(values: card, fields: .known.union(card.filledFields))
            var remarks: [String] = []
            for field in patch.fields {
                guard let hash = card.photo(in: field), patch.photos[hash] == nil else { continue }
                if let photo = try tables.photos.bytes(of: hash) {
                    patch.photos[hash] = photo
                    bytes += photo.count
                } else {
                    patch.fields.remove(field)
                    // Nothing may name a photo that is nowhere.
                    patch.values.copy([field], from: Card(identifier: card.identifier, name: card.name))
                    remarks.append("the photo (\(field.label)) is missing from the backup and was left out")
                }
            }
            return ImportedCard(
                .patch(patch), at: .file(card.name), ledger: try tables.ledger.entries(of: card.identifier),
                secrets: try tables.secrets.all(of: card.identifier),
                remarks: remarks.sorted())
        }
    }
}
