import CardViewModels
import Terminal

/// What the last layout of the root screen came to, for drawing and for the mouse. The screen on top keeps a layout of its own.
@MainActor
struct FrameLayout {
    var size = Size.zero
    var theme = Theme.terminal
    /// The characters that the terminal has.
    var glyphs = GlyphSet.all
    /// Whether the frame only says that it has no room.
    var isTooSmall = false
    /// Nil before the first frame that has room.
    var style: ScreenStyle?
    /// The screen beneath what lies over it; nil while nothing does.
    var shaded: ShadedScreen?
    /// The frames of the choices of the dialog.
    var choiceFrames: [Rect] = []

    mutating func begin(_ size: Size, theme: Theme, glyphs: GlyphSet) {
        (self.size, self.theme, self.glyphs) = (size, theme, glyphs)
        isTooSmall = size.columns < ScreenLayout.smallest.columns || size.rows < ScreenLayout.smallest.rows
    }
}

/// A screen with a dialog or a sheet over it. It is drawn and shaded once, and stays as it is while nothing of its ``Version``
/// changes: not once a frame.
struct ShadedScreen {
    struct Version: Equatable {
        let size: Size
        let theme: String
        let prompt: Prompt?
        let picker: PickerRequest?
        /// How many screens lie over the list.
        let depth: Int
    }

    let version: Version
    let canvas: Canvas
}
