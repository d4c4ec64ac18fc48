import CardViewModels
import Cards
import Terminal

/// One screen of the program: draws a model and turns input into intents. It holds widget state only (scroll, focus, editors) and
/// its last layout; state that a user would miss is in its view model.
@MainActor
protocol Screen: AnyObject {
    var app: AppModel { get }

    /// Prepares a frame of the whole screen except for a dialog: keeps what drawing and input need, requests the pictures that are
    /// shown, and tells the models what is visible.
    func layout(_ size: Size, style: ScreenStyle)

    /// Draws the frame that was laid out, in the same style; changes neither the screen nor a model.
    func draw(into canvas: inout Canvas, style: ScreenStyle)

    /// Handles the screen's own input; returns false to leave it to the keys that work everywhere.
    func handle(_ event: InputEvent) -> Bool

    /// Accepts characters that were typed together as text, in one change.
    /// - Returns: how many characters from the beginning were accepted; the others are handled as keys.
    func type(_ characters: [Character]) -> Int

    /// Whether an event has to wait for something that is still on its way to this screen.
    func mustWait(_ event: InputEvent) -> Bool

    /// Whether typed characters are text here, so that only Ctrl, Alt and function keys can be commands.
    var acceptsText: Bool { get }

    /// The name of the card that the screen shows, for the window's title; nil for none.
    var cardName: String? { get }

    /// Whether the screen's own pictures are still being prepared.
    var isWorking: Bool { get }

    /// The screen's commands in the order of the help, in its current state.
    var commands: [CommandSection] { get }

    /// The keys of the focused widget, for example of a text field; they are not commands.
    var widgetKeys: [HelpView.Section] { get }

    /// Whether a key can be a command now: not if it types a letter or moves the slider.
    func isCommandKey(_ key: Key) -> Bool
}

/// A screen over the list, made of its model when that is first on top.
@MainActor
protocol ModelScreen: Screen {
    associatedtype Model: ScreenModel
    init(_ model: Model, _ setup: ScreenSetup)
}

/// What screens are made with.
struct ScreenSetup {
    let app: AppModel
    var keyMap: KeyMap
    /// Times the slider's phases.
    let clock: any Clock<Duration>
    var isMotionReduced: Bool
    /// Whether a photo over the whole screen has more pixels there than the size it is first loaded in.
    var usesPixels = false
}

extension Screen {
    func type(_ characters: [Character]) -> Int { 0 }
    func mustWait(_ event: InputEvent) -> Bool { false }
    var acceptsText: Bool { false }
    var cardName: String? { nil }
    var isWorking: Bool { false }
    var widgetKeys: [HelpView.Section] { [] }

    /// Whether the key does something here, so that it does not reach the commands that work everywhere.
    func hasCommand(for key: Key) -> Bool {
        commands.contains { $0.commands.contains { $0.isEnabled && $0.keys.contains(key) } }
    }

    func isCommandKey(_ key: Key) -> Bool { !acceptsText || key.typedCharacter == nil }
}

/// A screen whose keys are those of one table of commands.
@MainActor
protocol TableScreen: Screen {
    var table: CommandTable<Self> { get }
    func handle(_ mouse: MouseEvent)
}

extension TableScreen {
    var commands: [CommandSection] { table.sections(on: self, reaches: isCommandKey) }

    func handle(_ event: InputEvent) -> Bool { table.handle(event, on: self, mouse: handle) }

    func handle(_ mouse: MouseEvent) {}
}

/// Whether only ASCII is drawn, and why.
public struct PlainText: Sendable {
    /// Whether the person asked for it.
    let isByOption: Bool
    /// Whether the locale has no other characters; known once the terminal has started.
    public var hasOnlyASCII = false

    var isOn: Bool { isByOption || hasOnlyASCII }
    var isOnlyByOption: Bool { isByOption && !hasOnlyASCII }
}

/// How screens are drawn: the theme, the capabilities of the terminal, and whether only ASCII may be drawn.
@MainActor
struct ScreenStyle {
    var theme: Theme
    var medium: PictureMedium
    var isPlain: Bool
    /// Whether it is plain only because the person asked for that: neither the locale nor the font lacks anything.
    var isPlainByOption: Bool
    /// Whether photos are drawn; in plain text they are only named.
    var showsPhotos: Bool
    /// The key that opens the help; nil if none does.
    var helpKey: KeyHint?
    /// How days and amounts are written.
    let format: LocalFormat
    let pictures: PictureViews
    let footer: FooterFrames
    /// The first key of a command that a message offers, or what to type into the palette; nil if neither triggers it now.
    let offeredKey: @MainActor (OfferedCommand) -> String?

    func layoutFooter(_ hints: [KeyHint], keepsEscape: Bool = false, in row: Rect) {
        footer.layout(Footer(spelled(hints), help: helpKey, keepsEscape: keepsEscape), in: row)
    }

    /// - Parameter theme: overrides the screen's theme.
    func drawFooter(on canvas: inout Canvas, theme: Theme? = nil) {
        footer.draw(on: &canvas, theme: theme ?? self.theme)
    }

    /// Whether the colors of cards can be shown as they are.
    var showsCardColors: Bool { !isPlain && medium.colors != .monochrome && medium.colors != .sixteen }

    /// Whether rows have icons. A terminal that keeps pictures moves them when the list scrolls; others are sent all of them anew.
    var showsIconsInRows: Bool { showsCardColors && showsPhotos && medium.graphics == .kitty }

    func spelled(_ hints: [KeyHint]) -> [KeyHint] { isPlain ? hints.map(\.spelledOut) : hints }

    /// The key of a command that a message offers, or what to type into the palette, for a sentence.
    func label(of command: OfferedCommand) -> String? {
        offeredKey(command).map { isPlain ? KeyHint(key: $0, text: "").spelledOut.key : $0 }
    }

    /// The label of the first key, for a sentence.
    func label(_ keys: [Key]) -> String? {
        keys.first.map { isPlain ? KeyHint($0, "").spelledOut.key : $0.label }
    }
}

/// The visible footer and the frames of its hints: a click on a hint presses its key.
@MainActor
final class FooterFrames {
    private var frames: [Footer.HintFrame] = []

    /// Replaces the footer that was laid out before.
    func layout(_ footer: Footer, in row: Rect) { frames = footer.frames(in: row) }

    func draw(on canvas: inout Canvas, theme: Theme) { Footer.draw(frames, on: &canvas, theme: theme) }

    func forget() { frames = [] }

    /// The frames of the hints that can be clicked, with their keys.
    var keyFrames: [(frame: Rect, key: Key)] {
        frames.compactMap { hint, frame in hint.pressed.map { (frame, $0) } }
    }

    /// The key of the hint at a point of the screen.
    func key(at point: Point) -> Key? { keyFrames.first { $0.frame.contains(point) }?.key }
}
