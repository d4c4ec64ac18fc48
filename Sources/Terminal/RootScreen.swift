/// What a terminal shows and sends its input to: all that the event loop knows of the program.
///
/// A frame is `layout`, then `draw`. It is due at most once a turn of the main queue, after an event or after a change of an
/// observed value.
@MainActor
public protocol RootScreen: AnyObject {
    /// Prepares a frame of this size: keeps what drawing and the mouse need (positions, frames), and tells the models what is in
    /// sight. Two layouts of the same state and size are equal.
    func layout(_ size: Size)

    /// Writes the cells of the last layout, and changes nothing else; the canvas has the size of that layout.
    func draw(into canvas: inout Canvas)

    func handle(_ event: InputEvent)

    /// Handles typed characters that arrived together, at least two. A screen may insert them in one step where they are text.
    func handle(typed keys: [Key])

    /// Called when a paste is silent though its end has not come, and when it has ended. Meanwhile no key acts; Esc or Ctrl-C, with a
    /// short pause before and behind it, ends the paste.
    func terminalAwaitsPaste(_ isWaiting: Bool)

    /// Called when the user comes back to the terminal's window, where the terminal tells.
    func terminalDidGainFocus()

    /// Called when the user has left the terminal's window, where the terminal tells.
    func terminalDidLoseFocus()

    /// Called when the terminal tells whether its background is light, as often as it changes; see ``TerminalControl/followsBackground``.
    func terminalBackground(isLight: Bool)

    /// Called once, before the first drawing.
    func attach(to terminal: any TerminalControl)

    /// The terminal is gone or the process is told to end: finish pending work and save what must not be lost. The
    /// process ends when this returns, or after some seconds.
    func terminalWillEnd() async
}

extension RootScreen {
    public func terminalDidGainFocus() {}

    public func terminalDidLoseFocus() {}

    public func terminalBackground(isLight: Bool) {}

    public func terminalAwaitsPaste(_ isWaiting: Bool) {}

    public func handle(typed keys: [Key]) { for key in keys { handle(.key(key)) } }

    /// A whole frame: lays out, then draws on a new canvas.
    public func frame(_ size: Size) -> Canvas {
        layout(size)
        var canvas = Canvas(size: size)
        draw(into: &canvas)
        return canvas
    }
}

/// What a screen can ask of the terminal that shows it.
@MainActor
public protocol TerminalControl: AnyObject {
    var colors: ColorDepth { get }

    /// The colors available for black and white (``Ink``): they are content, so they are used even with NO_COLOR.
    var inkColors: ColorDepth { get }

    /// The width of a cell divided by its height, as far as the terminal reports it.
    var cellAspect: Double { get }

    /// The protocol by which pictures are shown.
    var graphics: PictureGraphics { get }

    /// The characters that its font has.
    var glyphs: GlyphSet { get }

    /// The size of a cell in pixels, where the terminal reports it.
    var cell: CellPixels? { get }

    /// The largest picture that it takes as sixels, in pixels, where it tells.
    var sixelLimit: Size? { get }

    /// Ends the event loop; the process exits with this status.
    func quit(status: Int32)

    /// Suspends the program as Ctrl-Z does; it continues after `fg`.
    func suspend()

    /// Gives the terminal back while something else uses it, an editor for example, and takes it again when that has ended. What was typed
    /// meanwhile is discarded. The work is cancelled when the program has to end, and is not begun after that.
    func lend(to work: @escaping @MainActor () async -> Void) async

    /// Draws every cell again, whatever the terminal is assumed to show.
    func repaint()

    /// Draws at the next turn; for state that is not observed.
    func setNeedsDraw()

    /// Puts text on the clipboard of the user's machine (OSC 52); whether it arrived cannot be known.
    func copy(_ text: SafeText)

    var isMouseOn: Bool { get set }

    /// Whether the terminal is asked for its background and tells when it changes: see ``RootScreen/terminalBackground(isLight:)``.
    var followsBackground: Bool { get set }

    /// Sets the title of the terminal's window; the one from before comes back at the end.
    func setTitle(_ title: SafeText)
}

extension TerminalControl {
    public func setTitle(_ title: SafeText) {}
    public func lend(to work: @escaping @MainActor () async -> Void) async { await work() }
    public var inkColors: ColorDepth { colors }
    public var cellAspect: Double { PictureMedium.usualAspect }
    public var graphics: PictureGraphics { .symbols }
    public var cell: CellPixels? { nil }
    public var sixelLimit: Size? { nil }
    public var glyphs: GlyphSet { .all }

    /// The medium for pictures on this terminal.
    public var pictureMedium: PictureMedium {
        PictureMedium(
            colors: colors, cellAspect: cellAspect, graphics: graphics, cell: cell, sixelLimit: sixelLimit,
            inkColors: inkColors, symbols: PictureSymbols(glyphs))
    }
}

/// How many colors a terminal shows.
public enum ColorDepth: Hashable, Sendable {
    /// Two: no colors at all (a terminal without them, or NO_COLOR).
    case monochrome
    case sixteen
    case indexed256
    case trueColor
}
