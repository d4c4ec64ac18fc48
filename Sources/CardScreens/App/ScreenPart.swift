import CardViewModels
import Terminal

/// One screen of the program: draws a destination and turns input into intents. It holds widget state only (scroll, focus,
/// editors); what a user would miss is in its view model.
@MainActor
protocol ScreenPart: AnyObject {
    /// Draws the whole screen but the dialog over it.
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

    /// What can be done here now, for the palette.
    var commands: [ScreenCommand] { get }

    /// The screen's own keys, for the help.
    var help: [HelpView.Section] { get }
}

extension ScreenPart {
    func type(_ characters: [Character]) -> Int { 0 }
    func mustWait(_ event: InputEvent) -> Bool { false }
    var isWorking: Bool { false }
}

/// How screens look: the theme, what the terminal can show, and whether only ASCII may be drawn.
@MainActor
struct ScreenStyle {
    var theme: Theme
    var medium: PictureMedium
    var isPlain: Bool
    var helpKey: KeyHint
    let pictures: PictureViews

    func footer(_ hints: [KeyHint]) -> Footer { Footer(spelled(hints), help: helpKey) }

    func spelled(_ hints: [KeyHint]) -> [KeyHint] { isPlain ? hints.map(\.spelledOut) : hints }
}
