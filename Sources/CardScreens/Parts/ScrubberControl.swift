import Basics
import Terminal

/// A scrubber on a screen: a label in a row that turns into a slider when it is used by keys or the mouse.
///
/// It holds the scrubber, its timer and its last layout. The value belongs to the owner: it is read from `state` and changed by
/// `onChange`.
@MainActor
final class ScrubberControl {
    /// The texts of the row.
    struct Labels {
        /// While the slider is not used.
        var label: TailedText
        /// At the smallest and at the largest value.
        var lowest: SafeText
        var highest: SafeText
        /// While the slider is shown: the meaning of a value.
        var passing: @MainActor (Int) -> TailedText
        /// The letter of a value; nil for a slider without letters.
        var letter: (@MainActor (Int) -> Character?)?
    }

    @Observed private var scrubber: Scrubber {
        didSet { if oldValue.phase != .label, scrubber.phase == .label { onEnd() } }
    }
    /// The last layout and its row; nil if nothing of it is on the screen.
    private var shown: (view: ScrubberView, row: Rect)?
    /// The owner's value after the last change by the slider: another one was chosen elsewhere, and the slider follows it.
    private var knownValue: Int
    /// When the slider faded away: a key of it that arrives soon after was pressed before that was seen.
    private var faded: Duration?
    /// On a slow link a key arrives this late.
    private static let longestKeyDelay = Duration.milliseconds(600)
    /// Whether arrows show the slider again, which faded under them: until another key is pressed they mean the slider, and must not
    /// open a card.
    private var keepsArrows = false
    private let stopwatch: Stopwatch
    private var waiting: Task<Void, Never>?
    /// The current range and value.
    private let state: @MainActor () -> (range: ClosedRange<Int>, value: Int)
    private let onChange: @MainActor (Int) -> Void
    /// Called when the label is shown again.
    var onEnd: @MainActor () -> Void = {}

    init(
        step: Int = 1, direction: Scrubber.Direction = .growsDownward, clock: any Clock<Duration>,
        isMotionReduced: Bool,
        state: @escaping @MainActor () -> (range: ClosedRange<Int>, value: Int),
        onChange: @escaping @MainActor (Int) -> Void
    ) {
        stopwatch = Stopwatch(clock)
        let now = state()
        scrubber = Scrubber(
            now.range, value: now.value, step: step, direction: direction, isMotionReduced: isMotionReduced)
        knownValue = now.value
        self.state = state
        self.onChange = onChange
    }

    isolated deinit { waiting?.cancel() }

    var isLabel: Bool { scrubber.phase == .label }

    /// The scrubber with the current range and value.
    private var current: Scrubber {
        var scrubber = scrubber
        let now = state()
        scrubber.update(now.range, value: now.value, follows: now.value != knownValue)
        return scrubber
    }

    // MARK: - Drawing

    /// Lays it out, for the mouse and for drawing. The owner may draw the label itself.
    func layout(_ labels: Labels, in row: Rect) {
        let scrubber = current
        var view = ScrubberView(
            scrubber, label: labels.label, lowest: labels.lowest, highest: labels.highest,
            passing: labels.passing(scrubber.value))
        if !isLabel, let letter = labels.letter { view.putTicks(in: row, letter: letter) }
        shown = (view, row)
    }

    /// Nothing of it is on the screen, so the mouse cannot reach it.
    func hide() { shown = nil }

    func draw(on canvas: inout Canvas, theme: Theme) {
        if let shown { shown.view.draw(on: &canvas, in: shown.row, theme: theme, isFocused: true) }
    }

    /// The end of what is drawn, from the beginning of its row on: the slider and the current item, or the label.
    var shownColumns: Int {
        guard let shown, let places else { return 0 }
        return (isLabel ? places.label.right : max(places.slider.right, places.passing.right)) - shown.row.left
    }

    private var places: ScrubberFrames? { shown.map { $0.view.places(in: $0.row) } }

    // MARK: - Input

    /// Shows the slider for keys.
    func focus() {
        scrubber = current
        scrubber.focus(now: stopwatch.now)
        (keepsArrows, faded) = (true, nil)
        wait()
    }

    /// Closes the slider, because something else changed the value.
    func dismiss() {
        faded = nil
        guard !isLabel else { return }
        scrubber.dismiss()
        wait()
    }

    /// Whether a key means the slider although the label is shown again: an arrow until another key is pressed, any key of the slider
    /// while it may have been pressed before the slider was seen to go.
    private func isLate(_ key: Key) -> Bool {
        guard isLabel else { return false }
        if keepsArrows, key == .left || key == .right { return true }
        guard let faded, stopwatch.now - faded < Self.longestKeyDelay else { return false }
        var shown = scrubber
        shown.focus(now: stopwatch.now)
        return shown.handle(key, now: stopwatch.now) != .ignored
    }

    /// Whether the slider handles a key.
    func accepts(_ key: Key) -> Bool {
        if isLate(key) { return true }
        var scrubber = scrubber
        return scrubber.handle(key, now: stopwatch.now) != .ignored
    }

    /// The keys that the slider handles now, for the footer.
    var hints: [KeyHint] { isLabel ? [] : WidgetKeys.slider }
    var help: [HelpView.Section] { isLabel ? [] : [HelpView.Section("Slider", WidgetKeys.slider)] }

    /// Handles a key while the slider is shown, or one that comes late. Any other key closes the slider and returns false.
    func handle(_ key: Key) -> Bool {
        let isLate = isLate(key)
        faded = nil
        guard isLate || !isLabel else {
            keepsArrows = false
            return false
        }
        scrubber = current
        if isLate { scrubber.resume(now: stopwatch.now) }
        let outcome = scrubber.handle(key, now: stopwatch.now)
        if outcome == .ignored { scrubber.dismiss() }
        keepsArrows = outcome == .moved
        if outcome == .moved || outcome == .restored { change() }
        wait()
        return outcome != .ignored
    }

    private func change() {
        onChange(scrubber.value)
        knownValue = state().value
    }

    /// Handles the mouse while it holds the slider; returns false otherwise.
    func handle(_ mouse: MouseEvent) -> Bool {
        guard let places else { return false }
        switch mouse.action {
        case .press(.left):
            var pressed = current
            guard pressed.press(at: mouse.position, in: places) else {
                keepsArrows = false
                // The release of the previous press was not reported.
                if scrubber.isPressed { scrubber.losePointer(now: stopwatch.now) } else { dismiss() }
                wait()
                return false
            }
            (scrubber, keepsArrows, faded) = (pressed, true, nil)
        case .drag where scrubber.isPressed:
            scrubber = current
            scrubber.drag(to: mouse.position.column, in: places)
        case .release where scrubber.isPressed:
            scrubber = current
            scrubber.release(now: stopwatch.now)
        default: return false
        }
        change()
        wait()
        return true
    }

    /// Continues when the next phase begins; without one no timer runs.
    private func wait() {
        waiting?.cancel()
        guard let deadline = scrubber.nextDeadline else { return }
        waiting = Task { [weak self, stopwatch] in
            guard (try? await stopwatch.wait(until: deadline)) != nil else { return }
            self?.advance()
        }
    }

    private func advance() {
        scrubber.advance(to: stopwatch.now)
        if isLabel { faded = stopwatch.now }
        wait()
    }
}
