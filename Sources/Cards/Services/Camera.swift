/// Streams the pictures of a camera while there is a consumer.
public protocol Camera: Sendable {
    /// Starts the camera. Each element is a complete, unmodified JPEG; of unread pictures only the newest is kept.
    ///
    /// Leaving, cancelling or releasing the stream stops the camera. If the camera ends by itself, the stream throws a
    /// ``CameraError``.
    func pictures() -> AsyncThrowingStream<[UInt8], any Error>
}

/// Why the camera gives no picture, or no more. A photo can still be chosen from a file.
public enum CameraError: UserFacingError, Equatable {
    /// No command is set, and the device does not exist.
    case noCamera(device: String)
    case ffmpegMissing
    case notAllowed(device: String)
    case notStarted(reason: String)
    /// It ended by itself. The reason is one displayable line: its last message, or its exit status.
    case ended(reason: String)
    case noPictures
    case pictureTooLarge(megabytes: Int)
    case silent(seconds: Int)

    public var userMessage: String {
        switch self {
        case .noCamera(let device):
            "There is no camera: \(device) does not exist. Set camera.command in the settings file to use another one."
        case .ffmpegMissing:
            "The camera needs ffmpeg, which is not installed. Install it, or set camera.command in the settings file."
        case .notAllowed(let device):
            "\(device) cannot be opened: permission denied. Join the group video (sudo usermod -aG video NAME) and log in again."
        case .notStarted(let reason): "The camera's command could not be started: \(reason)."
        case .ended(let reason): "The camera stopped: \(reason)."
        case .noPictures:
            "The camera's command sends no pictures. It must write JPEGs to its standard output."
        case .pictureTooLarge(let megabytes):
            "The camera sends a picture of more than \(megabytes) MB. Choose a lower resolution in camera.command."
        case .silent(let seconds):
            "No picture has come from the camera for \(seconds) seconds. Check that it is connected and not in use by another program."
        }
    }
}
