/// An input of the user.
public enum InputEvent: Equatable, Sendable {
    case key(Key)
    case mouse(MouseEvent)
    /// Text pasted as a whole (bracketed paste), line ends as `\n`. It goes into a field or is dropped; it never counts
    /// as key presses.
    case paste(String)
}

/// A press, movement or wheel step of the mouse, at a cell.
public struct MouseEvent: Equatable, Sendable {
    public enum Action: Equatable, Sendable {
        case press(Button)
        case release
        /// Moved with a button held.
        case drag
        case wheelUp, wheelDown
    }

    public enum Button: Hashable, Sendable { case left, middle, right }

    public var action: Action
    public var position: Point
    public var modifiers: Key.Modifiers

    public init(_ action: Action, at position: Point, modifiers: Key.Modifiers = []) {
        self.action = action
        self.position = position
        self.modifiers = modifiers
    }
}
