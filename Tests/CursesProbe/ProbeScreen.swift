import Basics
import Dispatch
import Glibc
import Terminal

/// Rows of text with one selected, the last event, and a key for everything that a test wants to see happen.
@MainActor
final class ProbeScreen: RootScreen {
    private let model = ProbeModel()
    private weak var terminal: (any TerminalControl)?
    private var drawings = 0

    func attach(to terminal: any TerminalControl) { self.terminal = terminal }

    func layout(_ size: Size) { drawings += 1 }

    func draw(into canvas: inout Canvas) {
        let size = canvas.size
        canvas.write(
            SafeText("Ready \(size.columns)x\(size.rows) \(colorName) count \(model.count)"), at: .zero, style: .plain)
        canvas.write(SafeText("Event: \(model.lastEvent)"), at: Point(column: 0, row: 1), style: .plain)
        if let special = model.special {
            special.draw(into: &canvas)
        } else {
            for row in 2..<max(2, size.rows - 1) {
                let isSelected = row - 2 == model.selection
                let text = SafeText("Card number \(row - 2) of a shop in the town, 5901234123457 and a note to it")
                let rect = Rect(column: 0, row: row, columns: size.columns, rows: 1)
                let style = Style(attributes: isSelected ? .reverse : [])
                if isSelected { canvas.fill(rect, style: style) }
                canvas.write(text, at: Point(column: 1, row: row), style: style)
            }
        }
        model.photo?.draw(on: &canvas, in: Rect(column: 10, row: 2, columns: 60, rows: 20))
        canvas.placeCursor(at: Point(column: 0, row: 2 + model.selection), isShown: true)
        if model.hidesCursor { canvas.hideCursor() }
        // A corner that has to be reached, also in the smallest terminal.
        canvas.write("┘", at: Point(column: size.columns - 1, row: size.rows - 1), style: .plain)
    }

    private var colorName: String {
        switch terminal?.colors {
        case .monochrome: "mono"
        case .sixteen: "16"
        case .indexed256: "256"
        case .trueColor: "24bit"
        case nil: "none"
        }
    }

    func terminalAwaitsPaste(_ isWaiting: Bool) {
        if isWaiting { model.lastEvent = "silent paste" }
    }

    func handle(_ event: InputEvent) {
        model.show(event)
        guard case .key(let key) = event else { return }
        switch key.name {
        case "q": terminal?.quit(status: 7)
        case "j": model.selection += 1
        case "k": model.selection -= 1
        case "c": model.hidesCursor.toggle()
        case "p": preconditionFailure("asked for")
        case "a": abort()
        case "A": Task.detached { abort() }
        case "f": freeTwice()
        case "o": _ = overflow(0)
        case "e": "library noise\n".withCString { _ = write(STDERR_FILENO, $0, strlen($0)) }
        case "y": terminal?.copy("5901234123457")
        case "m": terminal?.isMouseOn.toggle()
        case "ctrl-z": terminal?.suspend()
        case "ctrl-l": terminal?.repaint()
        case "L":
            Task { await terminal?.lend { _ = write(STDOUT_FILENO, "lent\n", 5) } }
        case "=": model.lastEvent = "cell " + (terminal?.cell.map { "\($0.width)x\($0.height)" } ?? "unknown")
        case "t": model.lastEvent = "terminfo " + (getenv("TERMINFO").map { String(cString: $0) } ?? "none")
        case "w": model.special = .wide
        case "h": model.special = .hostile
        case "s": model.special = .colors
        case "g": model.special = .graphemes
        case "n": (model.special, model.photo) = (nil, nil)
        case "i": showPhoto(Size(columns: 20, rows: 6))
        case "I": showPhoto(Size(columns: 60, rows: 20))
        case "+": Task { [model] in model.count += 1 }
        case "d": drawOften(20)
        case "z": sleep(3600)  // watched: it is stuck on purpose
        case "!": model.isStuckAtTheEnd = true
        default: break
        }
    }

    /// Of pixels that cannot be compressed.
    private func showPhoto(_ size: Size) {
        guard let medium = terminal?.pictureMedium else { return }
        let (width, height) = (size.columns * 10, size.rows * 20)
        let rgba = (0..<width * height).flatMap { _ in
            [UInt8.random(in: 0...255), .random(in: 0...255), .random(in: 0...255), 255]
        }
        model.photo = PictureView(rgba: rgba, width: width, height: height, size: size, medium: medium)
    }

    /// Draws so many times with nothing changed, then changes one value and says how often that was drawn.
    private func drawOften(_ times: Int) {
        DispatchQueue.main.async { [self] in
            MainActor.assumeIsolated {
                if times > 0 {
                    terminal?.setNeedsDraw()
                    return drawOften(times - 1)
                }
                let before = drawings
                model.count += 1
                // Behind all that the change itself has put into the queue.
                DispatchQueue.main.async { [self] in
                    MainActor.assumeIsolated { model.lastEvent = "drawn \(drawings - before) times" }
                }
            }
        }
    }

    /// glibc finds that and ends the process.
    private func freeTwice() {
        let memory = malloc(24)
        free(memory)
        // The optimizer would leave out a call that it sees through.
        let again = unsafeBitCast(dlsym(nil, "free"), to: (@convention(c) (UnsafeMutableRawPointer?) -> Void).self)
        again(memory)
    }

    /// Deep enough for any stack; the sum after the call keeps it from becoming a loop.
    private func overflow(_ depth: Int) -> Int { depth == .max ? 0 : overflow(depth + 1) + model.selection }

    func terminalWillEnd() {
        "terminal will end\n".withCString { _ = write(STDERR_FILENO, $0, strlen($0)) }
        if model.isStuckAtTheEnd { sleep(3600) }  // watched: it is stuck on purpose
    }
}

/// What the probe shows.
@MainActor
final class ProbeModel {
    @Observed var count = 0
    @Observed var selection = 0
    @Observed var lastEvent = "none"
    @Observed var special: ProbePicture?
    @Observed var photo: PictureView?
    @Observed var hidesCursor = false
    var isStuckAtTheEnd = false

    func show(_ event: InputEvent) {
        switch event {
        case .key(let key): lastEvent = "key " + key.name
        case .paste(let text): lastEvent = "paste \(text.utf8.count) " + text.prefix(40)
        case .mouse(let event): lastEvent = "mouse \(event.action) \(event.position.column),\(event.position.row)"
        }
    }
}
