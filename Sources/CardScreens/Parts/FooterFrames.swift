import Terminal

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
