/// Why the program cannot be shown in this terminal. The messages are for the user.
public enum TerminalError: Error, Equatable, Sendable {
    /// Standard input or output is a file or a pipe.
    case noTerminal
    /// TERM is not set, or names a terminal that cannot position its cursor.
    case cannotPlaceCursor(name: String)
    /// There is no description of this terminal, and none of a common one, on this machine.
    case noDescription(name: String)
    case system(call: String, code: Int32)

    public var userMessage: String {
        switch self {
        case .noTerminal:
            "This is not a terminal. Try `cards-tui list`."
        case .cannotPlaceCursor(""):
            "TERM is not set. Set TERM, or try `cards-tui list`, or `cards-tui --plain`, which assumes a VT100."
        case .cannotPlaceCursor(let name):
            "The terminal type \(name) cannot position the cursor. Try `cards-tui list`, or `cards-tui --plain`, which assumes a VT100."
        case .noDescription(let name):
            "No description of the terminal \(name) was found (Debian: ncurses-base). Try TERM=xterm-256color, or "
                + "`cards-tui list`."
        case .system(let call, let code):
            "The terminal could not be prepared: \(call) failed with error \(code). Try `cards-tui list`."
        }
    }
}
