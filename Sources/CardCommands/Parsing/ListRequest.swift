internal import CardSettings
internal import Cards

/// Which cards `list` prints, in which order and form.
struct ListRequest: Equatable, Sendable {
    enum Archived: String, Hashable, Sendable, CaseIterable { case yes, no, only }

    enum Form: Equatable, Sendable {
        /// Aligned on a terminal, otherwise with tabs; nil for the usual columns.
        case columns([ListColumn]?, hasHeader: Bool = false, endsWithNull: Bool = false)
        /// Sentences for people.
        case report
        /// An object a line, or one array.
        case json(withPhotos: Bool, isArray: Bool)
    }

    var query: CardQuery = .all
    var limit: Int?
    var form: Form = .columns(nil)
    /// Whether the exit code tells that a card was listed.
    var hasExitCode = false

    init() {}

    /// The orders with their words on the command line.
    static let orders: [(word: String, key: CardOrder.Key)] = [
        ("name", .name), ("added", .added), ("used", .used), ("expiry", .expiry), ("start", .validFrom),
        ("balance", .balance), ("uses", .uses), ("usual", .usual), ("next", .next),
    ]

    /// Whether every card is listed.
    var isWhole: Bool { query.filter.isEmpty && !query.hidesArchived && limit == nil }
}

extension ListRequest {
    /// Parses the options of `list`. Throws ``UsageError``.
    init(_ parsed: ArgumentParser, _ input: () -> LocalInput) throws(UsageError) {
        let archived = try Self.archived(parsed)
        var words = parsed.operands.joined(separator: " ")
        // In front: a quote that is left open reaches to the end.
        if archived == .only { words = "is:archived " + words }
        if !words.isEmpty { query.filter = try CardFilter(words, parsed, input) }
        query.hidesArchived = archived == .no
        query.order = CardOrder(try Self.key(parsed), isReversed: parsed.has("reverse"))
        limit = try parsed.number("limit")
        hasExitCode = parsed.has("exit-code")
        form = try Self.form(parsed)
        if case .columns(let columns?, _, _) = form, columns.contains(.next), query.order.key != .next {
            throw parsed.failure("the column next needs --sort next")
        }
    }

    private static func archived(_ parsed: ArgumentParser) throws(UsageError) -> Archived {
        guard let text = parsed.value("archived") else { return .yes }
        if let archived = Archived(rawValue: text) { return archived }
        throw parsed.failure("--archived must be yes, no or only, not \"\(text)\"")
    }

    private static func key(_ parsed: ArgumentParser) throws(UsageError) -> CardOrder.Key {
        guard let text = parsed.value("sort") else { return .name }
        if let order = orders.first(where: { $0.word == text }) { return order.key }
        let words = orders.map(\.word)
        throw parsed.failure(
            "--sort must be one of: \(words.joined(separator: ", "))", Spelling.nearest(to: text, in: words))
    }

    private static func form(_ parsed: ArgumentParser) throws(UsageError) -> Form {
        for option in ["columns", "header", "null"] { try parsed.exclude("json", "report", option) }
        try parsed.require("photos", with: "json")
        if let json = parsed.value("json") {
            return .json(withPhotos: parsed.has("photos"), isArray: json == "array")
        }
        if parsed.has("report") { return .report }
        return .columns(try columns(parsed), hasHeader: parsed.has("header"), endsWithNull: parsed.has("null"))
    }

    private static func columns(_ parsed: ArgumentParser) throws(UsageError) -> [ListColumn]? {
        guard let text = parsed.value("columns") else { return nil }
        var columns: [ListColumn] = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false).map({ String($0).trimmed }) {
            guard let column = ListColumn(rawValue: word) else {
                let names = ListColumn.allCases.map(\.rawValue)
                throw parsed.failure(
                    "there is no column \"\(word)\"; use: \(names.joined(separator: ", "))",
                    Spelling.nearest(to: word, in: names))
            }
            columns.append(column)
        }
        return columns
    }
}

extension CardFilter {
    /// The words of a search; one that is no filter term although it looks like one is a usage error.
    init(_ words: String, _ parsed: ArgumentParser, _ input: () -> LocalInput) throws(UsageError) {
        self.init(words, input().format.days)
        if let term = invalidTerms.first { throw parsed.failure("\"\(term.text)\": \(term.reason)") }
    }
}

/// A column of a listing. The raw value is its name on the command line and in a header.
enum ListColumn: String, Hashable, Sendable, CaseIterable {
    case id, name, number, groups, expiry, due, start, next, balance, starred, archived, used, uses, note, barcode,
        phone
    case website, color, photos, added, changed
    /// The day on which a voucher was used; ``used`` is when the card was opened.
    case usedOn = "used-on"

    /// What a pipe gets where nothing else is asked for. Scripts count on it.
    static let usual: [ListColumn] = [.name, .number, .groups, .expiry, .id]

    /// Whether a row of the list does not have it.
    var needsCard: Bool {
        switch self {
        case .note, .barcode, .phone, .website, .added, .changed, .usedOn: true
        default: false
        }
    }

    /// What it needs of a row of the list.
    var parts: CardRowParts {
        switch self {
        case .id, .name, .number, .groups, .expiry, .next, .starred, .archived: []
        case .due, .start, .color: .look
        case .balance: .balance
        case .used, .uses: .state
        case .photos: .photos
        // These are of the card.
        case .note, .barcode, .phone, .website, .added, .changed, .usedOn: []
        }
    }

    /// The value as text, empty for none.
    /// - Parameter card: nil if it was deleted meanwhile, or not needed.
    func text(of row: CardSummary, _ card: Card?, _ format: LocalFormat, today: CalendarDay) -> String {
        switch self {
        case .id: row.id.text
        case .name: row.name
        case .number: row.number
        case .groups: row.groups.joined(separator: ", ")
        case .expiry: row.expiry.map(format.text) ?? ""
        case .due: Validity(validFrom: row.validFrom, expiry: row.expiry, today: today).text
        case .start: row.validFrom.map(format.text) ?? ""
        case .next:
            row.next.map { [format.text($0.day), $0.time].compactMap { $0 }.joined(separator: " ") } ?? ""
        case .balance: row.amountLeft.map(format.text) ?? ""
        case .starred: row.isStarred ? "yes" : "no"
        case .archived: row.isArchived ? "yes" : "no"
        case .used: row.usage.lastUsed?.text ?? ""
        case .uses: String(row.usage.uses)
        case .color: row.color?.text ?? ""
        case .photos: Card.Side.faces.filter { row.photo($0) != nil }.map(\.rawValue).joined(separator: ", ")
        case .note: card?.note ?? ""
        case .barcode: card?.barcode?.format.rawValue ?? ""
        case .phone: card?.phone ?? ""
        case .website: card?.website ?? ""
        case .added: card?.created?.text ?? ""
        case .changed: card?.modified?.text ?? ""
        case .usedOn: card?.used.map(format.text) ?? ""
        }
    }
}

extension CardSummary {
    fileprivate func photo(_ side: Card.Side) -> PhotoHash? { side == .front ? front : back }
}
