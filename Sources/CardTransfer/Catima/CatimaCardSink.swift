internal import Basics
public import Cards

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

    private var table: CatimaTableWriter
    private var nextIdentifier: Int
    private var usedKeys: Set<ExactText> = []
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
        table = CatimaTableWriter(layout: layout, listsAllGroups: listsAllGroups)
        self.nextIdentifier = nextIdentifier
        if case .archive(let password) = form { archive = ZipWriter(password: password) }
    }

    let program: String? = CatimaCardSource.program
    let needsPhotos = false

    mutating func append(_ card: Card, photos: [PhotoHash: [UInt8]], origin: KeptOrigin?) throws {
        let key = key(of: origin)
        for name in card.catimaOmissions where origin.map({ !isKept(name, card, $0) }) ?? true {
            omissions[name, default: 0] += 1
        }
        table.append(card, key: key, origin: origin)
        for side in Card.Side.allCases {
            if let hash = card[side] { pictures.append((side.catimaName(of: key), hash)) }
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

    private mutating func endTable() throws {
        if hasTable { return }
        hasTable = true
        let bytes = table.finish()
        if archive == nil { text = bytes } else { try archive?.add("catima.csv", bytes, isPacked: true) }
    }
}

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
