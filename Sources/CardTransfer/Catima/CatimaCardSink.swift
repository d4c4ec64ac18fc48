internal import Basics
internal import Cards

/// Writes cards as Catima's file: the table alone, or a ZIP archive with the pictures. What came from Catima and was not changed
/// here is written back as the very bytes that it had; of what was changed, only its own fields.
///
/// It holds the table, and one picture at a time.
struct CatimaCardSink: CardSink {
    enum Form: Sendable {
        case table
        /// An empty password is none.
        case archive(password: [UInt8]?)
    }

    private let layout: OriginFile?
    /// The columns of the file, and those of the present version that it lacks.
    private let header: CatimaHeader
    private let lacking: [CatimaColumn]
    private let listsAllGroups: Bool
    private var nextIdentifier: Int
    private var usedKeys: Set<ExactText> = []

    private var rows: [[UInt8]] = []
    /// The fields of the lacking columns, of rows where they say something.
    private var tails: [Int: [UInt8]] = [:]
    private var links: [UInt8] = []
    private var usedGroups: Set<ExactText> = []
    private var pictures: ArraySlice<(name: String, hash: PhotoHash)> = []
    private(set) var omissions: [String: Int] = [:]

    private var archive: ZipWriter?
    private var text: [UInt8] = []
    private var hasTable = false

    /// - Parameters:
    ///   - layout: the file of Catima that was imported last.
    ///   - nextIdentifier: the first that no card of Catima has.
    ///   - listsAllGroups: whether the groups without cards of the export are listed, too.
    init(_ form: Form, layout: OriginFile?, nextIdentifier: Int, listsAllGroups: Bool) {
        (self.layout, self.nextIdentifier, self.listsAllGroups) = (layout, nextIdentifier, listsAllGroups)
        let header = layout.map { CatimaHeader($0.header) }
        // A file of version 1 has neither; its other columns stay.
        if let header, header.isOfCards, header.index(of: .expiry) != nil, header.index(of: .balance) != nil {
            self.header = header
        } else {
            let others = header?.names.filter { CatimaColumn(rawValue: $0) == nil } ?? []
            self.header = CatimaHeader(CSVWriter.record(CatimaColumn.allCases.map(\.rawValue) + others))
        }
        lacking = CatimaColumn.allCases.filter { [header = self.header] in header.index(of: $0) == nil }
        if case .archive(let password) = form { archive = ZipWriter(password: password) }
    }

    let program: String? = CatimaCardSource.program
    let needsPhotos = false

    mutating func append(_ card: Card, photos: [PhotoHash: [UInt8]]) throws {
        try append(card, photos: photos, origin: nil)
    }

    mutating func append(_ card: Card, photos: [PhotoHash: [UInt8]], origin: KeptOrigin?) throws {
        let key = key(of: origin)
        for name in card.catimaOmissions where origin.map({ !isKept(name, card, $0) }) ?? true {
            omissions[name, default: 0] += 1
        }
        let row = CatimaOutputRow(card, key: key, origin: origin)
        let tail = lacking.map { row.field($0, isFirst: false) }
        if tail != lacking.map({ Array($0.missing.utf8) }) { tails[rows.count] = CSVWriter.record(tail) }
        rows.append(row.bytes(in: header))
        addLinks(card, key: key, base: origin?.base)
        for picture in CatimaPicture.allCases {
            if let hash = picture.hash(in: card) { pictures.append((picture.entryName(of: key), hash)) }
        }
    }

    /// Whether Catima's own value, which it wrote, goes back to it.
    private func isKept(_ name: String, _ card: Card, _ origin: KeptOrigin) -> Bool {
        switch name {
        case "barcode": card.isEqual(to: origin.base, in: .barcode)
        case "balance": card.isEqual(to: origin.base, in: .balance)
        default: false
        }
    }

    private mutating func key(of origin: KeptOrigin?) -> String {
        if let key = origin?.origin.key, !key.isEmpty, usedKeys.insert(ExactText(key)).inserted { return key }
        defer { nextIdentifier += 1 }
        return String(nextIdentifier)
    }

    private mutating func addLinks(_ card: Card, key: String, base: Card?) {
        var seen: Set<ExactText> = []
        var groups = card.groups.filter { !$0.isEmpty && seen.insert(ExactText($0)).inserted }
        if base.map({ !card.isEqual(to: $0, in: .groups) }) ?? true {
            groups.sort { ExactText($0) < ExactText($1) }
        }
        for group in groups {
            usedGroups.insert(ExactText(group))
            links += CSVWriter.record([key, group]) + CSVWriter.lineEnd
        }
    }

    // MARK: - The pictures

    /// The table comes first, as Catima writes it.
    mutating func nextPhoto() throws -> PhotoHash? {
        try endTable()
        return archive == nil ? nil : pictures.first?.hash
    }

    mutating func append(photo bytes: [UInt8]?) throws {
        guard let picture = pictures.popFirst(), let bytes else { return }
        try archive?.add(picture.name, bytes, isPacked: false)
    }

    mutating func finish() throws {
        try endTable()
        archive?.finish()
    }

    var byteCount: Int { archive?.bytes.count ?? text.count }

    mutating func drain() -> [UInt8] {
        if archive != nil { return archive?.drain() ?? [] }
        defer { text = [] }
        return text
    }

    // MARK: - The table

    private mutating func endTable() throws {
        if hasTable { return }
        hasTable = true
        let table = table()
        (rows, tails, links) = ([], [:], [])
        if archive == nil { text = table } else { try archive?.add("catima.csv", table, isPacked: true) }
    }

    private func table() -> [UInt8] {
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
        return table + end + Array("cardId,groupId".utf8) + end + links
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
