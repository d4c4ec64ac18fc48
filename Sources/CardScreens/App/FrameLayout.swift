import CardViewModels
import Cards
import Terminal

/// The last layout of the root screen, for drawing and the mouse. The screen on top keeps its own.
@MainActor
struct FrameLayout {
    /// The size of the last frame that was large enough. Nothing is laid out at a smaller one, also not for keys that were pressed before.
    var size = Size.zero
    var theme = Theme.terminal
    /// The characters that the terminal supports.
    var glyphs = GlyphSet.all
    var today = CalendarDay.first
    /// Whether the frame only says that it is too small.
    var isTooSmall = false
    /// Nil before the first frame that is large enough.
    var style: ScreenStyle?
    /// The screen on top that was laid out last.
    weak var screen: (any Screen)?
    /// The screen beneath a prompt or picker; nil if neither is open.
    var shaded: ShadedScreen?

    mutating func begin(_ size: Size, theme: Theme, glyphs: GlyphSet, today: CalendarDay) {
        (self.theme, self.glyphs, self.today) = (theme, glyphs, today)
        isTooSmall = size.columns < ScreenLayout.smallest.columns || size.rows < ScreenLayout.smallest.rows
        if !isTooSmall { self.size = size }
    }
}

/// A screen with a dialog or a sheet over it. It is drawn and shaded once, and again only when its ``Version`` changes.
struct ShadedScreen {
    struct Version: Equatable {
        let size: Size
        let theme: String
        let prompt: Prompt?
        /// Tells one picker from the next; nil for none.
        let picker: Int?
        /// How many screens are over the list.
        let depth: Int
        let today: CalendarDay
        /// How many pictures were made: those that were on their way are shown as they come.
        let pictures: Int
    }

    let version: Version
    let canvas: Canvas
}
