/// How pictures are sent to the terminal.
public enum PictureGraphics: Hashable, Sendable, CaseIterable {
    /// As characters, which every terminal shows.
    case symbols
    /// As pixels, by kitty's protocol (sw.kovidgoyal.net/kitty/graphics-protocol).
    case kitty
    /// As pixels, by iTerm2's protocol (iterm2.com/documentation-images.html).
    case iterm
    /// As pixels, as sixels of DEC's VT340.
    case sixel
}
