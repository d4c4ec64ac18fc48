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
    let output: TerminalOutput
    let presenter: Presenter
    /// Tells the signals that arrived, a byte each.
    let notices: Int32
    private(set) var size: Size
    /// The size of a cell in pixels, as far as the terminal tells.
    private(set) var cell: CellPixels?
    private let curses: CursesScreen
    private let errors: ErrorRedirection
    private let crashGuard: CrashGuard

    init(log: Int32?, graphics: PictureGraphics?) throws(TerminalError) {
        device = try TerminalDevice()
        encoding = TextEncoding.adopt()
        choice = try TerminalChoice(graphics: graphics) { name in getenv(name).map { String(cString: $0) } }
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
        output.write(choice.outOfBand.enter + (isMouseOn ? choice.outOfBand.mouse(isOn: true) : []))
        presenter.invalidate()
    }

    func leave() {
        // A slow line must not hold up the leaving for pictures that go with it.
        if output.cutPictures() { presenter.picturesWereCut() }
        output.write(presenter.clearPictures() + choice.outOfBand.leave + curses.leave())
        output.flush(milliseconds: 300)
        device.restore()
        errors.end()
        crashGuard.disarm()
    }

    func readSize() { (size, cell) = (device.size, device.cell) }

    func takeNotices() -> [Int32] {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(notices, &bytes, bytes.count)
        return bytes.prefix(max(0, count)).map { Int32($0) }
    }
}
