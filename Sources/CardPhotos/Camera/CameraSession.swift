internal import Cards
internal import ChildProcesses
internal import Synchronization

/// One use of the camera, from the start of its command to its end: feeds a stream with whole pictures.
///
/// It blocks the thread on which it runs; the clock tells it that the command has become silent. It keeps no picture: the
/// stream does.
final class CameraSession: Sendable {
    /// How many times the clock may strike in a row without a picture. Counting strikes rather than time forgives one
    /// that was overslept, with the program stopped or the machine asleep.
    static let silentSeconds = 5

    private struct State: ~Copyable {
        /// Closed, it ends the session.
        var running: Descriptor?
        /// Nobody takes the pictures any more.
        var isLeft = false
        /// Why it ends, when the command did not do so by itself.
        var error: CameraError?
        var pictureCount = 0
    }

    private let stop: Descriptor
    private let state: Mutex<State>
    private let pictures: AsyncThrowingStream<[UInt8], any Error>.Continuation
    private let clock: any Clock<Duration>

    /// Throws when there are no descriptors left.
    init(feeding pictures: AsyncThrowingStream<[UInt8], any Error>.Continuation, clock: any Clock<Duration>)
        throws(StartError)
    {
        let pipe = try Pipe()
        stop = pipe.reader
        state = Mutex(State(running: pipe.writer))
        (self.pictures, self.clock) = (pictures, clock)
    }

    /// Ends the command soon: nobody takes the pictures any more.
    func leave() {
        state.withLock { state in
            state.isLeft = true
            state.running = nil
        }
    }

    /// Starts the command, and blocks until it has ended. One that was left before its turn starts nothing.
    func run(_ command: () throws(CameraError) -> String) {
        if state.withLock({ $0.isLeft }) { return }
        do throws(CameraError) {
            var process = try CameraProcess(command: try command())
            let watch = Task { await watchForSilence() }
            var words = LastWords()
            feed(from: &process, collecting: &words)
            watch.cancel()
            let end = process.end(collecting: &words)
            let error = CameraError.ended(reason: words.line ?? Self.words(for: end))
            pictures.finish(throwing: state.withLock { $0.isLeft ? nil : $0.error ?? error })
        } catch {
            pictures.finish(throwing: error)
        }
    }

    /// Returns when the command writes nothing more, or is to be ended.
    private func feed(from process: inout CameraProcess, collecting words: inout LastWords) {
        var splitter = JPEGStreamSplitter()
        while true {
            switch process.next(orStop: stop.number) {
            case .output(let bytes):
                do throws(JPEGStreamSplitter.Failure) {
                    let whole = try splitter.add(bytes)
                    state.withLock { $0.pictureCount += whole.count }
                    for picture in whole { pictures.yield(JPEGStandardTables.completing(picture)) }
                } catch {
                    return state.withLock { $0.error = error.cameraError }
                }
            case .errors(let bytes): words.add(bytes)
            case .errorsEnded: continue
            case .outputEnded, .stopped, .timedOut: return
            }
        }
    }

    private func watchForSilence() async {
        var (seen, silentSeconds) = (0, 0)
        while silentSeconds < Self.silentSeconds {
            guard (try? await clock.sleep(for: .seconds(1))) != nil else { return }
            let count = state.withLock { $0.pictureCount }
            silentSeconds = count == seen ? silentSeconds + 1 : 0
            seen = count
        }
        state.withLock { state in
            if state.error == nil { state.error = .silent(seconds: Self.silentSeconds) }
            state.running = nil
        }
    }

    private static func words(for end: ChildEnd) -> String {
        end == .exited(code: 0) ? "it came to its end" : end.words
    }
}

extension JPEGStreamSplitter.Failure {
    fileprivate var cameraError: CameraError {
        switch self {
        case .noPictures: .noPictures
        case .pictureTooLarge: .pictureTooLarge(megabytes: JPEGStreamSplitter.maximumBytes >> 20)
        }
    }
}
