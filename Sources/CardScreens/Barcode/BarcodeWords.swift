import CardViewModels
import Cards
import Terminal

/// What the page says where no code can be drawn.
enum BarcodeWords {
    /// - Parameter smallest: the cells that the code takes at least; nil where none would do.
    static func tooSmall(_ smallest: Size?, here: Size) -> String {
        guard let smallest else { return "This kind is drawn in pixels only, which this terminal does not show." }
        return
            "The barcode needs \(smallest.columns) columns and \(smallest.rows) lines, here are \(here.columns) and \(here.rows). A smaller font helps."
    }

    /// Nil for a code that there is.
    static func reason(for code: BarcodeModel.Code, _ side: BarcodeModel.Side) -> String? {
        switch (code, side) {
        case (.shown, _): nil
        case (.none, .card): "No barcode: e gives it one."
        case (.none, .share): "There is no number, so there is nothing to hand over."
        case (.problem(let problem), .card): "No barcode can be drawn: \(problem.userMessage). e edits the card."
        case (.problem(let problem), .share): "No code can be drawn: \(problem.userMessage)."
        }
    }
}
