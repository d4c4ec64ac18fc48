internal import Basics
internal import CSignals
internal import Dispatch
internal import Glibc
internal import Observation
public import Terminal

/// The terminal that the program was started in: takes it over, shows a ``Screen`` on it, gives it back.
///
///     let terminal = CursesTerminal(options)
///     try terminal.start(screen)
///     dispatchMain()
///
/// Everything runs on the main queue: input and signals arrive there, a frame is drawn there at most once a turn, and only
/// after an event or after an observed value that the last drawing read has changed. When nothing happens, nothing runs.
@MainActor
public final class CursesTerminal: TerminalControl {
    public struct Options {
        /// How long an escape byte waits to be the beginning of a sequence.
        public var escapeDelay: Duration = .milliseconds(25)
        /// Nil where nobody says: on, but where it would cost keys.
        public var isMouseOn: Bool?
        /// How pictures are shown; nil goes by what is known of the terminal.
        public var graphics: PictureGraphics?
        /// How long the terminal may take to answer what it is asked at the start.
        public var answerPatience: Duration = .seconds(2)
        /// Where standard error goes while the screen is up; nil throws it away.
        public var errorLog: Int32?
        /// Takes a line for the log.
        public var log: @MainActor (String) -> Void = { _ in }
        /// Called with the exit status when the terminal has been given back. It ends the process.
        public var onEnd: @MainActor (Int32) -> Void = { exit($0) }

        public init() {}
    }

    private enum Phase {
        case new, running
        /// The terminal is the shell's until the process is told to go on.
        case suspended
        case ended
    }

    private let options: Options
    private var phase = Phase.new
    private var screen: (any Screen)?
    private var session: TerminalSession?
    private var parser = InputParser()
    private var input: (any DispatchSourceRead)?
    private var signals: (any DispatchSourceRead)?
    private var isDrawPosted = false
    /// A frame was due while the terminal took no more bytes.
    private var isDrawOwed = false
    /// Counts drawings: what an earlier one than the last has read says nothing about what is shown.
    private var drawings = 0
    /// Counts stops: a timer or a signal that belongs to an earlier one changes nothing any more.
    private var stops = 0
    /// When the terminal was last taken back by the timer; the signal may only be on its way then.
    private var resumedByTimer: ContinuousClock.Instant?
    /// Counts reads: a timer set before the last one is stale.
    private var readings = 0

    public private(set) var colors = ColorDepth.monochrome
    public private(set) var inkColors = ColorDepth.monochrome
    /// What the terminal's text can be; known after ``start(_:)``.
    public private(set) var encoding = TextEncoding.unicode

    public init(_ options: Options = Options()) {
        self.options = options
        isMouseOn = options.isMouseOn ?? true
    }

    // MARK: - Start

    /// The size of the terminal on standard output, before it is taken over.
    public static var size: Size { TerminalDevice.size(of: STDOUT_FILENO) }

    /// What the terminal on standard output shows of pictures, without taking it over; no colours where it is not described. Black
    /// and white are exact there, and where it is no terminal, too: reverse video would be the wrong way round on every light ground.
    public static var outputMedium: PictureMedium {
        func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
        let choice = try? TerminalChoice(environment: environment)
        let shown = isatty(STDOUT_FILENO) == 1 ? choice?.inkColors : nil
        return PictureMedium(
            colors: choice?.colors ?? .monochrome,
            cellAspect: TerminalDevice.cell(of: STDOUT_FILENO)?.aspect ?? PictureMedium.usualAspect,
            inkColors: shown ?? (TerminalChoice.asksForTrueColor(environment) ? .trueColor : .indexed256))
    }

    /// What the font of the terminal on standard output has. A file is for any font.
    public static var outputGlyphs: GlyphSet {
        guard isatty(STDOUT_FILENO) == 1 else { return .all }
        return GlyphSet(terminal: getenv("TERM").map { String(cString: $0) } ?? "", descriptor: STDOUT_FILENO)
    }

    /// Takes the terminal over, draws the first frame and goes on from the main queue.
    public func start(_ screen: any Screen) throws(TerminalError) {
        let session = try TerminalSession(
            log: options.errorLog, graphics: options.graphics, answerPatience: options.answerPatience)
        if let name = session.choice.unknownName {
            options.log("The terminal \(name) is not described on this machine; \(session.choice.name) is used.")
        }
        (colors, inkColors, encoding) = (session.choice.colors, session.choice.inkColors, session.encoding)
        (self.screen, self.session) = (screen, session)
        if options.isMouseOn == nil { isMouseOn = session.choice.isMouseWanted }
        try session.enter(isMouseOn: isMouseOn)
        phase = .running
        session.output.onDrained = { [weak self] in
            if self?.isDrawOwed == true { self?.draw() }
        }
        screen.attach(to: self)
        draw()
        session.ask()
        signals = listen(session.notices) { $0.readNotices() }
        input = listen(session.device.descriptor) { $0.readInput() }
    }

    private func listen(
        _ descriptor: Int32, _ handler: @escaping @MainActor (CursesTerminal) -> Void
    ) -> any DispatchSourceRead {
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
        source.setEventHandler { [weak self] in
            MainActor.assumeIsolated {
                signals_prepare_thread()
                if let self { handler(self) }
            }
        }
        source.resume()
        return source
    }

    // MARK: - Drawing

    public func setNeedsDraw() {
        guard !isDrawPosted else { return }
        isDrawPosted = true
        DispatchQueue.main.async { MainActor.assumeIsolated { self.draw() } }
    }

    public func repaint() {
        session?.presenter.invalidate()
        setNeedsDraw()
    }

    private func draw() {
        isDrawPosted = false
        guard phase == .running, let session, let screen else { return }
        // Behind cells that wait a new frame would only wait too.
        guard !session.output.isWaiting || session.output.arePicturesWaiting else {
            isDrawOwed = true
            return
        }
        isDrawOwed = false
        drawings += 1
        let drawing = drawings
        let canvas = withObservationTracking {
            screen.frame(session.size)
        } onChange: { [weak self] in
            // Before the change, and maybe elsewhere: drawing waits for its turn.
            DispatchQueue.main.async { MainActor.assumeIsolated { self?.drawAfterChange(readBy: drawing) } }
        }
        // Behind pictures that nobody wants to see any more it does not.
        if session.output.isWaiting {
            guard !session.presenter.isStillShowing(picturesOf: canvas) else {
                isDrawOwed = true
                return
            }
            if session.output.cutPictures() { session.presenter.picturesWereCut() }
        }
        let frame = session.presenter.frame(canvas)
        session.output.write(frame.cells)
        session.output.writePictures(frame.pictures)
    }

    /// A drawing that was asked for meanwhile shows this change too. Every drawing since the last change is told of this one: only
    /// the last counts, or each change would be drawn as often as keys were pressed before it.
    private func drawAfterChange(readBy drawing: Int) {
        if drawing == drawings, !isDrawPosted { draw() }
    }

    // MARK: - Input

    private func readInput() {
        guard phase == .running, let session else { return }
        switch takeInput(of: session) {
        case .bytes, .wouldBlock: break
        case .failure(EIO) where !session.device.isInForeground: stop(SIGTTIN)
        case .endOfFile, .failure: end(status: 128 + SIGHUP)
        }
    }

    /// Handles what is there, all of it before a frame is drawn; a sender that never pauses gets its frames all the same.
    /// - Returns: what the last reading came to.
    private func takeInput(of session: TerminalSession) -> ReadOutcome {
        var taken = 0
        while phase == .running, taken < Self.maximumInput {
            let outcome = session.device.read()
            guard case .bytes(let bytes) = outcome else { return outcome }
            taken += bytes.count
            readings += 1
            let events = parser.parse(bytes)
            for answer in parser.takeAnswers() where session.learn(answer) { setNeedsDraw() }
            handle(events)
            waitForRest()
        }
        return .wouldBlock
    }

    /// Bytes that are handled without a frame between them.
    private static let maximumInput = 1 << 16

    private func handle(_ events: [InputEvent]) {
        var rest = events[...]
        while phase == .running, let event = rest.first {
            let typed = rest.prefix { $0.typedKey != nil }.compactMap(\.typedKey)
            if typed.count > 1 { screen?.handle(typed: typed) } else { screen?.handle(event) }
            rest = rest.dropFirst(max(1, typed.count))
            setNeedsDraw()
        }
    }

    /// Sets the one timer of the input, and only while a sequence is unfinished.
    private func waitForRest() {
        guard let pending = parser.pending else { return }
        let delay: DispatchTimeInterval =
            switch pending {
            case .escape: options.escapeDelay.dispatchInterval
            case .sequence: .milliseconds(500)
            case .string: .milliseconds(100)
            }
        let reading = readings
        DispatchQueue.main.asyncAfter(deadline: .now() + delay) {
            MainActor.assumeIsolated {
                guard self.readings == reading else { return }
                self.handle(self.parser.timeOut())
            }
        }
    }

    // MARK: - Signals

    private func readNotices() {
        for number in session?.takeNotices() ?? [] where phase != .ended {
            switch number {
            case SIGWINCH: resize()
            case SIGTSTP: suspend()
            case SIGCONT: continued()
            default:
                // What was typed before was meant.
                if phase == .running, let session { _ = takeInput(of: session) }
                end(status: 128 + number)
            }
        }
    }

    private func resize() {
        guard let session else { return }
        session.readSize()
        session.presenter.invalidate()
        setNeedsDraw()
    }

    public func suspend() { stop(SIGTSTP) }

    private func stop(_ number: Int32) {
        guard phase == .running, let session else { return }
        session.leave()
        phase = .suspended
        input?.suspend()
        stops += 1
        let stop = stops
        signals_stop(number)
        // The whole job stops, as with the terminal's own Ctrl-Z; where nobody could continue it, the kernel drops the signal.
        // Then this comes round.
        DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(200)) {
            MainActor.assumeIsolated { self.resumeUnlessContinued(stop) }
        }
    }

    private func resumeUnlessContinued(_ stop: Int) {
        // A signal that is here already goes first.
        readNotices()
        guard phase == .suspended, stop == stops else { return }
        resumedByTimer = .now
        resume()
    }

    /// SIGCONT has come. Where the timer was faster, the terminal is ours already: taking it twice would send a large picture twice,
    /// and cut the first in the middle.
    private func continued() {
        if phase == .running, let resumedByTimer, resumedByTimer.duration(to: .now) < .seconds(1) { return }
        resume()
    }

    private func resume() {
        guard let session, phase != .ended else { return }
        guard session.device.isInForeground else {
            // Continued in the background: the terminal is another job's.
            if phase == .suspended { signals_stop(SIGTTOU) } else { stop(SIGTTOU) }
            return
        }
        signals_continue()
        guard (try? session.enter(isMouseOn: isMouseOn)) != nil else { return end(status: 128 + SIGHUP) }
        if phase == .suspended { input?.resume() }
        phase = .running
        resize()
    }

    // MARK: - End

    public func quit(status: Int32) {
        guard phase != .ended else { return }
        phase = .ended
        session?.leave()
        options.onEnd(status)
    }

    /// The terminal is lost, or the process is told to end: some seconds at most, whatever the screen does.
    private func end(status: Int32) {
        guard phase != .ended else { return }
        signals_end_soon(status, Self.secondsForEnding)
        let wasRunning = phase == .running
        phase = .ended
        // The main queue goes on meanwhile: what the screen waits for may need it.
        Task {
            await screen?.terminalWillEnd()
            if wasRunning { session?.leave() }
            options.onEnd(status)
        }
    }

    /// What was asked for may be a write to a slow disk.
    private static let secondsForEnding: UInt32 = 3

    // MARK: - Beside the cells

    public var cell: CellPixels? { session?.cell }
    public var glyphs: GlyphSet { session?.glyphs ?? .all }
    public var cellAspect: Double { cell?.aspect ?? PictureMedium.usualAspect }
    /// Without Unicode there are no pictures, and no blanks to lie beneath them.
    public var graphics: PictureGraphics { encoding == .unicode ? session?.graphics ?? .symbols : .symbols }

    public var isMouseOn: Bool {
        didSet {
            guard phase == .running, let session, isMouseOn != oldValue else { return }
            session.output.write(session.choice.outOfBand.mouse(isOn: isMouseOn))
        }
    }

    public func copy(_ text: SafeText) {
        guard phase == .running, let session else { return }
        session.output.write(session.choice.outOfBand.clipboard(text))
    }

    /// Names the window; nothing where a terminal would print it instead.
    public func setTitle(_ text: SafeText) {
        guard phase == .running, let session else { return }
        session.output.write(session.choice.outOfBand.title(text))
    }
}

extension Duration {
    fileprivate var dispatchInterval: DispatchTimeInterval {
        .milliseconds(clamped(to: .zero ... .seconds(60)).wholeMilliseconds)
    }
}
