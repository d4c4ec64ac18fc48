internal import Dispatch
internal import Observation
internal import Terminal

/// Draws the frames of a screen on the terminal: at most one a turn of the main queue, when one is requested or an observed value
/// changes that the last frame read. While earlier bytes still wait to be written, no frame is made.
@MainActor
final class FrameScheduler {
    /// Whether nothing may be drawn now, because the terminal is not ours.
    var isPaused = false
    private let screen: any RootScreen
    private let session: TerminalSession
    private var isPosted = false
    /// A frame is due, but earlier bytes still wait to be written.
    private var isDeferred = false
    /// Counts frames: a change of a value that only an earlier frame read is ignored.
    private var frames = 0

    init(_ screen: any RootScreen, on session: TerminalSession) {
        self.screen = screen
        self.session = session
        session.output.onDrained = { [weak self] in
            if self?.isDeferred == true { self?.draw() }
        }
    }

    func setNeedsDraw() {
        guard !isPosted else { return }
        isPosted = true
        DispatchQueue.main.async { MainActor.assumeIsolated { self.draw() } }
    }

    /// Requests a frame that writes every cell again.
    func repaint() {
        session.presenter.invalidate()
        setNeedsDraw()
    }

    func draw() {
        isPosted = false
        guard !isPaused else { return }
        // A new frame would only wait behind these bytes.
        guard !session.output.isWaiting || session.output.arePicturesWaiting else {
            isDeferred = true
            return
        }
        isDeferred = false
        frames += 1
        let frame = frames
        let canvas = withObservationTracking {
            screen.frame(session.geometry.size)
        } onChange: { [weak self] in
            // Called before the change, and possibly on another thread: drawing waits for its turn.
            DispatchQueue.main.async { MainActor.assumeIsolated { self?.drawAfterChange(readBy: frame) } }
        }
        // Waiting pictures that are no longer wanted are dropped.
        if session.output.isWaiting {
            guard !session.presenter.isStillShowing(picturesOf: canvas) else {
                isDeferred = true
                return
            }
            if session.output.dropPictures() { session.presenter.picturesWereDropped() }
        }
        let bytes = session.presenter.frame(canvas)
        session.output.write(session.choice.outOfBand.update(bytes.cells))
        session.output.writePictures(bytes.pictures)
    }

    /// A frame that is requested already will show this change too. Every frame since the last change is notified; only the last one
    /// counts, or each change would be drawn as often as keys were pressed before it.
    private func drawAfterChange(readBy frame: Int) {
        if frame == frames, !isPosted { draw() }
    }
}
