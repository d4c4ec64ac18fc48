/// How pictures reach the terminal.
public enum PictureGraphics: Hashable, Sendable, CaseIterable {
    /// As characters, which every terminal shows.
    case symbols
    /// As pixels, by the protocol of the terminal kitty (sw.kovidgoyal.net/kitty/graphics-protocol).
    case kitty
    /// As pixels, by the protocol of iTerm2 (iterm2.com/documentation-images.html).
    case iterm
    /// As pixels, in the way of DEC's VT340.
    case sixel
}
