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
            (self.card, self.texts, needs) = (card, texts, ColumnNeeds(card, texts))
        }
    }

    private var needs = ColumnNeeds()
    private var measured: (rows: [CardSummary?], query: CardQuery, setting: RowTexts.Setting)?
    private var rows: [CardID: Row] = [:]
    /// How often the texts of a row were built.
    private(set) var count = 0

    func needs(of model: CardListModel, _ setting: RowTexts.Setting, _ clock: CardClock) -> ColumnNeeds {
        let loaded = model.loadedRows
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
        let before = rows
        rows = [:]
        for case let card? in loaded {
            let row = before[card.id].flatMap { $0.card == card ? $0 : nil } ?? built(card, setting, clock)
            rows[card.id] = row
            needs.add(row.needs)
        }
        measured = (loaded, model.shownQuery, setting)
        return needs
    }

    /// Nil for a card that was not among the loaded rows when they were measured.
    func row(of card: CardSummary) -> Row? { rows[card.id].flatMap { $0.card == card ? $0 : nil } }

    private func built(_ card: CardSummary, _ setting: RowTexts.Setting, _ clock: CardClock) -> Row {
        count += 1
        return Row(card, RowTexts(card, setting, clock))
    }
}
