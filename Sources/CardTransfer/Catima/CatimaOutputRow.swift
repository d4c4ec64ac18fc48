internal import Cards

/// A card as a row of Catima's table: the fields that came from Catima and were not changed here are the bytes that they were.
struct CatimaOutputRow {
    private let card: Card
    private let key: String
    private let raw: Raw?
    /// That of the table that is written.
    private let header: CatimaHeader

    /// The row as the file had it.
    private struct Raw {
        let header: CatimaHeader
        let reader: CSVReader
        let fields: [Range<Int>]
        let base: Card

        /// - Parameter written: the header of the table, which most rows came from: it is not parsed again.
        init?(_ origin: KeptOrigin, in written: CatimaHeader) {
            let bytes = origin.origin.raw
            let file = origin.origin.file.header
            header = file == written.bytes ? written : CatimaHeader(file)
            reader = CSVReader(bytes)
            var cursor = reader
            guard !bytes.isEmpty, let record = cursor.next(), record.range == bytes.indices else { return nil }
            fields = record.fields
            base = origin.base
        }

        func bytes(at index: Int) -> [UInt8]? { index < fields.count ? Array(reader.bytes[fields[index]]) : nil }
    }

    init(_ card: Card, key: String, origin: KeptOrigin?, in header: CatimaHeader) {
        self.card = card
        self.key = key
        self.header = header
        raw = origin.flatMap { Raw($0, in: header) }
    }

    /// Without its line end.
    func bytes() -> [UInt8] {
        if let raw, raw.header == header, CatimaColumn.allCases.allSatisfy({ isUnchanged($0, raw) }) {
            return raw.reader.bytes
        }
        return CSVWriter.record(
            header.names.enumerated().map { index, name in
                if let column = CatimaColumn(rawValue: name) { return field(column, isFirst: index == 0) }
                let kept = raw.flatMap { raw in raw.header.names.firstIndex(of: name).flatMap { raw.bytes(at: $0) } }
                return kept ?? CSVWriter.field("", isFirst: index == 0)
            })
    }

    func field(_ column: CatimaColumn, isFirst: Bool) -> [UInt8] {
        if let raw, let index = raw.header.index(of: column), isUnchanged(column, raw), let bytes = raw.bytes(at: index)
        {
            return bytes
        }
        let text = column == .id ? key : card.catimaText(column) ?? column.missing
        return CSVWriter.field(text, isFirst: isFirst)
    }

    private func isUnchanged(_ column: CatimaColumn, _ raw: Raw) -> Bool {
        if column == .id {
            guard let index = raw.header.index(of: .id), index < raw.fields.count else { return false }
            return raw.reader.text(raw.fields[index]).isSameText(as: key)
        }
        return column.fields.allSatisfy { card.isEqual(to: raw.base, in: $0) }
    }
}
