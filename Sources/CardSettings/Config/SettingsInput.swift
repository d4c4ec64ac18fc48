public import Cards
internal import Synchronization

/// Reads the settings file. One that the command line names may be a pipe (`--config <(…)`), whose bytes are read once and kept for later
/// readers in this process.
enum SettingsInput {
    private static let kept = Mutex<[String: [UInt8]]>([:])

    static func bytes(_ path: String, isNamed: Bool) throws(FileError) -> [UInt8] {
        guard isNamed, FileReading.isPipe(path) else {
            return try FileReading.bytes(ofFile: path, limit: Config.maximumBytes)
        }
        if let known = kept.withLock({ $0[path] }) { return known }
        let chunks = try FileChunks(ofInput: path, limit: Config.maximumBytes)
        var bytes: [UInt8] = []
        while case let chunk = try chunks.next(), !chunk.isEmpty { bytes += chunk }
        kept.withLock { $0[path] = bytes }
        return bytes
    }
}

/// Why settings that came from a pipe are not changed.
public struct PipedSettings: UserFacingError, Hashable {
    public let path: String

    /// Throws this where the settings at this path can neither be changed nor read again.
    public static func check(_ path: String) throws(PipedSettings) {
        if FileReading.isPipe(path) { throw PipedSettings(path: path) }
    }

    public var userMessage: String {
        "The settings came from a pipe (\(path)): they can neither be changed nor read again. Name a file with --config."
    }
}
