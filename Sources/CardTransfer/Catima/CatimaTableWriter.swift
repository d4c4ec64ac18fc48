internal import Basics
internal import Cards

/// Builds Catima's table: the groups, the cards, and which card is in which group. It holds the table, and no card.
struct CatimaTableWriter {
    private let layout: OriginFile?
    /// The columns of the file, and those of the present version that it lacks.
    private let header: CatimaHeader
    private let lacking: [CatimaColumn]
    private let listsAllGroups: Bool
    private var rows: [[UInt8]] = []
    /// The fields of the lacking columns, of rows where they say something.
    private var tails: [Int: [UInt8]] = [:]
    private var links: [UInt8] = []
    private var usedGroups: Set<ExactText> = []

    init(layout: OriginFile?, listsAllGroups: Bool) {
        self.layout = layout
        self.listsAllGroups = listsAllGroups
        let header = layout.map { CatimaHeader($0.header) }
        // A file of version 1 has neither; its other columns stay.
        if let header, header.isOfCards, header.index(of: .expiry) != nil, header.index(of: .balance) != nil {
            self.header = header
        } else {
            let others = header?.names.filter { CatimaColumn(rawValue: $0) == nil } ?? []
            self.header = CatimaHeader(CSVWriter.record(CatimaColumn.allCases.map(\.rawValue) + others))
        }
        lacking = CatimaColumn.allCases.filter { [header = self.header] in header.index(of: $0) == nil }
    }

    mutating func append(_ card: Card, key: String, origin: KeptOrigin?) {
        let row = CatimaOutputRow(card, key: key, origin: origin, in: header)
        let tail = lacking.map { row.field($0, isFirst: false) }
        if tail != lacking.map({ Array($0.missing.utf8) }) { tails[rows.count] = CSVWriter.record(tail) }
        rows.append(row.bytes())
        var seen: Set<ExactText> = []
        for group in card.groups where !group.isEmpty && seen.insert(ExactText(group)).inserted {
            usedGroups.insert(ExactText(group))
            links += CSVWriter.record([key, group]) + CSVWriter.lineEnd
        }
    }

    /// The whole table.
    mutating func finish() -> [UInt8] {
        let end = CSVWriter.lineEnd
        var table = Array("2".utf8) + end + end + Array("_id".utf8) + end
        for group in groups { table += CSVWriter.field(group, isFirst: true) + end }
        table += end + header.bytes
        let usualTail = CSVWriter.record(lacking.map(\.missing))
        if !tails.isEmpty { table += [UInt8(ascii: ",")] + CSVWriter.record(lacking.map(\.rawValue)) }
        table += end
        for (index, row) in rows.enumerated() {
            table += row
            if !tails.isEmpty { table += [UInt8(ascii: ",")] + (tails[index] ?? usualTail) }
            table += end
        }
        table += end + Array("cardId,groupId".utf8) + end + links
        (rows, tails, links) = ([], [:], [])
        return table
    }

    /// Those of the file in its order, then the others.
    private var groups: [String] {
        let listed = layout?.groups.filter { listsAllGroups || usedGroups.contains(ExactText($0)) } ?? []
        let known = Set(listed.map { ExactText($0) })
        let others = usedGroups.subtracting(known).sorted {
            let (left, right) = (TextFolding.fold($0.text), TextFolding.fold($1.text))
            return left == right ? $0 < $1 : left < right
        }
        return listed + others.map(\.text)
    }
}

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
