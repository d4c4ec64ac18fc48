import Terminal

/// The visible footer and the frames of its hints: a click on a hint presses its key.
@MainActor
final class FooterFrames {
    private var footer: (content: Footer, row: Rect)?
    private(set) var keyFrames: [(frame: Rect, key: Key)] = []

    /// Replaces the footer that was laid out before.
    func layout(_ footer: Footer, in row: Rect) {
        self.footer = (footer, row)
        keyFrames = footer.keyFrames(in: row)
    }

    func draw(on canvas: inout Canvas, theme: Theme) {
        if let footer { footer.content.draw(on: &canvas, in: footer.row, theme: theme) }
    }

    func forget() { (footer, keyFrames) = (nil, []) }

    /// The key of the hint at a point of the screen.
    func key(at point: Point) -> Key? { keyFrames.first { $0.frame.contains(point) }?.key }
}
