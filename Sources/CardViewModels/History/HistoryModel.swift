public import Basics
public import Cards

/// The history of one card or of all: the loaded changes, a window of a log of any length, and which one is selected.
@MainActor
public final class HistoryModel: ScreenModel, RowsModel {
    /// Nil for the history of all cards.
    public let card: CardID?
    /// The name of that card.
    public let name: String
    /// The loaded changes, the newest first, without gaps.
    @Observed public private(set) var rows: [PastChange] = []
    @Observed public var selectedRank = 0
    /// What is searched for; empty for nothing.
    @Observed public private(set) var words = ""
    /// Whether changes are being read.
    @Observed public private(set) var isReading = true
    /// Whether the first answer to a new search has not come yet.
    @Observed public private(set) var isFinding = false
    /// Whether the store has answered once.
    @Observed private var isLoaded = false

    /// Where the changes before and after the loaded ones begin; nil at the ends of the history.
    private var older: HistoryQuery.Start?
    private var newer: HistoryQuery.Start?
    private let reads = Latest()
    /// Whether something changed while changes were read.
    private var isOutdated = false
    private let context: ScreenContext
    private let subscription = StoreSubscription()

    /// Changes that are read at once: more than a screen shows.
    nonisolated private static let page = 100
    /// More are not kept in memory: those at the other end are dropped.
    nonisolated private static let maximum = 1000

    init(_ card: CardID?, name: String = "", context: ScreenContext) {
        self.card = card
        self.name = name
        self.context = context
    }

    public var shownCard: CardID? { card }
    /// Keys wait for changes, but not for a search: it may have to look through the whole history.
    public var isBusy: Bool { !isLoaded || isReading && words.isEmpty }
    public var selectableCount: Int { rows.count }
    public var selectedRow: PastChange? { rows.indices.contains(selectedRank) ? rows[selectedRank] : nil }
    /// Whether all changes are loaded.
    public var isWhole: Bool { isLoaded && older == nil && newer == nil }

    public func opened() {
        subscription.start(
            context.services.store, concerns: { [card] cards in card.map(cards.contains) ?? true },
            load: { [weak self] in await self?.reload() })
    }

    // MARK: - Moving

    public func moveSelection(by count: Int) {
        let target = selectedRank + count
        if target >= rows.count, let older { return read(older, selecting: target) }
        if target < 0, let newer { return read(newer, selecting: target) }
        select(rank: target)
        prefetch()
    }

    public func selectFirst() {
        guard newer != nil else { return select(rank: 0) }
        replace(from: .newest, selecting: 0)
    }

    public func selectLast() {
        guard older != nil else { return select(rank: .max) }
        replace(from: .oldest, selecting: .max)
    }

    /// Reads ahead, so that moving does not have to wait.
    private func prefetch() {
        guard !isReading, let older, rows.count - selectedRank < Self.page / 2 else { return }
        read(older, selecting: nil)
    }

    // MARK: - Searching

    /// Lists the changes that contain these words.
    public func find(_ words: String) {
        guard words != self.words else { return }
        (self.words, isFinding) = (words, true)
        replace(from: .newest, selecting: 0)
    }

    // MARK: - Reading

    public func didDisappear(isRemoved: Bool) { if isRemoved { reads.cancel() } }

    /// Reads again after a change; what is shown stays until the answer arrives. Older changes stay as they are, and newer ones than the
    /// window are read when it gets there.
    private func reload() async {
        guard !isLoaded || newer == nil else { return }
        if isLoaded, isReading { return isOutdated = true }
        replace(from: .newest, selecting: isLoaded ? nil : 0)
        await reads.finished()
    }

    /// - Parameter rank: nil keeps the selected change, if it is still there.
    private func replace(from start: HistoryQuery.Start, selecting rank: Int?) {
        let limit = rank == nil ? max(Self.page, min(rows.count, Self.maximum)) : Self.page
        let selected = selectedRow?.id
        run { [self] in
            var isFirst = true
            try await pages(from: start, limit: limit) { page in
                if isFirst { (rows, older, newer) = ([], nil, nil) }
                isFirst = false
                add(page, from: start)
                (isLoaded, isFinding) = (true, false)
            }
            let kept = rank == nil ? rows.firstIndex { $0.id == selected } : nil
            select(rank: kept ?? rank ?? selectedRank)
        }
    }

    /// Reads on at an end of the window, and then selects a rank of the window as it is now.
    private func read(_ start: HistoryQuery.Start, selecting rank: Int?) {
        run { [self] in
            let before = selectedRank
            try await pages(from: start, limit: Self.page) { add($0, from: start) }
            if let rank { select(rank: rank + selectedRank - before) }
        }
    }

    private func run(_ body: @escaping () async throws -> Void) {
        isReading = true
        reads.start { [self] in
            do {
                try await body()
            } catch {
                if !Task.isCancelled { context.messages.post(error) }
            }
            if Task.isCancelled { return }
            (isReading, isLoaded, isFinding) = (false, true, false)
            guard isOutdated else { return }
            isOutdated = false
            await reload()
        }
    }

    /// Reads until there are enough changes, or none is left.
    private func pages(
        from start: HistoryQuery.Start, limit: Int, _ receive: (HistoryPage) -> Void
    ) async throws {
        var (next, count): (HistoryQuery.Start?, Int) = (start, 0)
        while let from = next, count < limit {
            let page = try await context.services.store.history(
                HistoryQuery(
                    card: card, words: words, start: from, limit: limit - count, format: context.services.format))
            // Another request replaces this one.
            try Task.checkCancellation()
            receive(page)
            (next, count) = (page.next, count + page.changes.count)
        }
    }

    /// Adds changes at an end of the window, and drops what is too many at the other; the selected change stays selected.
    private func add(_ page: HistoryPage, from start: HistoryQuery.Start) {
        if start.goesBack {
            rows += page.changes
            older = page.next
            let excess = rows.count - Self.maximum
            guard excess > 0 else { return }
            rows.removeFirst(excess)
            newer = rows.first.map { .after($0.id) }
            selectedRank = max(0, selectedRank - excess)
        } else {
            rows = page.changes + rows
            newer = page.next
            selectedRank = min(selectedRank + page.changes.count, max(0, min(rows.count, Self.maximum) - 1))
            let excess = rows.count - Self.maximum
            guard excess > 0 else { return }
            rows.removeLast(excess)
            older = rows.last.map { .before($0.id) }
        }
    }
}
