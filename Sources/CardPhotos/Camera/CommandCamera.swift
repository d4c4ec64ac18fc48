public import Cards
internal import ChildProcesses
internal import Dispatch
internal import Glibc

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
    var mayUse: @Sendable (_ path: String, _ mode: Int32) -> Bool = { access($0, $1) == 0 }

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
        let word =
            "'" + program.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
        let start = "\(word) -nostdin -hide_banner -loglevel error -f v4l2"
        let end = "-f mjpeg -"
        let copied = "\(start) -input_format mjpeg -video_size 1920x1080 -i \(device) -c:v copy \(end)"
        let encoded = "\(start) -video_size 1280x720 -i \(device) -c:v mjpeg -q:v 3 \(end)"
        return "\(copied) || exec \(encoded)"
    }
}
