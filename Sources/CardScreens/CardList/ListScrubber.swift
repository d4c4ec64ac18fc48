import CardViewModels
import Cards
import Terminal

/// The position in the list, which turns into a slider when it is used: the list follows it live. Its value is the model's selected
/// rank.
@MainActor
final class ListScrubber {
    private let model: CardListModel
    let control: ScrubberControl

    init(_ model: CardListModel, clock: any Clock<Duration>, isMotionReduced: Bool) {
        self.model = model
        control = ScrubberControl(clock: clock, isMotionReduced: isMotionReduced) {
            (0...max(0, model.count - 1), model.selectedRank)
        } onChange: {
            model.select(rank: $0)
        }
        control.onEnd = { [weak model] in model?.prefetchTenths(false) }
    }

    var isLabel: Bool { control.isLabel }

    // MARK: - Drawing

    func layout(label: TailedText, in row: Rect) { control.layout(labels(label), in: row) }
    func hide() { control.hide() }

    private func labels(_ label: TailedText) -> ScrubberControl.Labels {
        // Letters indicate the position only if names are in alphabetical order.
        let alphabetical = model.alphabeticalRanks
        let letters = alphabetical.map { _ in [initial(at: 0), initial(at: model.count - 1)] }
        let ends = letters.flatMap { $0.contains("") ? nil : $0 } ?? ["1", "\(model.count)"]
        var labels = ScrubberControl.Labels(label: label, lowest: SafeText(ends[0]), highest: SafeText(ends[1])) {
            [self] rank in
            let row = model.selectedRank == rank ? model.selectedRow : model.row(at: rank)
            return TailedText(SafeText(row?.name ?? initial(at: rank)), tail: SafeText(" · \(rank + 1)"))
        }
        if alphabetical != nil { labels.letter = { [model] rank in model.initial(at: rank) } }
        return labels
    }

    private func initial(at rank: Int) -> String { model.initial(at: rank).map(String.init) ?? "" }

    // MARK: - Input

    func focus() {
        model.prefetchTenths(true)
        control.focus()
    }

    func accepts(_ key: Key) -> Bool { control.accepts(key) }
    var hints: [KeyHint] { control.hints }
    var help: [HelpView.Section] { control.help }
    func handle(_ key: Key) -> Bool { control.handle(key) }
    func handle(_ mouse: MouseEvent) -> Bool { model.isCounted && model.count > 0 && control.handle(mouse) }
}
