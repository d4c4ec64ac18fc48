import CardViewModels
import Cards
import Terminal

/// Measures the room that the columns of the loaded rows need. While the same cards are looked at the columns only grow, so that
/// scrolling moves them as little as possible.
@MainActor
final class RowMeasuring {
    private var needs = ColumnWidths()
    private var measured: (rows: [CardSummary?], query: CardQuery, setting: RowTexts.Setting)?

    func needs(of model: CardListModel, _ setting: RowTexts.Setting, _ clock: CardClock) -> ColumnWidths {
        let rows = model.loadedRows
        if let measured, measured.query == model.shownQuery, measured.setting == setting {
            // Comparing an array with itself takes no time.
            if measured.rows == rows { return needs }
        } else {
            needs = ColumnWidths()
        }
        for case let card? in rows { needs.add(card, RowTexts(card, setting, clock)) }
        measured = (rows, model.shownQuery, setting)
        return needs
    }
}
