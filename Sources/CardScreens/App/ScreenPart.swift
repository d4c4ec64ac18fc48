import CardViewModels
import Terminal

/// One screen of the program: draws a destination and turns input into intents. It holds widget state only (scroll, focus,
/// editors) and its last layout; what a user would miss is in its view model.
@MainActor
protocol ScreenPart: AnyObject {
    var app: AppModel { get }

    /// Prepares a frame of the whole screen but the dialog over it: keeps what drawing and input need, asks for the pictures that
    /// are shown, and tells the models what is in sight.
    func layout(_ size: Size, style: ScreenStyle)

    /// Draws the frame that was laid out, in the same style; it changes neither the screen nor a model.
    func draw(into canvas: inout Canvas, style: ScreenStyle)

    /// Handles what is meant for this screen alone; false leaves it to the keys that work everywhere.
    func handle(_ event: InputEvent) -> Bool

    /// Takes characters that were typed together as text, in one step.
    /// - Returns: how many of the first; the others are keys like any other.
    func type(_ characters: [Character]) -> Int

    /// Whether an event is about what is still on its way to this screen, so that it waits for it.
    func mustWait(_ event: InputEvent) -> Bool

    /// Whether typed characters are text here, so that only Ctrl, Alt and function keys can be commands.
    var takesText: Bool { get }

    /// Whether a picture of its own is still being worked out.
    var isWorking: Bool { get }

    /// What can be done here, in the order of the help, as long as the screen is as it is now.
    var commands: [CommandSection] { get }

    /// The keys of the widget that has the focus, which are no commands: of a text field, for example.
    var widgetKeys: [HelpView.Section] { get }

    /// Whether a key can be a command now: not where it types a letter or moves the slider.
    func isCommandKey(_ key: Key) -> Bool
}

extension ScreenPart {
    func type(_ characters: [Character]) -> Int { 0 }
    func mustWait(_ event: InputEvent) -> Bool { false }
    var takesText: Bool { false }
    var isWorking: Bool { false }
    var widgetKeys: [HelpView.Section] { [] }

    /// Whether the key does something here, so that it does not get to the commands that work everywhere.
    func hasCommand(for key: Key) -> Bool {
        commands.contains { $0.commands.contains { $0.isEnabled && $0.keys.contains(key) } }
    }

    func isCommandKey(_ key: Key) -> Bool { !takesText || key.typedCharacter == nil }
}

/// How screens look: the theme, what the terminal can show, and whether only ASCII may be drawn.
@MainActor
struct ScreenStyle {
    var theme: Theme
    var medium: PictureMedium
    var isPlain: Bool
    /// The way to the help; nil where no key leads there.
    var helpKey: KeyHint?
    let pictures: PictureViews
    let footer: FooterPlaces
    /// The first key of a command that a message offers; nil where none does it now.
    let offeredKey: @MainActor (OfferedCommand) -> String?

    func layoutFooter(_ hints: [KeyHint], in row: Rect) {
        footer.layout(Footer(spelled(hints), help: helpKey), in: row)
    }

    /// - Parameter theme: other colours than the screen's.
    func drawFooter(on canvas: inout Canvas, theme: Theme? = nil) {
        footer.draw(on: &canvas, theme: theme ?? self.theme)
    }

    func spelled(_ hints: [KeyHint]) -> [KeyHint] { isPlain ? hints.map(\.spelledOut) : hints }

    /// The key of a command that a message offers, for a sentence.
    func label(of command: OfferedCommand) -> String? {
        offeredKey(command).map { isPlain ? KeyHint(key: $0, words: "").spelledOut.key : $0 }
    }

    /// A key in a sentence: the name of the first one.
    func label(_ keys: [Key]) -> String? {
        keys.first.map { isPlain ? KeyHint($0, "").spelledOut.key : $0.label }
    }
}
