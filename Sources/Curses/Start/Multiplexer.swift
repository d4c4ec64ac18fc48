/// The program between this one and the terminal that a person sees. It shows cells, and takes the terminal's sequences for its own.
enum Multiplexer: Hashable, Sendable {
    case tmux
    /// GNU screen.
    case screen

    /// - Parameter name: TERM: over ssh from inside of one nothing else tells.
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

    /// Whether GNU screen may be in between, inside of tmux too: it takes `38;2;r;g;b` apart into attributes of its own, and holds an
    /// escape byte back while the mouse is on.
    static func maybeScreen(_ environment: (String) -> String?) -> Bool {
        let name = environment("TERM") ?? ""
        return !(environment("STY") ?? "").isEmpty || Multiplexer(name: name, environment: environment) == .screen
    }
}
