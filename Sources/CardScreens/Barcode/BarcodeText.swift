import CardViewModels
import Cards
import Terminal

/// The texts shown if no code can be drawn.
enum BarcodeText {
    /// The keys that the texts name; nil for a command without a key.
    struct Keys {
        var edit: String?
        var read: String?
        var take: String?
        var copy: String?
        var write: String?
    }

    /// How much space a code needs.
    /// - Parameter smallest: the smallest size in cells; nil if no size would do.
    static func tooSmall(_ smallest: Size?, here: Size, side: BarcodeModel.Side = .card) -> String {
        guard let smallest else { return "This kind needs a terminal with pixel graphics." }
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
        return "The \(side == .card ? "barcode" : "share code") needs \(needs.joined(separator: " and ")); "
            + "you have \(has.joined(separator: " and "))."
    }

    /// What helps where a code does not fit.
    /// - Parameter fitsUnlessPlain: whether it fits where the option for plain text is not used.
    static func remedy(
        isInPixelsOnly: Bool, side: BarcodeModel.Side, fitsUnlessPlain: Bool = false, keys: Keys
    ) -> String {
        let fits = fitsUnlessPlain ? "It fits without --plain." : nil
        if isInPixelsOnly { return fits ?? keys.write.map { "\($0) saves it as a picture file." } ?? "" }
        let copies = side == .share ? keys.copy.map { "\($0) copies the link." } : nil
        let remedies = [copies, fits].compactMap { $0 }
        return remedies.isEmpty ? "Try a smaller font or a larger window." : remedies.joined(separator: " ")
    }

    /// Nil if there is a code.
    static func reason(
        for code: BarcodeModel.Code, _ side: BarcodeModel.Side, isOfSeveral: Bool = false, offersKinds: Bool, keys: Keys
    ) -> String? {
        func offers(_ offers: [(key: String?, text: String)]) -> String {
            let texts = offers.compactMap { offer in offer.key.map { "\($0) \(offer.text)" } }
            return texts.isEmpty ? "" : ": " + texts.joined(separator: ", ")
        }
        switch (code, side) {
        case (.shown, _): return nil
        case (.none, .card) where offersKinds:
            return "No barcode yet"
                + offers([(keys.take, "chooses a kind that fits"), (keys.read, "scans one from a photo")]) + "."
        case (.none, .card):
            return "No barcode" + offers([(keys.edit, "adds one"), (keys.read, "scans one from a photo")]) + "."
        case (.none, .share) where isOfSeveral:
            return "None of these cards can be shared: each has no number, or is too long for a code."
        case (.none, .share): return "A card without a number cannot be shared."
        case (.problem(.libraryMissing(let library)), _):
            return "\(BarcodeProblem.libraryMissing(library).userMessage)."
        case (.problem(let problem), .card):
            let edit = keys.edit.map { " \($0) edits the card." } ?? ""
            return "Cannot draw the barcode: \(problem.userMessage).\(edit)"
        case (.problem(let problem), .share): return "Cannot draw the share code: \(problem.userMessage)."
        }
    }
}
