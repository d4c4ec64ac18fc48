internal import Cards
import Observation

/// The rows of what was found: those around the selection, where the selection is, and how far rows have to be fetched.
///
/// It does not know what was looked for. The rows are those of one reading of the list, until the next one replaces them all.
@MainActor @Observable
final class ListRows {
    private(set) var found: (any FoundCards)?
    private(set) var window = ListWindow()
    /// How many cards are shown: as far as is known, while ``isCounted`` is false.
    private(set) var count = 0
    private(set) var isCounted = false
    private(set) var selectedRank = 0
    /// A rank that was asked for and whose row is not here yet.
    private(set) var jump: Int?
    private var prefetched = PrefetchedWindows()
    @ObservationIgnored private(set) var reach = ListReach(visibleRows: 0)
    /// Whether the list is being read again: what is prefetched meanwhile would only be thrown away.
    @ObservationIgnored var isBeingRead = false
    @ObservationIgnored private var isFetching = false
    /// Counts the readings of the list: rows fetched before one belong to another list.
    @ObservationIgnored private var reading = 0
    /// Told when another card is selected, or the selected one may look different.
    @ObservationIgnored var onSelect: () -> Void = {}
    @ObservationIgnored private let messages: MessageCenter

    /// Farther than any list is long, and near enough to count on from there.
    private static let beyondAll = Int.max / 4

    init(messages: MessageCenter) { self.messages = messages }

    var selectedRow: CardSummary? { window[selectedRank] }

    // MARK: - Replacing

    /// Shows rows from the beginning of the list; nil for a count that is not known yet.
    func showFirst(_ rows: [CardSummary], of count: Int?) {
        (self.count, isCounted) = (count ?? rows.count, count != nil)
        window = ListWindow(rows: rows)
        onSelect()
    }

    /// Shows another reading of the list, with that rank selected. A jump goes on in it.
    func show(_ new: ListReading, selecting rank: Int) {
        reading += 1
        prefetched.forget()
        (found, window, selectedRank) = (new.found, new.window, rank)
        (count, isCounted) = (new.found.count, true)
        jump = jump.flatMap { count == 0 ? nil : min($0, count - 1) }
    }

    /// Shows a change of a row before it is written.
    func update(_ identifier: CardID, _ change: (inout CardSummary) -> Void) {
        window.update(identifier, change)
        prefetched.forget()
    }

    // MARK: - Selecting

    func moveSelection(by rows: Int) { select(rank: (jump ?? selectedRank) + rows) }
    func selectLast() { select(rank: isCounted ? count - 1 : Self.beyondAll) }

    /// Selects a rank, as near as there is one. A rank whose row is not here yet is selected when it has come, so that no empty
    /// row is ever shown.
    func select(rank: Int) {
        guard count > 0 else { return }
        let target = max(0, isCounted ? min(rank, count - 1) : rank)
        if !window.contains(target), let known = prefetchedWindow(around: target) { window = known }
        if window.contains(target) {
            jump = nil
            if selectedRank != target {
                selectedRank = target
                onSelect()
            }
        } else {
            jump = target
        }
        fetchMissing()
    }

    func endJump() { jump = nil }

    /// Whether a jump to a rank would be shown at once.
    func hasAtHand(_ rank: Int) -> Bool { window.contains(rank) || prefetchedWindow(around: rank) != nil }

    private func prefetchedWindow(around rank: Int) -> ListWindow? {
        prefetched.window(with: reach.seen(around: rank).clamped(to: 0..<count))
    }

    // MARK: - Fetching

    /// How many rows the screen shows at once.
    func sees(rows: Int) {
        let new = ListReach(visibleRows: rows)
        if new == reach { return }
        reach = new
        prefetched.forget()
        fetchMissing()
    }

    /// Jumps to the tenths of the list are to be expected, or not any more.
    func expectsTenths(_ isExpected: Bool) {
        prefetched.hasTenths = isExpected
        fetchMissing()
    }

    /// The rank around which rows are missing.
    private var shortRank: Int? {
        guard found != nil else { return nil }
        return jump ?? (reach.isShort(window, around: selectedRank, count: count) ? selectedRank : nil)
    }

    /// The rows that are fetched next: those around the selection, and when these are here the prefetched.
    private var missingRanks: Range<Int>? {
        guard let found else { return nil }
        if let rank = shortRank {
            let wanted = jump == nil ? reach.around(rank) : reach.seen(around: rank)
            return wanted.clamped(to: 0..<found.count)
        }
        guard !isBeingRead, isCounted else { return nil }
        return prefetched.missing(in: found.count, beside: window, seen: reach.seen(around:))
    }

    /// Fetches rows, one stretch at a time however fast the selection moves.
    func fetchMissing() {
        guard !isFetching, missingRanks != nil else { return }
        isFetching = true
        Task {
            defer { isFetching = false }
            while let ranks = missingRanks, let found {
                let (isPrefetched, asked) = (shortRank == nil, reading)
                do {
                    let rows = try await found.rows(in: ranks)
                    // Another list may be shown by now: rows of this one say nothing about it.
                    guard asked == reading else { continue }
                    let window = ListWindow(start: ranks.lowerBound, rows: rows)
                    if isPrefetched { prefetched.add(window) } else { show(window) }
                } catch {
                    jump = nil
                    return messages.say(error)
                }
            }
        }
    }

    /// Shows a window if it has what is looked at; the selection may have gone elsewhere meanwhile.
    private func show(_ new: ListWindow) {
        if let target = jump, new.contains(target) {
            (window, selectedRank, jump) = (new, target, nil)
            onSelect()
        } else if new.contains(selectedRank) {
            window = new
        } else if let target = jump {
            // Beyond the end of a list that was not counted when it was asked for.
            jump = max(0, min(target, count - 1))
        }
    }
}
