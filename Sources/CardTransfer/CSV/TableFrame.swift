internal import Basics

/// A table in the frame that spreadsheets put around it: a line that names the delimiter, a title above the header, rows without content, and the
/// end of file of DOS.
struct TableFrame {
    /// Behind the header.
    let reader: CSVReader
    /// The texts of the header, without the columns at its end that have none.
    let header: [String]
    let isHeaderTooLarge: Bool

    /// So many records are looked at for the header.
    private static let lookedAt = 20
    private static let delimiters = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09]

    /// - Parameters:
    ///   - wanted: the names of columns that the user gave.
    ///   - isSheet: whether it was a sheet of a workbook: see ``SheetCSV``.
    init(_ bytes: [UInt8], naming wanted: [String], isSheet: Bool = false) {
        var text = bytes
        while let last = text.last, last == 0x1A || last == 0 { text.removeLast() }
        let (start, named) = isSheet ? (0, UInt8(ascii: ",")) : Self.namedDelimiter(in: text)
        let wanted = Set(wanted.map(TableColumn.key))
        var best: (reader: CSVReader, header: [String], score: Int)?
        var isTooLarge = false
        for delimiter in named.map({ [$0] }) ?? Self.delimiters {
            var reader = CSVReader(
                text, delimiter: delimiter, at: start, line: start > 0 ? 2 : 1, countsRecords: isSheet)
            for _ in 0..<Self.lookedAt {
                guard let record = reader.next() else { break }
                if record.isTooLarge {
                    isTooLarge = isTooLarge || best == nil
                    break
                }
                var texts = record.fields.map { reader.text($0).trimmed }
                while texts.last?.isEmpty == true { texts.removeLast() }
                if texts.isEmpty { continue }
                let known = TableColumn.recognized(in: texts)
                let named = texts.count { wanted.contains(TableColumn.key($0)) }
                // The names of columns count first, those of a card above all; then the number of columns. The first of equal ones.
                let score = (known[.name] == nil ? 0 : 10_000) + 1000 * (known.count + named) + min(texts.count, 999)
                if score > best?.score ?? -1 { best = (reader, texts, score) }
                // What a card has may be called as a column is.
                if known[.name] != nil, known.count > 1 { break }
            }
        }
        reader = best?.reader ?? CSVReader([])
        header = best?.header ?? []
        isHeaderTooLarge = isTooLarge
    }

    /// The delimiter of a first line `sep=;`, as Excel writes it, and where the next line begins.
    private static func namedDelimiter(in text: [UInt8]) -> (start: Int, delimiter: UInt8?) {
        let line = text.prefix(8).prefix { $0 != 0x0A && $0 != 0x0D }
        guard line.count == 5, line.starts(with: Array("sep=".utf8)) || line.starts(with: Array("SEP=".utf8)) else {
            return (0, nil)
        }
        let isPair = text.dropFirst(5).starts(with: [0x0D, 0x0A])
        return (min(text.count, 5 + (isPair ? 2 : 1)), text[4])
    }
}
