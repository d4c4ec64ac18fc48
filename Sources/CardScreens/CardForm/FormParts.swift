import Cards
import Terminal

/// The parts of the form, through which Tab moves: one without values is passed in one step.
struct FormParts {
    /// The rule above a part: "── money and days ─────".
    struct Rule {
        let title: SafeText
        let frame: Rect

        func draw(on canvas: inout Canvas, theme: Theme) {
            canvas.fill(frame, with: "─", style: theme[.rule])
            let title = SafeText(" \(title) ", within: max(0, frame.columns - 2))
            canvas.write(title, at: Point(column: frame.left + 2, row: frame.top), style: theme[.faint])
        }
    }

    private let stops: [CardFormScreen.Stop]
    private let isEmpty: (DraftField.Part) -> Bool

    init(_ stops: [CardFormScreen.Stop], isEmpty: @escaping (DraftField.Part) -> Bool) {
        (self.stops, self.isEmpty) = (stops, isEmpty)
    }

    /// How many stops to move: all of an empty part that begins here, or backwards that ends before here.
    /// - Parameter step: 1 or -1.
    func steps(from stop: CardFormScreen.Stop, by step: Int) -> Int {
        let index = stops.firstIndex(of: stop) ?? 0
        guard part(at: index) != part(at: index - 1), let passed = part(at: step > 0 ? index : index - 1),
            isEmpty(passed)
        else { return step }
        return step * stops.indices.count { part(at: $0) == passed }
    }

    /// Nil for a button.
    private func part(at index: Int) -> DraftField.Part? {
        if case .field(let field) = stops[(index + stops.count) % stops.count] { field.part } else { nil }
    }
}
