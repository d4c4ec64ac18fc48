internal import Terminal

/// A style as this terminal shows it: its colours by ncurses' numbers, -1 for the terminal's own, and its attributes.
struct Look: Hashable {
    var foreground: Int32 = -1
    var background: Int32 = -1
    var attributes: Style.Attributes = []

    static let plain = Look()
}
