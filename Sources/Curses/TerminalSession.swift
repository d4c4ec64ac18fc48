internal import Basics
internal import CSignals
internal import Glibc
internal import Terminal

/// Everything needed to control the terminal: the device, its description, ncurses, the crash guard, standard error. It
/// enters and leaves the terminal; it handles no events.
@MainActor
final class TerminalSession {
    let device: TerminalDevice
    let choice: TerminalChoice
    let encoding: TextEncoding
    let glyphs: GlyphSet
    let output: TerminalOutput
    let presenter: Presenter
    /// A pipe of the signals that arrived, a byte each.
    let signalPipe: Int32
    private(set) var geometry: TerminalGeometry
    /// How pictures are shown.
    private(set) var graphics: PictureGraphics
    private var questions: TerminalQuestions
    private var focus = FocusReports()
    /// Whether the terminal is entered: what is saved on entering must be saved only once.
    private var isHeld = false
    private let curses: CursesScreen
    private let errors: ErrorRedirection
    private let crashGuard: CrashGuard

    init(log: Int32?, graphics: PictureGraphics?, isPlain: Bool, answerTimeout: Duration) throws(TerminalError) {
        device = try TerminalDevice()
        encoding = TextEncoding.adopt()
        choice = try TerminalChoice(graphics: graphics, isPlain: isPlain) { ThisMachine.environment($0) }
        self.graphics = choice.graphics
        questions = TerminalQuestions(timeout: answerTimeout)
        glyphs = GlyphSet(terminal: choice.name, descriptor: device.descriptor)
        // Before ncurses, which does not replace existing handlers.
        signalPipe = signals_install()
        guard signalPipe >= 0 else { throw .system(call: "pipe2", code: errno) }
        output = TerminalOutput(descriptor: device.outputDescriptor)
        geometry = TerminalGeometry(size: device.size, cell: device.cell)
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
        // After SIGSTOP, which cannot be caught, the terminal was not left; but the shell may have changed its modes.
        if !isHeld { output.write(choice.enterScreenSequence) }
        isHeld = true
        output.write(
            choice.enterSequence + (isMouseOn ? choice.outOfBand.mouse(isOn: true) : [])
                + (followsBackground ? choice.outOfBand.backgroundReports(isOn: true) : []))
        presenter.invalidate()
    }

    func leave() {
        // Pending pictures are dropped: a slow line must not delay leaving.
        if output.dropPictures() { presenter.picturesWereDropped() }
        output.write(presenter.clearPictures() + choice.outOfBand.leave + curses.leave() + choice.leaveScreenSequence)
        output.flush(milliseconds: 300)
        drainAnswers()
        isHeld = false
        device.restore()
        errors.end()
        crashGuard.disarm()
    }

    /// Reads the size after it may have changed.
    func readSize() { geometry.update(size: device.size, cell: device.cell) }

    // MARK: - Questions

    /// The largest picture in sixels, in pixels; nil where the terminal does not tell.
    var sixelLimit: Size? { questions.sixelLimit }

    /// Until when the terminal may still answer; nil if no question is out.
    var answerDeadline: ContinuousClock.Instant? { questions.isWaiting(at: .now) ? questions.deadline : nil }
    /// How long the terminal took to answer; nil before.
    var answerTime: Duration? { questions.answerTime }

    /// Queries the terminal, once, for what is unknown. Call it after the first frame: nothing waits for the answers.
    func ask() {
        let isOpen = geometry.cell == nil || choice.maySendSixels || graphics == .sixel
        let unknown: TerminalQuestions.Topics = isOpen ? .pictures : []
        let topics = unknown.union(followsBackground ? .background : [])
        output.write(questions.ask(topics.intersection(choice.askable), at: .now))
    }

    var followsBackground: Bool { questions.followsBackground }

    /// Turns reports of the background on or off.
    func follow(background isOn: Bool) {
        questions.followsBackground = isOn
        output.write(choice.outOfBand.backgroundReports(isOn: isOn))
    }

    /// Whether the user has just come back to the terminal.
    func isReturn(_ answer: TerminalAnswer) -> Bool {
        guard case .focus(let isGained) = answer else { return false }
        return focus.isReturn(isGained: isGained)
    }

    /// - Returns: whether pictures are now shown differently.
    func learn(_ answer: TerminalAnswer) -> Bool {
        let found = questions.receive(answer, at: .now)
        output.write(questions.takeFollowUp())
        guard let found else { return false }
        let before = (geometry.cell, graphics)
        if let area = found.area { geometry.learn(area: area, cell: device.cell) }
        // Only if the device reports the cell size: pixels scaled to an outdated size would cover other cells after a zoom.
        if choice.maySendSixels, found.showsSixels, device.cell != nil {
            var description = choice.description
            description.dropMoving()
            if curses.restart(description) {
                presenter.cursesHasRestarted()
                graphics = .sixel
            }
        }
        return before != (geometry.cell, graphics) || sixelLimit != nil
    }

    /// How long leaving the terminal may wait for an answer that is still on its way.
    private static let answerPatience = Duration.seconds(1)

    /// Waits for outstanding answers, so that the shell does not receive them as typed text.
    private func drainAnswers() {
        guard let last = answerDeadline else { return }
        let deadline = min(last, ContinuousClock.now.advanced(by: Self.answerPatience))
        var parser = InputParser()
        while ContinuousClock.now < deadline {
            var readable = pollfd(fd: device.descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&readable, 1, 20) >= 0 || errno == EINTR else { return }
            guard readable.revents != 0 else { continue }
            guard case .bytes(let bytes) = device.read() else { return }
            _ = parser.parse(bytes)
            for answer in parser.removeAnswers() {
                // The last one; nothing more is asked now.
                if case .attributes = answer { return }
            }
        }
    }

    func readSignals() -> [Int32] {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(signalPipe, &bytes, bytes.count)
        return bytes.prefix(max(0, count)).map { Int32($0) }
    }
}

/// The size of the terminal in cells, and that of a cell in pixels: as the device reports it, or else as the terminal answered.
struct TerminalGeometry: Equatable {
    private(set) var size: Size
    private var reportedCell: CellPixels?
    private var answeredCell: CellPixels?

    /// - Parameter cell: the size of a cell by the device; nil if it reports none.
    init(size: Size, cell: CellPixels?) { (self.size, reportedCell) = (size, cell) }

    /// Nil as long as neither the device nor the terminal has told it.
    var cell: CellPixels? { reportedCell ?? answeredCell }

    /// Receives what the device reports now. An answer still counts: its terminal's cells may have kept their size.
    mutating func update(size: Size, cell: CellPixels?) { (self.size, reportedCell) = (size, cell) }

    /// Learns the size of a cell from the terminal's answer.
    /// - Parameters:
    ///   - area: all cells together, in pixels.
    ///   - cell: the size of a cell by the device, now.
    mutating func learn(area: Size, cell: CellPixels?) {
        reportedCell = cell
        answeredCell = CellPixels(width: area.columns / size.columns, height: area.rows / size.rows)
    }
}

/// Restores the terminal when the process crashes. The handlers themselves are C (CSignals).
///
/// They replace those of the Swift runtime, whose backtracer would block the terminal for seconds.
struct CrashGuard {
    let device: TerminalDevice
    let leaveSequence: [UInt8]
    let standardError: Int32

    func arm() {
        var settings = device.settings
        leaveSequence.withUnsafeBufferPointer { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                signals_guard(device.descriptor, &settings, $0.baseAddress, $0.count, standardError)
            }
        }
    }

    func disarm() { signals_unguard() }
}

/// Redirects standard error while the screen is shown: libraries print there, and it would garble the screen.
///
/// Only a standard error that is a terminal is redirected; one that the user has redirected to a file stays there.
struct ErrorRedirection {
    /// A duplicate of the original standard error; -1 if it is not redirected.
    let original: Int32
    private let target: Int32

    /// - Parameter log: the new target; nil discards the output.
    init(to log: Int32?) {
        guard isatty(STDERR_FILENO) == 1 else {
            original = -1
            target = -1
            return
        }
        target = log ?? open("/dev/null", O_WRONLY | O_CLOEXEC)
        original = target < 0 ? -1 : fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
    }

    func begin() {
        if original >= 0 { dup2(target, STDERR_FILENO) }
    }

    func end() {
        if original >= 0 { dup2(original, STDERR_FILENO) }
    }
}

/// What a terminal reports of its focus. Some report it as soon as that is turned on, before it was ever lost.
struct FocusReports {
    /// Nil before the first report.
    private var hasFocus: Bool?

    /// - Returns: whether the user has come back.
    mutating func isReturn(isGained: Bool) -> Bool {
        defer { hasFocus = isGained }
        return isGained && hasFocus != nil
    }
}
