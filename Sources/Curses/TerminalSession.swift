internal import CSignals
internal import Glibc
internal import Terminal

/// All that is needed to hold the terminal: the device, its description, ncurses, the guard, standard error. It enters and
/// leaves; it handles no event.
@MainActor
final class TerminalSession {
    let device: TerminalDevice
    let choice: TerminalChoice
    let encoding: TextEncoding
    let glyphs: GlyphSet
    let output: TerminalOutput
    let presenter: Presenter
    /// Tells the signals that arrived, a byte each.
    let notices: Int32
    private(set) var size: Size
    /// The size of a cell in pixels, as far as the terminal tells.
    private(set) var cell: CellPixels?
    /// How pictures are shown.
    private(set) var graphics: PictureGraphics
    private var questions: TerminalQuestions
    private var hasAsked = false
    /// The size of a cell by the terminal's answer, where the device does not tell.
    private var answeredCell: CellPixels?
    /// Whether the terminal is ours: what is saved on entering is saved once.
    private var isHeld = false
    private let curses: CursesScreen
    private let errors: ErrorRedirection
    private let crashGuard: CrashGuard

    init(log: Int32?, graphics: PictureGraphics?, answerPatience: Duration) throws(TerminalError) {
        device = try TerminalDevice()
        encoding = TextEncoding.adopt()
        choice = try TerminalChoice(graphics: graphics) { name in getenv(name).map { String(cString: $0) } }
        self.graphics = choice.graphics
        questions = TerminalQuestions(patience: answerPatience)
        glyphs = GlyphSet(terminal: choice.name, descriptor: device.descriptor)
        // Before ncurses, which leaves handlers alone that are there already.
        notices = signals_install()
        guard notices >= 0 else { throw .system(call: "pipe2", code: errno) }
        output = TerminalOutput(descriptor: device.descriptor)
        (size, cell) = (device.size, device.cell)
        curses = try CursesScreen(choice, encoding: encoding)
        presenter = Presenter(screen: curses)
        errors = ErrorRedirection(to: log)
        crashGuard = CrashGuard(
            device: device, leaveSequence: choice.leaveSequence, standardError: errors.original)
    }

    func enter(isMouseOn: Bool) throws(TerminalError) {
        crashGuard.arm()
        try device.makeRaw()
        errors.begin()
        // Stopped by a signal that nobody can catch, it has not been left; but the shell may have changed the modes.
        if !isHeld { output.write(choice.takeScreenSequence) }
        isHeld = true
        output.write(choice.enterSequence + (isMouseOn ? choice.outOfBand.mouse(isOn: true) : []))
        presenter.invalidate()
    }

    func leave() {
        // A slow line must not hold up the leaving for pictures that go with it.
        if output.cutPictures() { presenter.picturesWereCut() }
        output.write(presenter.clearPictures() + choice.outOfBand.leave + curses.leave() + choice.giveBackSequence)
        output.flush(milliseconds: 300)
        drainAnswers()
        isHeld = false
        device.restore()
        errors.end()
        crashGuard.disarm()
    }

    /// The window's size may have changed; that of a cell has not, where only an answer tells it.
    func readSize() { (size, cell) = (device.size, device.cell ?? answeredCell) }

    // MARK: - Questions

    /// Asks the terminal, once, where there is something to learn. Behind the first frame: nothing waits for it.
    func ask() {
        guard !hasAsked, choice.isAskable, cell == nil || choice.maySendSixels else { return }
        hasAsked = true
        output.write(questions.ask(at: .now))
    }

    /// - Returns: whether pictures are shown in another way from now on.
    func learn(_ answer: TerminalAnswer) -> Bool {
        guard let found = questions.receive(answer, at: .now) else { return false }
        let before = (cell, graphics)
        if let area = found.area {
            answeredCell = CellPixels(width: area.columns / size.columns, height: area.rows / size.rows)
            cell = device.cell ?? answeredCell
        }
        // By the device's own word only: pixels of a size that was true once would cover other cells after a zoom.
        if choice.maySendSixels, found.showsSixels, device.cell != nil {
            var description = choice.description
            description.dropMoving()
            if curses.restart(description) {
                presenter.cursesHasRestarted()
                graphics = .sixel
            }
        }
        return before != (cell, graphics)
    }

    /// Waits for answers that are on their way, so that the shell does not get them as typed text.
    private func drainAnswers() {
        guard questions.isWaiting(at: .now) else { return }
        let deadline = ContinuousClock.now.advanced(by: .milliseconds(100))
        var parser = InputParser()
        while ContinuousClock.now < deadline {
            var readable = pollfd(fd: device.descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&readable, 1, 20) >= 0 else { return }
            guard readable.revents != 0 else { continue }
            guard case .bytes(let bytes) = device.read() else { return }
            _ = parser.parse(bytes)
            for answer in parser.takeAnswers() where questions.receive(answer, at: .now) != nil { return }
        }
    }

    func takeNotices() -> [Int32] {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(notices, &bytes, bytes.count)
        return bytes.prefix(max(0, count)).map { Int32($0) }
    }
}
