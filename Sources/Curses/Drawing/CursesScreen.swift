internal import Basics
internal import CNcurses
internal import Glibc
internal import Terminal

/// ncurses itself: started once, writing into a file in memory instead of the terminal.
///
/// ``TerminalOutput`` sends what it writes: in order with all other bytes, and without ncurses' own waiting, which
/// spins when a terminal accepts no more. ncurses does not change the terminal's settings either.
@MainActor
final class CursesScreen {
    let encoding: TextEncoding
    /// Whether we can set the cursor behind a cluster: the terminal has ESC 7, ESC 8 and a move to the right, and no
    /// wrapping at the margin that ncurses would count on.
    private(set) var canWriteClusters = false
    /// The terminal's sequences for looks, where frames can be written without ncurses (``ShortUpdate``); nil where they cannot.
    private(set) var pens: PenSequences?
    private let showsLinks: Bool
    let measuring: ClusterMeasuring
    /// Whether the terminal has links, and cells can be given one.
    var canLink: Bool { showsLinks && canWriteClusters }
    private let depth: ColorDepth
    /// Whether only black and white content is colored.
    private let isInkOnly: Bool
    private let name: String
    private let memory: Int32
    private var description: TerminfoEntry
    /// Whether ncurses may scroll rows instead of rewriting them.
    var scrolls: Bool { description.scrolls }

    init(_ choice: TerminalChoice, encoding: TextEncoding) throws(TerminalError) {
        self.encoding = encoding
        depth = choice.inkColors
        isInkOnly = choice.colors == .monochrome
        name = choice.name
        description = choice.description
        showsLinks = choice.outOfBand.showsLinks
        measuring = choice.measuring
        memory = curses_memory_file()
        guard memory >= 0 else { throw .system(call: "memfd_create", code: errno) }
        guard Self.newTerminal(name, choice.description, memory) else { throw .noDescription(name: choice.name) }
        prepare()
    }

    /// Restarts ncurses with another description of the same terminal. The next update clears the terminal and draws
    /// every cell.
    /// - Returns: false if nothing has changed.
    func restart(_ description: TerminfoEntry) -> Bool {
        // A duplicate: the earlier descriptor is closed with the file that ncurses has made of it.
        let copy = fcntl(memory, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { return false }
        // The earlier screen is leaked: `delscreen` crashes after another one was made (ncurses 6.4). It happens at most twice.
        guard Self.newTerminal(name, description, copy) else {
            close(copy)
            return false
        }
        self.description = description
        prepare()
        return true
    }

    /// Makes ncurses rewrite rows that it would scroll: it writes only parts of a scrolled row, so a cluster that
    /// overhangs its neighbours would be written without them.
    /// - Returns: false if nothing has changed.
    func stopScrolling() -> Bool {
        var description = description
        description.dropScrolling()
        return restart(description)
    }

    private static func newTerminal(_ name: String, _ description: TerminfoEntry, _ output: Int32) -> Bool {
        // ncurses accepts a description only through the environment; child processes get the old value.
        let old = ThisMachine.environment("TERMINFO")
        setenv("TERMINFO", description.environmentValue, 1)
        defer {
            if let old { setenv("TERMINFO", old, 1) } else { unsetenv("TERMINFO") }
        }
        return curses_new_terminal(name, output) != nil
    }

    private func prepare() {
        func starts(_ capability: String, with text: String) -> Bool {
            curses_string(capability).map { String(cString: $0).hasPrefix(text) } ?? false
        }
        canWriteClusters =
            encoding == .unicode && tigetflag("xenl") > 0 && starts("sc", with: "\u{1B}7")
            && starts("rc", with: "\u{1B}8") && starts("cuf", with: "\u{1B}[")
        let moves = [
            "cup": "\u{1B}[%i%p1%d;%p2%dH", "cuf": "\u{1B}[%p1%dC", "cuu": "\u{1B}[%p1%dA", "cr": "\r", "cud1": "\n",
            "cub1": "\u{8}", "el": "\u{1B}[K",
        ]
        let isUsual = moves.allSatisfy { name, text in curses_string(name).map { String(cString: $0) } == text }
        pens = canWriteClusters && isUsual ? PenSequences(depth: depth) : nil
        // Line feeds as cheap moves, scrolling by the terminal, and no check for typeahead on standard input within a frame.
        nonl()
        idlok(curses_standard_screen(), true)
        typeahead(-1)
    }

    func startColors() -> ColorPairs {
        guard depth != .monochrome, start_color() == OK else {
            return ColorPairs(depth: .monochrome, limit: 0, available: 0, isInkOnly: isInkOnly)
        }
        use_default_colors()
        return ColorPairs(
            depth: depth, limit: min(curses_pair_limit(), 32_000), available: Int(tigetnum("colors")),
            isInkOnly: isInkOnly)
    }

    func resize(to size: Size) {
        resize_term(Int32(max(1, size.rows)), Int32(max(1, size.columns)))
    }

    /// The next update clears the terminal and draws every cell.
    func clear() { wclear(curses_standard_screen()) }

    /// The next update writes a whole row, from left to right.
    func redraw(row: Int) { wredrawln(curses_standard_screen(), Int32(row), 1) }

    /// The bytes by which ncurses updates the terminal.
    func update() -> [UInt8] {
        wnoutrefresh(curses_standard_screen())
        doupdate()
        return readOutput()
    }

    /// The bytes by which ncurses leaves the screen; the next ``update()`` enters it again.
    func leave() -> [UInt8] {
        endwin()
        return readOutput()
    }

    private func readOutput() -> [UInt8] {
        let count = lseek(memory, 0, SEEK_CUR)
        guard count > 0 else { return [] }
        lseek(memory, 0, SEEK_SET)
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            initialized = max(0, pread(memory, buffer.baseAddress, count, 0))
        }
    }
}
