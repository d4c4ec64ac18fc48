internal import CardTransfer
internal import Cards

/// Lists cards.
struct ListCommand: ShellCommand {
    let request: ListRequest

    static let spec = CommandSpec(
        name: "list", operand: .text("WORDS"), isOperandRequired: false, isOperandRepeatable: true,
        options: options, summary: "List cards",
        details: """
            WORDS are as in the search on the screen, including filters: lidl, group:food, group:"two words", is:starred, \
            has:photo, expires:<30d, -is:archived. On a terminal, the cards are shown in columns. Otherwise the output is one \
            card per line, with tabs between the columns: name, number, groups, expiry date and identifier, with dates in ISO \
            form. Control characters in cards are replaced by visible symbols, in JSON by \\u escapes. Starred cards come \
            first and archived ones last; when searching, the best matches come first. The column used, as --sort used, is when a \
            card was last opened, uses is how often, and used-on is the day on which a voucher was used. --report writes a text for people, such \
            as for a mail from cron, and nothing if no cards are found.
            """,
        examples: [
            "list group:food --sort expiry --limit 10", "list --columns id,name,balance --header",
            "list \"expires:<30d\" --archived no --report --exit-code",
        ], topic: "search",
        read: { parsed, input throws(UsageError) in ListCommand(request: try ListRequest(parsed, input)) })

    static let limit = OptionSpec("limit", takes: .text("N"), "List at most this many")

    private static let options: [OptionSpec] = [
        OptionSpec("sort", takes: .oneOf("KEY", ListRequest.orders.map(\.word)), "Sort by this instead of by name"),
        OptionSpec("reverse", "Reverse the order"),
        limit,
        OptionSpec(
            "archived", takes: .oneOf("WHICH", ListRequest.Archived.allCases.map(\.rawValue)),
            "Include archived cards: yes (the default), no, or only"),
        OptionSpec(
            "columns", takes: .text("NAMES"),
            "Columns to list, separated by commas: " + ListColumn.allCases.map(\.rawValue).joined(separator: ", ")),
        OptionSpec("header", "Print the column names first"),
        OptionSpec("null", letter: "0", "End each line with a NUL byte, for xargs -0"),
        OptionSpec("report", "Write sentences that say what expires when"),
        OptionSpec("exit-code", "Exit with 1 if a card is listed, and with 0 if none is"),
        OptionSpec("json", attached: ["array"], "Write JSON, one card per line; --json=array writes an array"),
        CommandLineTable.photos,
    ]

    var mayBeLong: Bool { true }

    func run(with runner: CommandRunner, _ options: Invocation.Options) async throws -> ExitCode {
        try await runner.list(request, runner.store(options))
    }
}

extension CommandRunner {
    fileprivate func list(_ request: ListRequest, _ store: any CardStore) async throws -> ExitCode {
        let cards = try await ListedCards(request, in: store)
        let count: Int
        switch request.form {
        case .json(let withPhotos, let isArray):
            count = try await listJSON(cards, in: store, withPhotos: withPhotos, isArray: isArray)
        case .report: count = try await listSentences(cards)
        case .columns(let columns, let hasHeader, let endsWithNull):
            if let width = output.out.columns?(), !endsWithNull {
                if let columns {
                    count = try await listTable(columns, cards, store, width: width, hasHeader: hasHeader)
                } else {
                    count = try await listUsual(cards, width: width, hasHeader: hasHeader)
                }
                if count == 0 { try await reportNothing(request, store) }
            } else {
                count = try await listTabs(
                    columns ?? ListColumn.usual, cards, store, hasHeader: hasHeader, end: endsWithNull ? "\0" : "\n")
            }
        }
        // Without a snapshot this reads every card: too slow for a search, which looks for cards that it can show.
        let damaged = try await request.isWhole ? cards.damagedCards() : []
        await cards.close()
        let code = report(damaged)
        if code != .success { return code }
        return request.hasExitCode && count > 0 ? .refused : .success
    }

    private func reportNothing(_ request: ListRequest, _ store: any CardStore) async throws {
        guard request.query != .all else {
            return output.warn("There are no cards yet. Add one: \(CommandLineTable.program) add --help")
        }
        let similar = try await similarNames(to: request.query, in: store)
        output.warn("No cards found." + (similar.isEmpty ? "" : " Similar: \(similar.joined(separator: ", "))"))
    }

    // MARK: - Columns

    /// Name, number, groups and validity for people.
    private func listUsual(_ cards: ListedCards, width: Int, hasHeader: Bool) async throws -> Int {
        var columns = UsualColumns(cells)
        let header = UsualColumns.Row(name: "NAME", number: "NUMBER", groups: "GROUPS", due: "EXPIRY")
        if hasHeader { columns.add(header) }
        var count = 0
        try await cards.forEachPage { page in
            count += page.count
            for summary in page { columns.add(row(summary)) }
        }
        let widths = columns.widths(in: width)
        if hasHeader { try output.write(columns.line(header, widths) + "\n") }
        try await cards.forEachPage { page in
            try output.write(page.map { columns.line(row($0), widths) + "\n" }.joined())
        }
        return count
    }

    private func row(_ card: CardSummary) -> UsualColumns.Row {
        let due = Validity(validFrom: card.validFrom, expiry: card.expiry, today: clock.today())
        return UsualColumns.Row(
            name: cell(card.name), number: cell(card.number), groups: cell(card.groups.joined(separator: ", ")),
            due: cell(card.next?.text(today: clock.today(), format) ?? due.text))
    }

    /// The columns that were asked for, aligned.
    private func listTable(
        _ columns: [ListColumn], _ cards: ListedCards, _ store: any CardStore, width: Int, hasHeader: Bool
    ) async throws -> Int {
        var table = AlignedTable(columns: columns.count, cells)
        let header = columns.map { $0.rawValue.uppercased() }
        if hasHeader { table.add(header) }
        var count = 0
        try await cards.forEachPage { page in
            count += page.count
            for line in try await texts(columns, of: page, in: store) { table.add(line) }
        }
        let widths = table.widths(in: width)
        if hasHeader { try output.write(table.line(header, widths) + "\n") }
        try await cards.forEachPage { page in
            let lines = try await texts(columns, of: page, in: store).map { table.line($0, widths) + "\n" }
            try output.write(lines.joined())
        }
        return count
    }

    /// For other programs: tabs between the columns, nothing cut.
    private func listTabs(
        _ columns: [ListColumn], _ cards: ListedCards, _ store: any CardStore, hasHeader: Bool, end: String
    ) async throws -> Int {
        var lines = CellBytes(safe: cell)
        if hasHeader { lines.append(plain: columns.map(\.rawValue).joined(separator: "\t") + end) }
        let (today, format) = (clock.today(), format)
        let needsCards = columns.contains(where: \.needsCard)
        var count = 0
        let parts = columns.reduce(into: CardRowParts()) { $0.formUnion($1.parts) }
        try await cards.forEachPage(parts) { page in
            count += page.count
            for row in page {
                let card = needsCards ? try await store.card(row.id) : nil
                for (index, column) in columns.enumerated() {
                    if index > 0 { lines.append(plain: "\t") }
                    lines.append(cell: column.text(of: row, card, format, today: today))
                }
                lines.append(plain: end)
            }
            if lines.count >= CardExport.chunkBytes { try output.out.write(lines.drain()) }
        }
        try output.out.write(lines.drain())
        return count
    }

    /// The texts of each row, safe for the output.
    private func texts(
        _ columns: [ListColumn], of page: [CardSummary], in store: any CardStore
    ) async throws -> [[String]] {
        let today = clock.today()
        let needsCards = columns.contains(where: \.needsCard)
        var rows: [[String]] = []
        for row in page {
            let card = needsCards ? try await store.card(row.id) : nil
            rows.append(columns.map { cell($0.text(of: row, card, format, today: today)) })
        }
        return rows
    }

    var cells: AlignedCells { AlignedCells(measure: output.width, isolate: output.isolate) }

    /// A text that breaks no line and no column.
    func cell(_ text: String) -> String { output.safe(oneLine(text)) }

    // MARK: - Sentences

    private func listSentences(_ cards: ListedCards) async throws -> Int {
        var count = 0
        try await cards.forEachPage { page in
            count += page.count
            try output.write(page.map { cell(sentence($0)) + "\n" }.joined())
        }
        return count
    }

    /// "Tesco expires in 12 days, on Wednesday, 2 December 2026. 12.50 EUR are left."
    func sentence(_ card: CardSummary) -> String {
        let due = Validity(validFrom: card.validFrom, expiry: card.expiry, today: clock.today())
        var text = card.name
        switch due {
        case .none: break
        case .expired(let day, _): text += " \(due.text), on \(localFormat.fullText(day))"
        case .expires(let day, _): text += " \(due.text), on \(localFormat.fullText(day))"
        case .notYetValid(let day, _): text += " is \(due.text), from \(localFormat.fullText(day)) on"
        }
        guard let balance = card.amountLeft, !balance.isZero else { return text }
        return "\(text) (balance: \(localFormat.text(balance)))"
    }

    // MARK: - JSON

    private func listJSON(
        _ cards: ListedCards, in store: any CardStore, withPhotos: Bool, isArray: Bool
    ) async throws -> Int {
        var (array, lines, count) = (JSONLines(), [UInt8](), 0)
        // Most stores have none, and no card of theirs is asked.
        let hasSecrets = try await store.secretCount(of: nil) > 0
        var secrets = 0
        try await cards.forEachCard { card in
            count += 1
            if hasSecrets { secrets += try await store.secretCount(of: [card.identifier]) }
            let fields = try await members(of: card, in: store, withPhotos: withPhotos)
            if isArray { array.append(fields) } else { lines += Self.line(fields) }
            if array.byteCount + lines.count >= CardExport.chunkBytes {
                try output.write(json: isArray ? array.drain() : lines)
                lines.removeAll(keepingCapacity: true)
            }
        }
        if isArray { array.end() }
        try output.write(json: isArray ? array.drain() : lines)
        warn(aboutSecretsLeftOut: secrets, "; show and export have --secrets")
        return count
    }

    /// The card's JSON, without what only this machine knows of it: the output may be imported elsewhere.
    func members(
        of card: Card, in store: any CardStore, withPhotos: Bool
    ) async throws -> [(key: String, value: JSON)] {
        let photos = withPhotos ? try await store.photos(of: card) : [:]
        return withPhotos ? CardJSON.members(of: card) { photos[$0] } : CardJSON.membersWithoutPhotos(of: card)
    }
}

/// The usual columns of a listing on a terminal, side by side by the rule of ``ColumnNeeds``; longer text is truncated.
struct UsualColumns {
    /// One card's texts, safe for the output.
    struct Row {
        let name: String
        let number: String
        let groups: String
        let due: String

        var texts: [String] { [name, number, groups, due] }
    }

    private let cells: AlignedCells
    private var needs = ColumnNeeds()
    private var numbers = NumberWidths()

    init(_ cells: AlignedCells) { self.cells = cells }

    /// Widens the columns for a row.
    mutating func add(_ row: Row) {
        needs.name = max(needs.name, min(cells.width(row.name), ColumnNeeds.widest))
        let number = cells.width(row.number)
        if ColumnNeeds(number: number).longNumber > 0 { needs.add(number: number) } else { numbers.add(number) }
        needs.groups = max(needs.groups, min(cells.width(row.groups), ColumnNeeds.widest))
        needs.due = max(needs.due, cells.width(row.due))
    }

    /// The widths of the columns in a terminal of this width, in the order of a row's texts.
    func widths(in columns: Int) -> [Int] {
        var needs = needs
        needs.add(numbers)
        let widths = needs.fitted(to: columns)
        return [widths.name, widths.number, widths.groups, widths.due]
    }

    func line(_ row: Row, _ widths: [Int]) -> String { cells.line(row.texts, widths) }
}

/// The bytes of lines for other programs, collected for one large write. Plain ASCII, which most cells are, is copied; other text is
/// made safe first.
struct CellBytes {
    private var bytes: [UInt8] = []
    private let safe: (String) -> String

    /// `safe` must leave printable ASCII as it is.
    init(safe: @escaping (String) -> String) { self.safe = safe }

    var count: Int { bytes.count }

    mutating func append(cell text: String) {
        var text = text
        let isPlain = text.withUTF8 { cell in
            guard cell.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return false }
            bytes.append(contentsOf: cell)
            return true
        }
        if !isPlain { append(plain: safe(text)) }
    }

    /// Text that is no data.
    mutating func append(plain text: String) {
        var text = text
        text.withUTF8 { bytes.append(contentsOf: $0) }
    }

    /// All bytes since the last call.
    mutating func drain() -> [UInt8] {
        defer { bytes.removeAll(keepingCapacity: true) }
        return bytes
    }
}
