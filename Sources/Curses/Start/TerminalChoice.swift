internal import CNcurses
internal import Glibc
internal import Terminal

/// Selects the description of the terminal, and what of it matters beyond ncurses.
///
/// It is selected before ncurses starts, because ncurses exits if it does not know the terminal. Looking a description up changes
/// the one that ncurses uses for output (`cur_term`), so it belongs to the main actor, as ncurses does.
@MainActor
struct TerminalChoice {
    /// The name of the description used.
    let name: String
    /// TERM, if there is no description for it.
    let unknownName: String?
    let colors: ColorDepth
    /// The colors for black and white content: the terminal's, also with NO_COLOR.
    let inkColors: ColorDepth
    /// How pictures are shown.
    let graphics: PictureGraphics
    /// Whether symbols may become sixels when the terminal reports that it shows them.
    let maySendSixels: Bool
    /// What it may be asked for: terminals known to answer as xterm does. In tmux and screen the answer would be theirs; tmux answers
    /// about the background for the terminal around it.
    let askable: TerminalQuestions.Topics
    /// Whether the mouse is on by default.
    let isMouseWanted: Bool
    /// The bytes that enter the alternate screen.
    let enterScreenSequence: [UInt8]
    /// The bytes that set the modes, without the mouse.
    let enterSequence: [UInt8]
    /// The bytes that leave the alternate screen, sent behind ncurses' own. The screen is cleared first: not every
    /// terminal has an alternate screen (GNU screen, mosh, the console), and cards must not stay visible.
    let leaveScreenSequence: [UInt8]
    /// The bytes that restore the terminal from any state.
    let leaveSequence: [UInt8]
    let outOfBand: OutOfBand
    /// How it measures clusters of code points.
    let measuring: ClusterMeasuring
    /// Passed to ncurses in TERMINFO.
    let description: TerminfoEntry

    /// - Parameters:
    ///   - graphics: how pictures are to be shown; nil detects it.
    ///   - isPlain: whether the user asks for the least that a terminal can do: one that is not named is taken for a VT100.
    ///   - environment: looks up a variable.
    init(
        graphics requested: PictureGraphics? = nil, isPlain: Bool = false, environment: (String) -> String?
    ) throws(TerminalError) {
        let given = environment("TERM") ?? ""
        let isNamed = !["", "dumb", "unknown"].contains(given)
        guard isNamed || isPlain else { throw .cannotPlaceCursor(name: given) }
        let wanted = isNamed ? given : "vt100"
        if Self.load(wanted) {
            name = wanted
            unknownName = nil
        } else if Self.load("xterm-256color") {
            name = "xterm-256color"
            unknownName = wanted
        } else {
            throw .noDescription(name: wanted)
        }
        guard curses_string("cup") != nil else { throw .cannotPlaceCursor(name: name) }

        let isXterm = name == "xterm" && !(environment("XTERM_VERSION") ?? "").isEmpty
        let isMlterm = ["xterm", "mlterm"].contains(name) && !(environment("MLTERM") ?? "").isEmpty
        // Under these names both are described with eight colors, but show 256.
        let has256 = (isXterm || isMlterm) && (8..<256).contains(tigetnum("colors"))
        let described = has256 ? 256 : Int(tigetnum("colors"))
        let wish = ColorWish(environment)
        let shown: ColorDepth =
            switch described {
            case ..<8: .monochrome
            case (1 << 24)...: .trueColor
            case _ where Self.asksForTrueColor(environment) || Self.isDirect(wanted): .trueColor
            case ..<256: .sixteen
            default: .indexed256
            }
        inkColors = wish.raised(shown)
        colors = wish == .none ? .monochrome : inkColors
        // Without colors there are no colored photos either.
        graphics =
            if wish == .none || Multiplexer(name: wanted, environment: environment) != nil {
                .symbols
            } else if let requested {
                requested
            } else if colors == .monochrome {
                .symbols
            } else {
                PictureGraphics(
                    device: ttyname(STDOUT_FILENO).map { String(cString: $0) }, environment: environment)
            }
        outOfBand = OutOfBand(
            name: name, supportsTitle: Self.supportsTitle(name),
            enteringSavesTitle: Self.bytes("smcup").contains(bytesOf: "\u{1B}[22;"), environment: environment)
        maySendSixels =
            graphics == .symbols && requested == nil && colors != .monochrome
            && (environment("KONSOLE_VERSION") ?? "").isEmpty
        let isWithin = ["ZELLIJ", "NVIM", "VIM_TERMINAL", "INSIDE_EMACS"].contains { environment($0) != nil }
        if isWithin {
            askable = []
        } else {
            switch Multiplexer(name: wanted, environment: environment) {
            case nil: askable = Self.answers(name) ? [.pictures, .background] : []
            case .tmux?: askable = Multiplexer.maybeScreen(environment) ? [] : .background
            case .screen?: askable = []
            }
        }
        measuring =
            Multiplexer(name: wanted, environment: environment) != nil || wanted.hasPrefix("foot")
            ? .byTwo : !isWithin && Self.isMlterm(wanted, environment) ? .countingMarks : .usual
        isMouseWanted = !Multiplexer.maybeScreen(environment)
        enterScreenSequence = outOfBand.save + Self.bytes("smcup")
        // Keypad mode, as the description expects: otherwise st sends another sequence for Delete.
        enterSequence = outOfBand.enter + Self.bytes("smkx")
        leaveScreenSequence = Self.clear + Self.bytes("rmkx") + Self.bytes("rmcup")
        leaveSequence =
            Array("\u{1B}\\".utf8) + outOfBand.leave + Self.bytes("sgr0") + Self.bytes("op") + Self.bytes("cnorm")
            + leaveScreenSequence
        var description = TerminfoEntry.current(name: name)
        description.dropCharacterSets()
        description.addWrapControl()
        description.dropAlternateScreen()
        if [name, wanted].contains(where: { $0.hasPrefix("mlterm") }) || environment("MLTERM") != nil {
            description.dropErasing()
        }
        if graphics != .symbols { description.dropMoving() }
        if inkColors == .trueColor {
            description.setDirectColors()
        } else if has256 {
            description.setIndexedColors()
        }
        self.description = description
    }

    private static func load(_ name: String) -> Bool {
        // ncurses fails where these are too large for it. The size is the device's in any case, which is set after the start.
        for variable in ["LINES", "COLUMNS"] {
            if let text = getenv(variable), Int(String(cString: text)).map({ $0 > Int16.max }) ?? true {
                unsetenv(variable)
            }
        }
        var problem: Int32 = 0
        return setupterm(name, STDOUT_FILENO, &problem) == 0
    }

    /// Whether the environment claims 24-bit colors, whatever TERM is.
    nonisolated static func asksForTrueColor(_ environment: (String) -> String?) -> Bool {
        ["truecolor", "24bit"].contains(environment("COLORTERM") ?? "") && !Multiplexer.maybeScreen(environment)
    }

    /// Whether the name alone implies 24-bit colors: "-direct" is ncurses' suffix for that (terminfo.src); for the
    /// others ssh seldom passes COLORTERM on.
    private static func isDirect(_ name: String) -> Bool {
        name.hasSuffix("-direct") || ["xterm-kitty", "xterm-ghostty", "alacritty", "foot", "wezterm"].contains(name)
    }

    /// By its own name, or by its variable under the names that it has on some systems. Terminals that were started from
    /// it inherit the variable.
    private static func isMlterm(_ name: String, _ environment: (String) -> String?) -> Bool {
        if name.hasPrefix("mlterm") { return true }
        return ["xterm", "xterm-256color"].contains(name) && !(environment("MLTERM") ?? "").isEmpty
            && !PictureGraphics.otherTerminals.contains { !(environment($0) ?? "").isEmpty }
    }

    /// In the default colors. Not `ED 2`, on which some terminals save the screen to their scrollback.
    private static var clear: [UInt8] {
        bytes("cup").starts(with: Array("\u{1B}[".utf8)) ? Array("\u{1B}[m\u{1B}[H\u{1B}[J".utf8) : bytes("clear")
    }

    /// A string capability without padding, which only serial terminals need.
    private static func bytes(_ capability: String) -> [UInt8] {
        guard let text = curses_string(capability) else { return [] }
        var bytes = Array(String(cString: text).utf8)
        while let start = bytes.firstIndex(of: UInt8(ascii: "$")), start + 1 < bytes.count,
            bytes[start + 1] == UInt8(ascii: "<"), let end = bytes[start...].firstIndex(of: UInt8(ascii: ">"))
        {
            bytes.removeSubrange(start...end)
        }
        return bytes
    }

    /// Whether a terminal of this name supports xterm's control sequences, and so answers its queries.
    private static func answers(_ name: String) -> Bool {
        supportsTitle(name) || ["mlterm", "contour", "yaft"].contains { name.hasPrefix($0) }
    }

    /// Whether a title may be sent: only to a terminal that declares or is known to support it; others print it.
    private static func supportsTitle(_ name: String) -> Bool {
        if tigetflag("XT") > 0 { return true }
        let known = ["xterm", "tmux", "rxvt", "foot", "alacritty", "wezterm", "st-", "vte", "gnome", "konsole"]
        return known.contains { name.hasPrefix($0) }
    }
}

/// How what is between this program and the user measures clusters of code points.
enum ClusterMeasuring: Hashable, Sendable {
    case usual
    /// Direction marks have a column of their own (mlterm): isolates are sent instead.
    case countingMarks
    /// tmux or GNU screen is in between, which may measure otherwise than the terminal; or the terminal gives an emoji the columns of all
    /// its code points, and draws it over what stands in them (foot).
    case byTwo
}

/// What the environment asks of colors. `NO_COLOR` (no-color.org) goes first, then `FORCE_COLOR` (force-color.org, with the levels of
/// Node.js: 0 none, 1 sixteen, 2 256, 3 all), then `CLICOLOR_FORCE` and `CLICOLOR=0` (bixense.com/clicolors).
enum ColorWish: Equatable {
    case none
    /// As the terminal shows them.
    case usual
    /// At least so many, whatever the terminal's description says.
    case atLeast(ColorDepth)

    init(_ environment: (String) -> String?) {
        func isSet(_ name: String) -> Bool { !["", "0"].contains(environment(name) ?? "") }
        if !(environment("NO_COLOR") ?? "").isEmpty {
            self = .none
        } else if let level = environment("FORCE_COLOR"), !level.isEmpty {
            switch level.lowercased() {
            case "0", "false": self = .none
            case "2": self = .atLeast(.indexed256)
            case "3": self = .atLeast(.trueColor)
            default: self = .atLeast(.sixteen)
            }
        } else if isSet("CLICOLOR_FORCE") {
            self = .atLeast(.sixteen)
        } else {
            self = environment("CLICOLOR") == "0" ? .none : .usual
        }
    }

    func raised(_ shown: ColorDepth) -> ColorDepth {
        let order: [ColorDepth] = [.monochrome, .sixteen, .indexed256, .trueColor]
        guard case .atLeast(let least) = self else { return shown }
        return order.last { $0 == least || $0 == shown } ?? shown
    }
}

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
