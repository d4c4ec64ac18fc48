internal import Basics
public import Cards
internal import ChildProcesses
internal import Dispatch
internal import Glibc
internal import Synchronization

/// A camera command that writes JPEGs to its standard output, one after another; by default ffmpeg on the first video device.
///
/// Sessions run one after another, since a device in use cannot be opened again. The pictures are unchanged, except that missing
/// Huffman tables are added; nothing is decoded.
public struct CommandCamera: Camera {
    private let command: String?
    private let standard: StandardCamera
    private let clock: any Clock<Duration>
    /// Runs the sessions one after another. Each blocks its thread.
    private let queue = DispatchQueue(label: "cards-tui.camera")

    /// - Parameters:
    ///   - command: the user's line for `/bin/sh`, from the config; nil for the standard camera.
    ///   - clock: for the timeout of a silent command.
    public init(command: String?, clock: any Clock<Duration>) {
        self.init(command: command, standard: StandardCamera(), clock: clock)
    }

    init(command: String?, standard: StandardCamera, clock: any Clock<Duration>) {
        self.command = command
        self.standard = standard
        self.clock = clock
    }

    public func pictures() -> AsyncThrowingStream<[UInt8], any Error> {
        AsyncThrowingStream(bufferingPolicy: .bufferingNewest(1)) { pictures in
            do throws(StartError) {
                let session = try CameraSession(feeding: pictures, clock: clock)
                pictures.onTermination = { _ in session.cancel() }
                queue.async { session.run(line) }
            } catch {
                pictures.finish(throwing: CameraError.notStarted(reason: error.reason))
            }
        }
    }

    /// The line for the shell.
    private func line() throws(CameraError) -> String {
        if let command { return command }
        return try standard.command()
    }
}

/// The default camera: ffmpeg on the first video device, where both exist.
struct StandardCamera {
    var device = "/dev/video0"
    /// The folders in which ffmpeg is searched.
    var searchPath = SearchPath.own
    /// Whether a file allows an access mode, as access(2); replaced by tests, since root may access everything.
    var mayUse: @Sendable (_ path: String, _ mode: Int32) -> Bool = { access(PathText.cString($0), $1) == 0 }

    /// The line for the shell.
    func command() throws(CameraError) -> String {
        guard mayUse(device, F_OK) else { throw .noCamera(device: device) }
        guard let program = searchPath.path(of: "ffmpeg", where: { mayUse($0, X_OK) }) else { throw .ffmpegMissing }
        guard mayUse(device, R_OK | W_OK) else { throw .notAllowed(device: device) }
        return line(program)
    }

    /// Most cameras make JPEGs themselves, at sizes and rates that they do not reach otherwise: these are copied unchanged. The
    /// driver chooses the nearest size that it has. For a camera without JPEG the second command encodes its raw pictures.
    private func line(_ program: String) -> String {
        // Quoted as one word of the shell.
        let word = "'" + program.replacing(bytesOf: "'", with: "'\\''") + "'"
        let start = "\(word) -nostdin -hide_banner -loglevel error -f v4l2"
        let end = "-f mjpeg -"
        let copied = "\(start) -input_format mjpeg -video_size 1920x1080 -i \(device) -c:v copy \(end)"
        let encoded = "\(start) -video_size 1280x720 -i \(device) -c:v mjpeg -q:v 3 \(end)"
        return "\(copied) || exec \(encoded)"
    }
}

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
