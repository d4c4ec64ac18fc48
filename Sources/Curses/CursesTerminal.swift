internal import Basics
internal import CMainQueue
internal import CSignals
internal import Dispatch
internal import Glibc
public import Terminal

/// The terminal in which the program was started: takes it over, shows a ``RootScreen`` on it, and restores it.
///
///     let terminal = CursesTerminal(options)
///     try terminal.start(screen)
///     terminal.run()
///
/// Everything runs on the main thread, which waits for input, for signals and for work on the main queue. A ``FrameScheduler`` draws,
/// and only after an event or a change. When nothing happens, nothing runs.
@MainActor
public final class CursesTerminal: TerminalControl {
    public struct Options {
        /// How long an escape byte may wait for the rest of a sequence.
        public var escapeDelay: Duration = .milliseconds(25)
        /// Nil: on, unless the mouse would swallow keys (see ``Multiplexer``).
        public var isMouseOn: Bool?
        /// How pictures are shown; nil detects it.
        public var graphics: PictureGraphics?
        /// Whether a terminal that TERM does not name is shown as on a VT100, rather than rejected.
        public var isPlain = false
        /// How long the terminal may take to answer the queries at the start.
        public var answerPatience: Duration = .seconds(2)
        /// Receives standard error while the screen is shown; nil discards it.
        public var errorLog: Int32?
        /// Writes a line to the log.
        public var log: @MainActor (String) -> Void = { _ in }
        /// Called with the exit status when the terminal has been restored. It must end the process.
        public var onEnd: @MainActor (Int32) -> Void = { exit($0) }

        public init() {}
    }

    private enum Phase {
        case new, running
        /// The shell has the terminal until the process is continued.
        case suspended
        /// A program that this one has started has the terminal until it ends.
        case lent
        /// That program has ended, and the terminal was not taken back yet.
        case returned
        case ended
    }

    private let options: Options
    private var phase = Phase.new {
        didSet {
            guard (phase == .running) != (oldValue == .running) else { return }
            frames?.isPaused = phase != .running
            input?.isPaused = phase != .running
        }
    }
    private var screen: (any RootScreen)?
    private var session: TerminalSession?
    private var frames: FrameScheduler?
    private var input: TerminalInput?
    /// Whether the first frame is drawn.
    private var hasBegun = false
    /// Counts stops: timers and signals of earlier stops are ignored.
    private var stops = 0
    /// When the timer last took the terminal back; SIGCONT may still arrive after that.
    private var resumedByTimer: ContinuousClock.Instant?
    /// The title that the window has now; nil for that from before.
    private var title: SafeText?
    /// The work that has the terminal now.
    private var lent: Task<Void, Never>?
    /// What wants the terminal lent, until this program has it again.
    private var waiting: [CheckedContinuation<Void, Never>] = []
    /// What waits until no question to the terminal is out.
    private var awaitingAnswers: [CheckedContinuation<Void, Never>] = []

    public init(_ options: Options = Options()) {
        self.options = options
        isMouseOn = options.isMouseOn ?? true
    }

    // MARK: - Start

    /// Takes the terminal over and draws the first frame; ``run()`` continues.
    public func start(_ screen: any RootScreen) throws(TerminalError) {
        let session = try TerminalSession(
            log: options.errorLog, graphics: options.graphics, isPlain: options.isPlain,
            answerTimeout: options.answerPatience)
        if let name = session.choice.unknownName {
            options.log("The terminal \(name) has no terminfo entry here; using \(session.choice.name).")
        }
        (self.screen, self.session) = (screen, session)
        if options.isMouseOn == nil { isMouseOn = session.choice.isMouseWanted }
        try session.enter(isMouseOn: isMouseOn)
        phase = .running
        let frames = FrameScheduler(screen, on: session)
        self.frames = frames
        input = TerminalInput(descriptor: session.device.descriptor, escapeDelay: options.escapeDelay) {
            [weak self] in self?.handle($0, $1) ?? false
        }
        input?.answerDeadline = { [weak self] in self?.session?.answerDeadline }
        input?.onSilentPaste = { [weak self] in self?.screen?.terminalAwaitsPaste($0) }
        screen.attach(to: self)
        frames.draw()
        session.ask()
        hasBegun = true
    }

    /// Handles input, signals and the main queue's work until the process ends. Call it on the main thread, after ``start(_:)``.
    public func run() -> Never {
        func readable(_ descriptor: Int32?) -> pollfd {
            pollfd(fd: descriptor ?? -1, events: Int16(POLLIN), revents: 0)
        }
        while true {
            let input = phase == .running ? session?.device.descriptor : nil
            var watched = [readable(main_queue_descriptor()), readable(session?.signalPipe), readable(input)]
            guard poll(&watched, nfds_t(watched.count), -1) > 0 else { continue }
            if watched[1].revents != 0 { handleSignals() }
            if watched[2].revents != 0 { readInput() }
            if watched[0].revents != 0 { main_queue_run() }
        }
    }

    // MARK: - Drawing

    public func setNeedsDraw() { frames?.setNeedsDraw() }
    public func repaint() { frames?.repaint() }

    // MARK: - Input

    private func readInput() {
        guard phase == .running, let session, let input else { return }
        switch input.read() {
        case .bytes, .wouldBlock: break
        case .failure(EIO) where !session.device.isInForeground: stop(SIGTTIN)
        case .endOfFile, .failure: end(status: 128 + SIGHUP)
        }
    }

    /// - Returns: whether more input may be handled.
    private func handle(_ events: [InputEvent], _ answers: [TerminalAnswer]) -> Bool {
        guard let session else { return false }
        for answer in answers {
            if session.isReturn(answer) { screen?.terminalDidGainFocus() }
            if case .focus(isGained: false) = answer { screen?.terminalDidLoseFocus() }
            if case .background(let isLight) = answer, followsBackground {
                screen?.terminalBackground(isLight: isLight)
            }
            if session.learn(answer) { setNeedsDraw() }
        }
        if !answers.isEmpty, session.answerDeadline == nil {
            if let time = session.answerTime { input?.answerTime = time }
            resumeAfterAnswers()
        }
        var rest = events[...]
        while phase == .running, let event = rest.first {
            let typed = rest.prefix { $0.typedKey != nil }.compactMap(\.typedKey)
            if typed.count > 1 { screen?.handle(typed: typed) } else { screen?.handle(event) }
            rest = rest.dropFirst(max(1, typed.count))
            setNeedsDraw()
        }
        return phase == .running
    }

    // MARK: - Signals

    private func handleSignals() {
        for number in session?.readSignals() ?? [] where phase != .ended {
            switch number {
            case SIGWINCH: resize()
            case SIGTSTP: suspend()
            case SIGCONT: continued()
            default:
                // Input that was typed before the signal is still handled.
                if phase == .running { _ = input?.read() }
                end(status: 128 + number)
            }
        }
    }

    private func resize() {
        guard let session else { return }
        session.readSize()
        repaint()
    }

    public func suspend() { stop(SIGTSTP) }

    private var isAway: Bool { [.suspended, .lent, .returned].contains(phase) }

    public func lend(to work: @escaping @MainActor () async -> Void) async {
        guard let session else { return await work() }
        repeat {
            while isAway { await withCheckedContinuation { waiting.append($0) } }
            await answersArrived()
        } while isAway
        guard phase == .running else { return }
        // Before the terminal sends them again.
        signals_lend(1)
        session.leave()
        title = nil
        phase = .lent
        let task = Task { await work() }
        lent = task
        await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
        lent = nil
        guard phase == .lent else { return }
        // In the background it is taken again when SIGCONT comes, as after Ctrl-Z.
        phase = .returned
        resume()
    }

    /// Returns when no question to the terminal is out: the answer would be typed into the program that gets the terminal.
    private func answersArrived() async {
        guard phase == .running, let deadline = session?.answerDeadline else { return }
        let milliseconds = ContinuousClock.now.duration(to: deadline).wholeMilliseconds + 1
        DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
            MainActor.assumeIsolated { self.resumeAfterAnswers() }
        }
        await withCheckedContinuation { awaitingAnswers.append($0) }
    }

    private func resumeAfterAnswers() {
        let continuations = awaitingAnswers
        awaitingAnswers = []
        for continuation in continuations { continuation.resume() }
    }

    private func stop(_ number: Int32) {
        guard phase == .running, let session else { return }
        session.leave()
        title = nil
        phase = .suspended
        stops += 1
        let stop = stops
        signals_stop(number)
        // The whole job is stopped, as by the terminal's own Ctrl-Z. In an orphaned process group the kernel drops the
        // signal; this timer resumes then.
        DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(200)) {
            MainActor.assumeIsolated { self.resumeUnlessContinued(stop) }
        }
    }

    private func resumeUnlessContinued(_ stop: Int) {
        // A SIGCONT that has arrived goes first.
        handleSignals()
        guard phase == .suspended, stop == stops else { return }
        resumedByTimer = .now
        resume()
    }

    /// Handles SIGCONT. If the timer was faster, the terminal is consumed already: taking it twice would send a large
    /// picture twice, and cut the first in the middle.
    private func continued() {
        if phase == .lent { return }
        if phase == .running, let resumedByTimer, resumedByTimer.duration(to: .now) < .seconds(1) { return }
        resume()
    }

    private func resume() {
        guard let session, phase != .ended else { return }
        guard session.device.isInForeground else {
            // Continued in the background: the terminal belongs to another job.
            if phase == .running { stop(SIGTTOU) } else { signals_stop(SIGTTOU) }
            return
        }
        signals_continue()
        guard (try? session.enter(isMouseOn: isMouseOn)) != nil else {
            return end(status: 128 + SIGHUP)
        }
        if phase == .returned {
            // Now that the terminal no longer sends signals. What was typed meanwhile was meant for the other program.
            signals_lend(0)
            session.device.discardInput()
        }
        phase = .running
        resize()
        resumeWaiting()
    }

    private func resumeWaiting() {
        resumeAfterAnswers()
        for continuation in waiting { continuation.resume() }
        waiting = []
    }

    // MARK: - End

    public func quit(status: Int32) {
        guard phase != .ended else { return }
        phase = .ended
        session?.leave()
        options.onEnd(status)
    }

    /// The terminal is lost, or the process is told to end: it ends within ``secondsForEnding``, whatever the screen does.
    private func end(status: Int32) {
        guard phase != .ended else { return }
        signals_end_soon(status, Self.secondsForEnding)
        let before = phase
        phase = .ended
        lent?.cancel()
        resumeWaiting()
        // The main queue keeps running meanwhile: the screen's pending work may need it.
        Task {
            await screen?.terminalWillEnd()
            if before == .running { session?.leave() }
            // The program that had it may have ended without doing that.
            if before == .lent, let device = session?.device, device.isInForeground { device.restore() }
            options.onEnd(status)
        }
    }

    /// Pending work may be a write to a slow disk.
    private static let secondsForEnding: UInt32 = 3

    // MARK: - Beside the cells

    public var colors: ColorDepth { session?.choice.colors ?? .monochrome }
    public var inkColors: ColorDepth { session?.choice.inkColors ?? .monochrome }
    /// The encoding of the terminal's text; known after ``start(_:)``.
    public var encoding: TextEncoding { session?.encoding ?? .unicode }
    public var cell: CellPixels? { session?.geometry.cell }
    public var sixelLimit: Size? { session?.sixelLimit }
    public var glyphs: GlyphSet { session?.glyphs ?? .all }
    public var cellAspect: Double { cell?.aspect ?? PictureMedium.usualAspect }
    /// Without Unicode there are no pictures, and no blanks beneath them.
    public var graphics: PictureGraphics { encoding == .unicode ? session?.graphics ?? .symbols : .symbols }

    public var isMouseOn: Bool {
        didSet {
            guard phase == .running, let session, isMouseOn != oldValue else { return }
            session.output.write(session.choice.outOfBand.mouse(isOn: isMouseOn))
        }
    }

    public var followsBackground: Bool {
        get { session?.followsBackground == true }
        set {
            guard phase == .running, let session, newValue != session.followsBackground else { return }
            session.follow(background: newValue)
            // At the start it is asked after the first frame.
            if hasBegun { session.ask() }
        }
    }

    public func copy(_ text: SafeText) {
        guard phase == .running, let session else { return }
        session.output.write(session.choice.outOfBand.clipboard(text))
    }

    /// Sets the window title; does nothing on a terminal that would print the sequence.
    public func setTitle(_ text: SafeText) {
        guard phase == .running, let session, title != text else { return }
        title = text
        session.output.write(session.choice.outOfBand.title(text))
    }
}
