public import Basics
public import Cards

/// The whole ledger of a card, and which entry is selected. It changes nothing; ``CardFlow`` books and takes back.
@MainActor
public final class LedgerModel: ScreenModel, RowsModel {
    public let identifier: CardID
    /// Nil until the store has answered.
    @Observed public private(set) var card: Card?
    @Observed public private(set) var ledger = LedgerRows()
    /// Counts how often ``ledger`` became another one, instead of growing.
    @Observed public private(set) var revision = 0
    @Observed public var selectedRank = 0
    /// Whether the store has not answered yet; keys wait until then.
    @Observed public private(set) var isBusy = true

    private let context: ScreenContext
    private let subscription = StoreSubscription()
    private let loads = Latest()

    /// The first page fills any screen, and comes at once; more entries at a time would keep others from the store.
    private nonisolated static let pageSize = 500

    init(_ identifier: CardID, context: ScreenContext) { (self.identifier, self.context) = (identifier, context) }

    public var shownCard: CardID? { identifier }
    public var selectedLine: Ledger.Line? { ledger.line(at: selectedRank) }
    public var hidesTakenBack: Bool { ledger.hidesTakenBack }

    /// Whether the selected entry can be taken back: it counts for the balance.
    public var canTakeBack: Bool {
        selectedLine.map { $0.counts && $0.entry.currency == ledger.currency } ?? false
    }

    public func opened() {
        subscription.start(
            context.services.store,
            concerns: { [weak self] cards in self.map { cards.contains($0.identifier) } ?? false },
            load: { [weak self] in await self?.load() })
    }

    /// Reads the whole ledger. The newest entries are shown as soon as they are there; when it is read again, what is shown stays until
    /// all of it is.
    func load() async {
        let isLatest = loads.begin()
        do {
            let store = context.services.store
            let card = try await store.card(identifier)
            let page = try await store.ledger(of: identifier, after: nil, limit: Self.pageSize)
            // Another reading has begun, which will know more.
            guard isLatest() else { return }
            guard let card else { return leave() }
            var read = LedgerRows(currency: page.currency)
            read.append(page.lines)
            read.isComplete = !page.hasMore
            self.card = card
            if isBusy || read.isComplete { receive(read) }
            if read.isComplete { return }
            let whole = try await Self.rest(of: identifier, after: page, in: store, onto: read)
            if isLatest() { receive(whole) }
        } catch {
            guard isLatest() else { return }
            isBusy = false
            context.messages.post(error)
        }
    }

    /// Away from the main actor: sums of many entries take longer than a key may.
    @concurrent private nonisolated static func rest(
        of card: CardID, after first: LedgerPage, in store: any CardStore, onto read: LedgerRows
    ) async throws -> LedgerRows {
        var (page, read) = (first, read)
        while page.hasMore {
            page = try await store.ledger(of: card, after: page, limit: pageSize)
            read.append(page.lines)
        }
        read.isComplete = true
        return read
    }

    private func receive(_ read: LedgerRows) {
        var new = read
        new.hideTakenBack(hidesTakenBack)
        replace(with: new)
        if isBusy { isBusy = false }
    }

    /// Shows other rows. The selected entry stays so; if it is no longer there, the one that has its rank.
    private func replace(with new: LedgerRows) {
        let selected = selectedLine?.id
        ledger = new
        revision += 1
        let rank = selected.flatMap { new.rank(of: $0) } ?? selectedRank
        select(rank: rank)
    }

    private func leave() {
        context.navigator.remove(self)
        if let card { context.post(Message("\(card.name.shortName) was deleted elsewhere.")) }
    }

    // MARK: - Intents

    public var selectableCount: Int { ledger.selectable.count }

    /// Hides the entries that were taken back, or shows them again.
    public func toggleTakenBack() {
        var new = ledger
        new.hideTakenBack(!hidesTakenBack)
        replace(with: new)
    }
}

/// The lines of a ledger under the headings of their months, the newest first, and their sums. It grows page by page; it holds no
/// selection and no widths.
public struct LedgerRows: Sendable {
    /// A row of the screen, by its index in ``months`` or ``lines``.
    public enum Row: Equatable, Sendable {
        case month(Int)
        case line(Int)
    }

    public struct Month: Sendable {
        /// One of its days.
        public let day: CalendarDay
        public fileprivate(set) var sums = LedgerSums()
    }

    /// The currency in which is added up; nil means points.
    public let currency: String?
    /// All that were read, also those that are hidden.
    public private(set) var lines: [Ledger.Line] = []
    /// The months of the shown lines.
    public private(set) var months: [Month] = []
    public private(set) var rows: [Row] = []
    /// The rows with a line, which can be selected: by rank.
    public private(set) var selectable: [Int] = []
    /// Whether no older lines are missing: until then the sums of the last month and the total are too small.
    public internal(set) var isComplete = false
    public private(set) var hasTakenBack = false
    private(set) var hidesTakenBack = false

    init(currency: String? = nil) { self.currency = currency }

    /// Adds older lines.
    mutating func append(_ older: [Ledger.Line]) {
        for line in older {
            lines.append(line)
            if !line.counts { hasTakenBack = true }
            show(lines.count - 1)
        }
    }

    /// Hides the lines that were taken back, or shows them again.
    mutating func hideTakenBack(_ isHidden: Bool) {
        if isHidden == hidesTakenBack { return }
        hidesTakenBack = isHidden
        (months, rows, selectable) = ([], [], [])
        for index in lines.indices { show(index) }
    }

    private mutating func show(_ index: Int) {
        let line = lines[index]
        if hidesTakenBack, !line.counts { return }
        let day = line.entry.day
        if months.last.map({ ($0.day.year, $0.day.month) != (day.year, day.month) }) ?? true {
            rows.append(.month(months.count))
            months.append(Month(day: day))
        }
        selectable.append(rows.count)
        rows.append(.line(index))
        guard line.counts, line.entry.currency == currency else { return }
        months[months.count - 1].sums.add(line.entry.value)
    }

    public var total: LedgerSums { months.reduce(into: LedgerSums()) { $0.add($1.sums) } }

    /// The line at a rank; nil if there is none.
    public func line(at rank: Int) -> Ledger.Line? {
        guard selectable.indices.contains(rank), case .line(let index) = rows[selectable[rank]] else { return nil }
        return lines[index]
    }

    /// The rank of an entry; nil if it is not shown.
    func rank(of entry: LedgerEntry.ID) -> Int? {
        selectable.firstIndex { if case .line(let index) = rows[$0] { lines[index].id == entry } else { false } }
    }

    /// The rank of the line in a row; nil for a heading.
    public func rank(ofRow row: Int) -> Int? {
        guard rows.indices.contains(row), case .line = rows[row] else { return nil }
        var (low, high) = (0, selectable.count)
        while low < high {
            let middle = (low + high) / 2
            if selectable[middle] < row { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
