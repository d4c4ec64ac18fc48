internal import Basics
internal import Dispatch
internal import Terminal

/// Draws the frames of a screen on the terminal: at most one a turn of the main queue, when one is requested or an observed value
/// changes. While earlier bytes still wait to be written, no frame is made.
@MainActor
final class FrameScheduler {
    /// Whether nothing may be drawn now, because the terminal is not ours.
    var isPaused = false
    private let screen: any RootScreen
    private let session: TerminalSession
    private var isPosted = false
    /// A frame is due, but earlier bytes still wait to be written.
    private var isDeferred = false
    /// Whether the next change of an observed value is waited for.
    private var isWaitingForChange = false
    /// A layout may change observed values; the frame shows them already.
    private var isMakingFrame = false

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
        isMakingFrame = true
        let canvas = screen.frame(session.geometry.size)
        isMakingFrame = false
        drawAfterChange()
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

    private func drawAfterChange() {
        guard !isWaitingForChange else { return }
        isWaitingForChange = true
        ObservedChanges.next { [weak self] in
            guard let self else { return }
            isWaitingForChange = false
            // The change is not complete yet: drawing waits for its turn.
            if !isMakingFrame { setNeedsDraw() }
        }
    }
}
