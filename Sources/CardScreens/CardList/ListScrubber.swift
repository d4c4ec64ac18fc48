import CardViewModels
import Cards
import Observation
import Terminal

/// The line that says where one is in the list, and turns into a slider when it is touched: the list follows it live.
///
/// It keeps the scrubber and its time; the value is the model's selected rank.
@MainActor @Observable
final class ListScrubber {
    private var scrubber: Scrubber
    /// As last drawn, for the mouse.
    @ObservationIgnored private var places: ScrubberPlaces?
    @ObservationIgnored private let model: CardListModel
    /// Whether the keys have it, and not only the mouse.
    @ObservationIgnored private var isForKeys = false
    @ObservationIgnored private let stopwatch: Stopwatch
    @ObservationIgnored private var waiting: Task<Void, Never>?

    init(_ model: CardListModel, clock: any Clock<Duration>, isMotionReduced: Bool) {
        self.model = model
        stopwatch = Stopwatch(clock)
        scrubber = Scrubber(0...0, value: 0, isMotionReduced: isMotionReduced)
    }

    isolated deinit { waiting?.cancel() }

    var isLabel: Bool { scrubber.phase == .label }

    /// The scrubber over the list as it is now.
    private var current: Scrubber {
        var scrubber = scrubber
        scrubber.update(0...max(0, model.count - 1), value: model.selectedRank)
        return scrubber
    }

    // MARK: - Drawing

    /// Where its parts would stand in this row; and remembers them.
    func place(label: TailedText, in row: Rect) {
        places = view(label: label).places(in: row)
    }

    /// Nothing of it is on the screen, so nothing can be touched.
    func forgetPlace() { places = nil }

    func draw(label: TailedText, on canvas: inout Canvas, in row: Rect, theme: Theme) {
        places = view(label: label).draw(on: &canvas, in: row, theme: theme, isFocused: true)
    }

    private func view(label: TailedText) -> ScrubberView {
        let scrubber = current
        // Letters say where one is only along names in their order.
        let letters = model.alphabeticalRanks.map { [initial(at: $0.lowerBound), initial(at: $0.upperBound - 1)] }
        let ends = letters.flatMap { $0.contains("") ? nil : $0 } ?? ["1", "\(model.count)"]
        let row = model.selectedRank == scrubber.value ? model.selectedRow : model.row(at: scrubber.value)
        let passing = row?.name ?? initial(at: scrubber.value)
        return ScrubberView(
            scrubber, label: label, lowest: SafeText(ends[0]), highest: SafeText(ends[1]),
            passing: TailedText(SafeText(passing), tail: SafeText(" · \(scrubber.value + 1)")))
    }

    private func initial(at rank: Int) -> String { model.initial(at: rank).map(String.init) ?? "" }

    // MARK: - Input

    /// The slider is there for the keys.
    func focus() {
        scrubber = current
        scrubber.focus(now: stopwatch.now)
        isForKeys = true
        wait()
    }

    /// A key while the slider is there; false for one that means something else, and then the label is back.
    func handle(_ key: Key) -> Bool {
        // Keys at the counter do not wait until the slider of a mouse has faded.
        guard !isLabel, isForKeys || scrubber.isPressed else { return false }
        scrubber = current
        let outcome = scrubber.handle(key, now: stopwatch.now)
        if outcome == .ignored { scrubber.dismiss() }
        if outcome == .moved || outcome == .restored { model.select(rank: scrubber.value) }
        wait()
        return outcome != .ignored
    }

    /// The mouse, as long as it has hold of the slider; false for what is meant for others.
    func handle(_ mouse: MouseEvent) -> Bool {
        guard let places, model.isCounted, model.count > 0 else { return false }
        switch mouse.action {
        case .press(.left):
            var pressed = current
            guard pressed.press(at: mouse.position, in: places) else {
                // The release of the press before was not seen.
                if scrubber.isPressed { scrubber.losePointer(now: stopwatch.now) }
                wait()
                return false
            }
            (scrubber, isForKeys) = (pressed, false)
        case .drag where scrubber.isPressed:
            scrubber = current
            scrubber.drag(to: mouse.position.column, in: places)
        case .release where scrubber.isPressed:
            scrubber = current
            scrubber.release(now: stopwatch.now)
        default: return false
        }
        model.select(rank: scrubber.value)
        wait()
        return true
    }

    /// Goes on when the next phase begins; no clock runs while there is none.
    private func wait() {
        waiting?.cancel()
        guard let deadline = scrubber.nextDeadline else { return }
        waiting = Task { [weak self, stopwatch] in
            guard (try? await stopwatch.wait(until: deadline)) != nil else { return }
            self?.goOn()
        }
    }

    private func goOn() {
        scrubber.advance(to: stopwatch.now)
        wait()
    }
}
