internal import Basics

/// A number in a range: shown as a label, as a slider while it is changed, then as a label again.
///
/// A state machine as a value. It has no clock: its owner passes the time with every event (counted from any origin,
/// see ``Stopwatch``), and calls ``advance(to:)`` at ``nextDeadline``. It knows no geometry: a press and a drag pass
/// the slider's track as laid out, so a resize needs no notification. ``ScrubberView`` draws it.
public struct Scrubber: Equatable, Sendable {
    public enum Phase: Equatable, Sendable {
        case label
        /// The slider is shown and the value is being changed.
        case tracking
        /// The slider disappears: it is fainter in each of ``fadeSteps``. Steps count from 1.
        case leaving(step: Int)
    }

    /// The effect of a key.
    public enum KeyOutcome: Hashable, Sendable {
        /// The key has no function here.
        case ignored
        /// The value may have changed.
        case moved
        /// The value is kept, and the label is shown again.
        case kept
        /// The earlier value is restored, and the label is shown again.
        case restored
    }

    /// The direction of the up and down keys: a list grows downward, a size grows upward.
    public enum Direction: Hashable, Sendable { case growsDownward, growsUpward }

    /// Never empty; it may be a single value.
    public private(set) var range: ClosedRange<Int>
    /// The current value; it follows the slider.
    public private(set) var value: Int
    /// The value before the slider was shown.
    public private(set) var valueBefore: Int
    /// The step of the value, counted from the minimum.
    public let step: Int
    public let direction: Direction
    /// The label is shown again at once, without fading.
    public var isMotionReduced: Bool
    public private(set) var phase = Phase.label
    /// Whether the button is down: no timer runs then.
    public private(set) var isPressed = false
    /// When the next phase begins; nil while it waits for input.
    public private(set) var nextDeadline: Duration?

    /// From the release of the button to the begin of the fading.
    public static let lingersAfterRelease = Duration.milliseconds(700)
    /// The same when the pointer left and no release was seen.
    public static let lingersAfterLoss = Duration.milliseconds(1200)
    /// From the last key to the label, including the fading.
    public static let lingersAfterKey = Duration.milliseconds(1200)
    public static let fade = Duration.milliseconds(300)
    public static let fadeSteps = 2

    /// - Parameter range: up to some 2^31 values, each well inside of `Int`.
    public init(
        _ range: ClosedRange<Int>, value: Int, step: Int = 1, direction: Direction = .growsDownward,
        isMotionReduced: Bool = false
    ) {
        self.range = range
        self.step = max(1, step)
        self.direction = direction
        self.isMotionReduced = isMotionReduced
        self.value = value.clamped(to: range)
        valueBefore = self.value
    }

    /// Sets a new range and value. A slider keeps the value that the user chose, clamped to the range.
    /// - Parameter follows: whether the new value was chosen elsewhere, so that the slider takes it; not while the button is down.
    public mutating func update(_ range: ClosedRange<Int>, value: Int, follows: Bool = false) {
        self.range = range
        self.value = (phase == .label || (follows && !isPressed) ? value : self.value).clamped(to: range)
        valueBefore = valueBefore.clamped(to: range)
    }

    // MARK: - The mouse

    /// The button went down: shows the slider and moves the value to the point.
    /// - Returns: false, without any effect, if the point is outside of what is drawn.
    @discardableResult
    public mutating func press(at point: Point, in places: ScrubberFrames) -> Bool {
        guard places.frame(phase).contains(point) else { return false }
        begin()
        isPressed = true
        value = places.track.value(at: point.column, in: range, step: step)
        return true
    }

    /// Moved with the button down, to any column: past the ends the value is the end's.
    public mutating func drag(to column: Int, in places: ScrubberFrames) {
        guard isPressed else { return }
        value = places.track.value(at: column, in: range, step: step)
    }

    public mutating func release(now: Duration) { letGo(for: Self.lingersAfterRelease, now: now) }

    /// The pointer left while the button was down, so that no release will be reported.
    public mutating func losePointer(now: Duration) { letGo(for: Self.lingersAfterLoss, now: now) }

    private mutating func letGo(for duration: Duration, now: Duration) {
        guard isPressed else { return }
        isPressed = false
        nextDeadline = now + duration
    }

    // MARK: - The keys

    /// Shows the slider for the keys; the value stays.
    public mutating func focus(now: Duration) {
        begin()
        waitAfterKey(now)
    }

    /// Shows the slider again for a key that came after it had faded: what was the value before it is still that.
    public mutating func resume(now: Duration) {
        let before = valueBefore
        focus(now: now)
        valueBefore = before
    }

    /// Handles a key while the slider is shown; a label ignores all keys.
    public mutating func handle(_ key: Key, now: Duration) -> KeyOutcome {
        guard phase != .label else { return .ignored }
        switch key {
        case .enter:
            dismiss()
            return .kept
        case .escape:
            value = valueBefore
            dismiss()
            return .restored
        default:
            guard let target = target(of: key) else { return .ignored }
            value = target
            phase = .tracking
            waitAfterKey(now)
            return .moved
        }
    }

    private func target(of key: Key) -> Int? {
        guard key.modifiers.isEmpty else { return nil }
        let tenth = max(step, range.span / 10 / step * step)
        let down = direction == .growsDownward ? 1 : -1
        return switch key.code {
        case .left: moved(by: -step)
        case .right: moved(by: step)
        case .up: moved(by: -step * down)
        case .down: moved(by: step * down)
        case .pageUp: moved(by: -tenth * down)
        case .pageDown: moved(by: tenth * down)
        case .home: range.lowerBound
        case .end: range.upperBound
        case .character(let character):
            character.isASCII ? character.wholeNumberValue.map { range.value(at: $0, of: 10, step: step) } : nil
        default: nil
        }
    }

    private func moved(by offset: Int) -> Int {
        // From a maximum that is not on a step, a move backward leads to a step.
        let odd = (value - range.lowerBound) % step
        return (offset < 0 && odd > 0 ? value - odd + offset + step : value + offset).clamped(to: range)
    }

    private mutating func waitAfterKey(_ now: Duration) {
        guard !isPressed else { return }
        nextDeadline = now + Self.lingersAfterKey - (isMotionReduced ? .zero : Self.fade)
    }

    // MARK: - Time

    /// Updates the phase to the time.
    /// - Returns: whether its appearance has changed.
    @discardableResult
    public mutating func advance(to now: Duration) -> Bool {
        let before = phase
        while let deadline = nextDeadline, deadline <= now { schedule(at: deadline) }
        return phase != before
    }

    private mutating func schedule(at time: Duration) {
        let next = if case .leaving(let step) = phase { step + 1 } else { 1 }
        guard !isMotionReduced, next <= Self.fadeSteps else { return dismiss() }
        phase = .leaving(step: next)
        nextDeadline = time + Self.fade / Self.fadeSteps
    }

    /// Shows the label at once; the value stays.
    public mutating func dismiss() { (phase, isPressed, nextDeadline) = (.label, false, nil) }

    private mutating func begin() {
        if phase == .label { valueBefore = value }
        (phase, nextDeadline) = (.tracking, nil)
    }
}

/// The time since its creation, by an injected clock: for values that have time-dependent phases but no clock.
public struct Stopwatch: Sendable {
    private let elapsed: @Sendable () -> Duration
    private let sleep: @Sendable (Duration) async throws -> Void

    public init<C: Clock<Duration>>(_ clock: C) {
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    }

    public var now: Duration { elapsed() }

    /// Returns when that time is reached.
    /// - Throws: `CancellationError`.
    public func wait(until time: Duration) async throws { try await sleep(time) }
}
