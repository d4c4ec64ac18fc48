internal import Cards

/// Which cards `list` prints, in which order and form.
struct ListRequest: Hashable, Sendable {
    enum Archived: String, Hashable, Sendable, CaseIterable { case yes, no, only }

    enum Form: Hashable, Sendable {
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
