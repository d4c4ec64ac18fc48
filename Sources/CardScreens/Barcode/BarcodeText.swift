import CardViewModels
import Cards
import Terminal

/// The texts shown if no code can be drawn.
enum BarcodeText {
    /// - Parameter smallest: the smallest size in cells; nil if no size would do.
    static func tooSmall(_ smallest: Size?, here: Size) -> String {
        guard let smallest else {
            return
                "This kind is drawn in pixels only, which this terminal does not show. w writes it to a picture file."
        }
        // In a smaller window the screen shows nothing at all.
        let rows = max(smallest.rows, ScreenLayout.smallest.rows)
        var (needs, has): ([String], [String]) = ([], [])
        if smallest.columns > here.columns {
            needs.append("\(smallest.columns) columns")
            has.append("\(here.columns)")
        }
        if rows > here.rows {
            needs.append("\(rows) lines")
            has.append("\(here.rows)")
        }
        return "The barcode needs \(needs.joined(separator: " and ")), here are \(has.joined(separator: " and ")). "
            + "A smaller font helps."
    }

    /// Nil if there is a code.
    static func reason(for code: BarcodeModel.Code, _ side: BarcodeModel.Side) -> String? {
        switch (code, side) {
        case (.shown, _): nil
        case (.none, .card): "No barcode: e gives it one, R reads it off a photo."
        case (.none, .share): "There is no number, so there is nothing to hand over."
        case (.problem(.libraryMissing(let library)), _): "\(BarcodeProblem.libraryMissing(library).userMessage)."
        case (.problem(let problem), .card): "No barcode can be drawn: \(problem.userMessage). e edits the card."
        case (.problem(let problem), .share): "No code can be drawn: \(problem.userMessage)."
        }
    }
}
