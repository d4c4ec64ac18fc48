internal import CNcurses
internal import Glibc
internal import Terminal

/// Which description of the terminal is used, and what of it matters beyond ncurses.
///
/// It is found before ncurses starts, because ncurses ends the process when it does not know the terminal. Looking a description up
/// changes the one that ncurses writes by (`cur_term`), so it belongs to the main actor, as ncurses does.
@MainActor
struct TerminalChoice {
    /// The name of the description used.
    let name: String
    /// The environment's name, when there is no description of it.
    let unknownName: String?
    let colors: ColorDepth
    /// What black and white can be: those of the terminal, whatever the user wants of colours.
    let inkColors: ColorDepth
    /// How pictures are shown.
    let graphics: PictureGraphics
    /// Whether symbols may become sixels when the terminal says that it shows them.
    let maySendSixels: Bool
    /// Whether it may be asked anything: what is known to answer as xterm does. In tmux and screen the answer would be theirs.
    let isAskable: Bool
    /// Whether the mouse is on where nobody says otherwise.
    let isMouseWanted: Bool
    /// The bytes that take the whole screen.
    let takeScreenSequence: [UInt8]
    /// The bytes that turn on what is wanted of the terminal; the mouse is apart.
    let enterSequence: [UInt8]
    /// The bytes that give the screen back behind what ncurses has sent. It is cleared first: not every terminal has another one to
    /// go back to (GNU screen, mosh, the console), and cards are not to stay on it.
    let giveBackSequence: [UInt8]
    /// The bytes that give the terminal back in the middle of anything.
    let leaveSequence: [UInt8]
    let outOfBand: OutOfBand
    /// Handed to ncurses in TERMINFO.
    let description: TerminfoEntry

    /// - Parameters:
    ///   - graphics: how pictures are to be shown; nil goes by what is known of the terminal.
    ///   - environment: looks up a variable.
    init(graphics wished: PictureGraphics? = nil, environment: (String) -> String?) throws(TerminalError) {
        let wanted = environment("TERM") ?? ""
        guard !["", "dumb", "unknown"].contains(wanted) else { throw .cannotPlaceCursor(name: wanted) }
        if Self.load(wanted) {
            (name, unknownName) = (wanted, nil)
        } else if Self.load("xterm-256color") {
            (name, unknownName) = ("xterm-256color", wanted)
        } else {
            throw .noDescription(name: wanted)
        }
        guard curses_string("cup") != nil else { throw .cannotPlaceCursor(name: name) }

        let isXterm = name == "xterm" && !(environment("XTERM_VERSION") ?? "").isEmpty
        let isMlterm = ["xterm", "mlterm"].contains(name) && !(environment("MLTERM") ?? "").isEmpty
        // Both are described with eight colours under these names, and show 256.
        let has256 = (isXterm || isMlterm) && (8..<256).contains(tigetnum("colors"))
        let described = has256 ? 256 : Int(tigetnum("colors"))
        let noColor = environment("NO_COLOR") ?? ""
        inkColors =
            switch described {
            case ..<8: .monochrome
            case (1 << 24)...: .trueColor
            case _ where Self.asksForTrueColor(environment) || Self.isDirect(wanted): .trueColor
            case ..<256: .sixteen
            default: .indexed256
            }
        colors = noColor.isEmpty ? inkColors : .monochrome
        // Whoever wants no colours wants no photos in colours either.
        graphics =
            if !noColor.isEmpty || Multiplexer(name: wanted, environment: environment) != nil {
                .symbols
            } else if let wished {
                wished
            } else if colors == .monochrome {
                .symbols
            } else {
                PictureGraphics(
                    device: ttyname(STDOUT_FILENO).map { String(cString: $0) }, environment: environment)
            }
        outOfBand = OutOfBand(
            name: name, takesTitle: Self.takesTitle(name),
            enteringSavesTitle: Self.bytes("smcup").contains(Array("\u{1B}[22;".utf8)), environment: environment)
        maySendSixels =
            graphics == .symbols && wished == nil && colors != .monochrome
            && (environment("KONSOLE_VERSION") ?? "").isEmpty
        let isWithin = ["ZELLIJ", "NVIM", "VIM_TERMINAL", "INSIDE_EMACS"].contains { environment($0) != nil }
        isAskable =
            Multiplexer(name: wanted, environment: environment) == nil && !isWithin
            && Self.answers(name)
        isMouseWanted = !Multiplexer.maybeScreen(environment)
        takeScreenSequence = outOfBand.save + Self.bytes("smcup")
        // Keys as they are described: st sends others for Delete otherwise.
        enterSequence = outOfBand.enter + Self.bytes("smkx")
        giveBackSequence = Self.clear + Self.bytes("rmkx") + Self.bytes("rmcup")
        leaveSequence =
            Array("\u{1B}\\".utf8) + outOfBand.leave + Self.bytes("sgr0") + Self.bytes("op") + Self.bytes("cnorm")
            + giveBackSequence
        var description = TerminfoEntry.current(name: name)
        description.dropCharacterSets()
        description.dropWrapping()
        description.dropScreenChange()
        if [name, wanted].contains(where: { $0.hasPrefix("mlterm") }) || environment("MLTERM") != nil {
            description.dropErasing()
        }
        if graphics != .symbols { description.dropMoving() }
        if inkColors == .trueColor {
            description.takeDirectColors()
        } else if has256 {
            description.takeIndexedColors()
        }
        self.description = description
    }

    private static func load(_ name: String) -> Bool {
        var problem: Int32 = 0
        return setupterm(name, STDOUT_FILENO, &problem) == 0
    }

    /// Whether the environment says that colours have 24 bits, whatever the terminal's name is.
    nonisolated static func asksForTrueColor(_ environment: (String) -> String?) -> Bool {
        ["truecolor", "24bit"].contains(environment("COLORTERM") ?? "") && !Multiplexer.maybeScreen(environment)
    }

    /// Whether the name alone says that colours have 24 bits: "-direct" is ncurses' ending for that (terminfo.src), and ssh seldom
    /// brings COLORTERM along for the others.
    private static func isDirect(_ name: String) -> Bool {
        name.hasSuffix("-direct") || ["xterm-kitty", "xterm-ghostty", "alacritty", "foot", "wezterm"].contains(name)
    }

    /// In the usual colours. Not `ED 2`, which some terminals answer by keeping the screen in their history.
    private static var clear: [UInt8] {
        bytes("cup").starts(with: Array("\u{1B}[".utf8)) ? Array("\u{1B}[m\u{1B}[H\u{1B}[J".utf8) : bytes("clear")
    }

    /// A string of the description; padding is for terminals on a wire and left out.
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

    /// Whether a terminal of this name takes xterm's control sequences, and so answers its questions.
    private static func answers(_ name: String) -> Bool {
        takesTitle(name) || ["mlterm", "contour", "yaft"].contains { name.hasPrefix($0) }
    }

    /// Only a terminal that says so, or is known to, is sent a title: others print it.
    private static func takesTitle(_ name: String) -> Bool {
        if tigetflag("XT") > 0 { return true }
        let known = ["xterm", "tmux", "rxvt", "foot", "alacritty", "wezterm", "st-", "vte", "gnome", "konsole"]
        return known.contains { name.hasPrefix($0) }
    }
}
