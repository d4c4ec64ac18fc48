internal import Cards
internal import ChildProcesses
internal import Synchronization

/// One use of the camera, from the start of its command to its end: yields complete pictures to a stream.
///
/// It blocks the thread on which it runs; the clock tells when the command has become silent. It keeps no pictures.
final class CameraSession: Sendable {
    /// How many ticks of the clock may pass without a picture. Ticks are counted rather than time, so that suspending the program
    /// or the machine counts as one.
    static let silentSeconds = 5

    private struct State: ~Copyable {
        /// Closing it ends the session.
        var running: Descriptor?
        /// Whether the consumer of the pictures has gone.
        var isCancelled = false
        /// Why the session ended, unless the command ended by itself.
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

    /// Ends the command soon, after the consumer of the pictures has gone.
    func cancel() {
        state.withLock { state in
            state.isCancelled = true
            state.running = nil
        }
    }

    /// Starts the command, and blocks until it has ended. If it was cancelled before, nothing is started.
    func run(_ command: () throws(CameraError) -> String) {
        if state.withLock({ $0.isCancelled }) { return }
        do throws(CameraError) {
            var process = try CameraProcess(command: try command())
            let watch = Task { await watchForSilence() }
            var errorOutput = ErrorOutputTail()
            feed(from: &process, collecting: &errorOutput)
            watch.cancel()
            let end = process.end(collecting: &errorOutput)
            let error = CameraError.ended(reason: errorOutput.line ?? Self.description(of: end))
            pictures.finish(throwing: state.withLock { $0.isCancelled ? nil : $0.error ?? error })
        } catch {
            pictures.finish(throwing: error)
        }
    }

    /// Returns when the command has closed its output or is to be ended.
    private func feed(from process: inout CameraProcess, collecting errorOutput: inout ErrorOutputTail) {
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
            case .errors(let bytes): errorOutput.add(bytes)
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

    private static func description(of end: ChildEnd) -> String {
        end == .exited(code: 0) ? "it ended" : end.description
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
