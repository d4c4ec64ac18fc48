/// What the models ask of the screen that shows them. The screen sets these when it is attached to a terminal.
@MainActor
public final class ScreenHooks {
    /// Puts text on the person's clipboard, as far as the terminal can.
    public var copy: (String) -> Void = { _ in }
    /// Ends the program: the person has left, and what was to be kept is kept.
    public var quit: () -> Void = {}
    /// Whether a letter would be typed, or chosen by, so that it must not become an answer.
    public var isTakingKeys: () -> Bool = { false }

    init() {}
}
