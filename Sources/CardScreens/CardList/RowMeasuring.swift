import CardViewModels
import Cards
import Terminal

/// The texts of the loaded rows, each built and measured once, and the room that the columns need for them. While the same cards are
/// looked at the columns only grow, so that scrolling moves them as little as possible.
@MainActor
final class RowMeasuring {
    struct Row {
        let card: CardSummary
        let texts: RowTexts
        let needs: ColumnNeeds

        init(_ card: CardSummary, _ texts: RowTexts) {
            self.card = card
            self.texts = texts
            needs = ColumnNeeds(card, texts)
        }
    }

    private var needs = ColumnNeeds()
    private var measured: (rows: [CardSummary?], query: CardQuery, setting: RowTexts.Setting)?
    private var rows: [CardID: Row] = [:]
    /// The loaded rows, in order; nil for a card that is gone.
    private var inOrder: [Row?] = []
    private var firstRank = 0
    /// Rows that are not loaded any more are forgotten only when there are more than this: after a jump back they are shown again.
    private static let most = 1_000
    /// How often the texts of a row were built.
    private(set) var count = 0

    func needs(of model: CardListModel, _ setting: RowTexts.Setting, _ clock: CardClock) -> ColumnNeeds {
        let loaded = model.loadedRows
        firstRank = model.firstLoadedRank
        if measured?.setting != setting { rows = [:] }
        if let measured, measured.query == model.shownQuery, measured.setting == setting {
            // Comparing an array with itself takes no time, so the newer of two equal ones is kept.
            if measured.rows == loaded {
                self.measured?.rows = loaded
                return needs
            }
        } else {
            needs = ColumnNeeds()
        }
        if rows.count > Self.most { forgetAll(but: loaded) }
        inOrder.removeAll(keepingCapacity: true)
        for card in loaded {
            let measuredRow = card.map { row(of: $0) ?? built($0, setting, clock) }
            inOrder.append(measuredRow)
        }
        needs.add(rows: inOrder.lazy.compactMap { $0?.needs })
        measured = (loaded, model.shownQuery, setting)
        return needs
    }

    /// Nil for a card that was not measured as it is now.
    func row(of card: CardSummary) -> Row? { rows[card.id].flatMap { $0.card == card ? $0 : nil } }

    /// The row at a rank, as of the last measuring; nil for a card that was not loaded then.
    func row(at rank: Int) -> Row? {
        let index = rank - firstRank
        return inOrder.indices.contains(index) ? inOrder[index] : nil
    }

    private func forgetAll(but loaded: [CardSummary?]) {
        let kept = Set(loaded.compactMap { $0?.id })
        rows = rows.filter { kept.contains($0.key) }
    }

    private func built(_ card: CardSummary, _ setting: RowTexts.Setting, _ clock: CardClock) -> Row {
        count += 1
        let row = Row(card, RowTexts(card, setting, clock))
        rows[card.id] = row
        return row
    }
}
