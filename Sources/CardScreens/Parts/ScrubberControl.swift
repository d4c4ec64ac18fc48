import Observation
import Terminal

/// A scrubber on a screen: a label in a row that turns into a slider when it is touched, by keys or the mouse.
///
/// It keeps the scrubber, its time and its last layout. The value is somebody else's: it is asked for, and what the hand
/// chose is told.
@MainActor @Observable
final class ScrubberControl {
    /// What is said in the row.
    struct Words {
        /// While nobody touches it.
        var label: TailedText
        /// At the least and at the greatest value.
        var lowest: SafeText
        var highest: SafeText
        /// While the slider is there: what a value stands for.
        var passing: @MainActor (Int) -> TailedText
    }

    private var scrubber: Scrubber {
        didSet { if oldValue.phase != .label, scrubber.phase == .label { onEnd() } }
    }
    /// What was last laid out, and in which row; nil where nothing of it is on the screen.
    @ObservationIgnored private var shown: (view: ScrubberView, row: Rect)?
    /// Whether the keys have it, and not only the mouse.
    @ObservationIgnored private var isForKeys = false
    @ObservationIgnored private let stopwatch: Stopwatch
    @ObservationIgnored private var waiting: Task<Void, Never>?
    /// The range and the value as they are now.
    @ObservationIgnored private let state: @MainActor () -> (range: ClosedRange<Int>, value: Int)
    @ObservationIgnored private let onChange: @MainActor (Int) -> Void
    /// Told when the label is back.
    @ObservationIgnored var onEnd: @MainActor () -> Void = {}

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
        (self.state, self.onChange) = (state, onChange)
    }

    isolated deinit { waiting?.cancel() }

    var isLabel: Bool { scrubber.phase == .label }

    /// The scrubber over what there is now.
    private var current: Scrubber {
        var scrubber = scrubber
        let now = state()
        scrubber.update(now.range, value: now.value)
        return scrubber
    }

    // MARK: - Drawing

    /// For the mouse, and for drawing. The label may be drawn by somebody else.
    func layout(_ words: Words, in row: Rect) {
        let scrubber = current
        let view = ScrubberView(
            scrubber, label: words.label, lowest: words.lowest, highest: words.highest,
            passing: words.passing(scrubber.value))
        shown = (view, row)
    }

    /// Nothing of it is on the screen, so nothing can be touched.
    func hide() { shown = nil }

    func draw(on canvas: inout Canvas, theme: Theme) {
        if let shown { shown.view.draw(on: &canvas, in: shown.row, theme: theme, isFocused: true) }
    }

    private var places: ScrubberPlaces? { shown.map { $0.view.places(in: $0.row) } }

    // MARK: - Input

    /// The slider is there for the keys.
    func focus() {
        scrubber = current
        scrubber.focus(now: stopwatch.now)
        isForKeys = true
        wait()
    }

    /// The value was changed by something else: the slider, which has its own, goes at once.
    func dismiss() {
        guard !isLabel else { return }
        scrubber.dismiss()
        wait()
    }

    /// Keys at the counter do not wait until the slider of a mouse has faded.
    private var takesKeys: Bool { !isLabel && (isForKeys || scrubber.isPressed) }

    /// Whether a key means something to the slider.
    func takes(_ key: Key) -> Bool {
        var scrubber = scrubber
        return takesKeys && scrubber.handle(key, now: stopwatch.now) != .ignored
    }

    /// The keys that the slider takes now, for the footer.
    var hints: [KeyHint] { takesKeys ? WidgetKeys.slider : [] }
    var help: [HelpView.Section] { takesKeys ? [HelpView.Section("Slider", WidgetKeys.slider)] : [] }

    /// A key while the slider is there; false for one that means something else, and then the label is back.
    func handle(_ key: Key) -> Bool {
        guard takesKeys else { return false }
        scrubber = current
        let outcome = scrubber.handle(key, now: stopwatch.now)
        if outcome == .ignored { scrubber.dismiss() }
        if outcome == .moved || outcome == .restored { onChange(scrubber.value) }
        wait()
        return outcome != .ignored
    }

    /// The mouse, as long as it has hold of the slider; false for what is meant for others.
    func handle(_ mouse: MouseEvent) -> Bool {
        guard let places else { return false }
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
        onChange(scrubber.value)
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
