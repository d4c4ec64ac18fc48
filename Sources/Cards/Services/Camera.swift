/// Shows what is before a camera, as long as somebody looks.
public protocol Camera: Sendable {
    /// Starts the camera. Each element is a whole JPEG, as it came; of those that come while nobody takes one, only the newest
    /// is kept.
    ///
    /// Leaving the stream ends the camera, also by cancelling or letting go of it. An end that was not asked for is a
    /// ``CameraError``.
    func pictures() -> AsyncThrowingStream<[UInt8], any Error>
}

/// Why the camera shows nothing, or nothing more. A photo can still be taken from a file.
public enum CameraError: UserFacingError, Hashable {
    /// Neither a command is set nor is the device there.
    case noCamera(device: String)
    case ffmpegMissing
    case notAllowed(device: String)
    case notStarted(reason: String)
    /// It came to its end by itself. The reason is a line that can be shown: its last words, or how it ended.
    case ended(reason: String)
    case noPictures
    case pictureTooLarge(megabytes: Int)
    case silent(seconds: Int)

    public var userMessage: String {
        switch self {
        case .noCamera(let device):
            "There is no camera: \(device) does not exist. Set camera.command in the config file for another one."
        case .ffmpegMissing:
            "The camera needs ffmpeg, which is not installed. Install it, or set camera.command in the config file."
        case .notAllowed(let device):
            "\(device) may not be opened by you. Join the group video (sudo usermod -aG video NAME) and log in again."
        case .notStarted(let reason): "The camera's command could not be started: \(reason)."
        case .ended(let reason): "The camera stopped: \(reason)."
        case .noPictures:
            "The camera's command sends no pictures. It has to write JPEGs to its output, one after another."
        case .pictureTooLarge(let megabytes):
            "The camera sends a picture of more than \(megabytes) MB. Choose a smaller one in camera.command."
        case .silent(let seconds):
            "No picture has come from the camera for \(seconds) seconds. See whether it is plugged in and used by nobody else."
        }
    }
}
