/// The program between this one and the user's terminal. It draws cells, and interprets the terminal's sequences itself.
enum Multiplexer: Hashable, Sendable {
    case tmux
    /// GNU screen.
    case screen

    /// - Parameter name: TERM, the only hint over ssh from inside a multiplexer.
    init?(name: String, environment: (String) -> String?) {
        func isSet(_ variable: String) -> Bool { !(environment(variable) ?? "").isEmpty }
        if isSet("TMUX") || name.hasPrefix("tmux") || environment("TERM_PROGRAM") == "tmux" {
            self = .tmux
        } else if isSet("STY") || name.hasPrefix("screen") {
            self = .screen
        } else {
            return nil
        }
    }

    /// Whether GNU screen may be in between, inside of tmux too: it misreads `38;2;r;g;b` as separate attributes, and
    /// delays an escape byte while the mouse is on.
    static func maybeScreen(_ environment: (String) -> String?) -> Bool {
        let name = environment("TERM") ?? ""
        return !(environment("STY") ?? "").isEmpty || Multiplexer(name: name, environment: environment) == .screen
    }
}
