/// Something that the person at the terminal did.
public enum InputEvent: Hashable, Sendable {
    case key(Key)
    case mouse(MouseEvent)
    /// Text pasted as a whole (bracketed paste), line ends as `\n`. It goes into a field or nowhere, never as keys.
    case paste(String)
}

/// A press, a move or the wheel of a mouse, at a cell.
public struct MouseEvent: Hashable, Sendable {
    public enum Action: Hashable, Sendable {
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
        (self.action, self.position, self.modifiers) = (action, position, modifiers)
    }
}
