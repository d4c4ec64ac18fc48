public import Cards
internal import ChildProcesses
internal import Dispatch

/// A camera that is a command: it writes JPEGs to its output, one after another. By itself it takes ffmpeg on the first
/// video device.
///
/// One use follows another: a device that is still in use refuses the next. Its pictures are as they came, with the code
/// tables that many cameras leave out; it decodes nothing.
public struct CommandCamera: Camera {
    private let command: String?
    private let standard: StandardCamera
    private let clock: any Clock<Duration>
    /// For the sessions, one after another. Each holds its thread for as long as it lasts.
    private let queue = DispatchQueue(label: "cards-tui.camera")

    /// - Parameters:
    ///   - command: the user's own line for `/bin/sh`, from the config; nil for the standard camera.
    ///   - clock: tells that no picture comes any more.
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
                pictures.onTermination = { _ in session.leave() }
                queue.async { session.run(line) }
            } catch {
                pictures.finish(throwing: CameraError.notStarted(reason: error.reason))
            }
        }
    }

    /// What the shell is given.
    private func line() throws(CameraError) -> String {
        if let command { return command }
        return try standard.command()
    }
}
