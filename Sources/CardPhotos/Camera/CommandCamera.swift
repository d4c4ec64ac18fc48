public import Cards
internal import ChildProcesses
internal import Dispatch

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
        (self.command, self.standard, self.clock) = (command, standard, clock)
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
