public import Cards
internal import Synchronization

/// Returns why a text is not a valid address of a backend, as a sentence; nil if it is valid. Injected, since the check
/// is in the network module.
public typealias BackendCheck = @Sendable (String) -> String?

extension Config {
    /// A larger file is not a settings file.
    public static let maximumBytes = 1 << 20

    /// Reads the settings in the file, and everything that is wrong with it. A missing file is no problem, unless the
    /// command line named it (`isNamed`).
    ///
    /// Paths in it may start with `~/`; relative ones are relative to the folder of the file.
    public static func read(
        _ path: String, isNamed: Bool = false, environment: @escaping Environment = Paths.processEnvironment,
        validateBackend: @escaping BackendCheck
    ) -> (config: Config, problems: [ConfigProblem]) {
        let bytes: [UInt8]
        do {
            bytes = try input(path, isNamed: isNamed)
        } catch {
            if error.kind == .missing && !isNamed { return (Config(), []) }
            let remedy = "The defaults are used. Fix the file, or choose another with --config."
            return (
                Config(), [ConfigProblem(path: path, message: "it cannot be read: \(error.reason)", remedy: remedy)]
            )
        }
        return parse(bytes, path: path, environment: environment, validateBackend: validateBackend)
    }

    /// One that the command line names may be a pipe (`--config <(…)`), whose bytes are read once and kept for later readers in this
    /// process.
    private static func input(_ path: String, isNamed: Bool) throws(FileError) -> [UInt8] {
        guard isNamed, FileReading.isPipe(path) else {
            return try FileReading.bytes(ofFile: path, limit: maximumBytes)
        }
        if let known = kept.withLock({ $0[path] }) { return known }
        let chunks = try FileChunks(ofInput: path, limit: maximumBytes)
        var bytes: [UInt8] = []
        while case let chunk = try chunks.next(), !chunk.isEmpty { bytes += chunk }
        kept.withLock { $0[path] = bytes }
        return bytes
    }

    private static let kept = Mutex<[String: [UInt8]]>([:])

    /// Reads the settings in these bytes; `path` is for messages and relative paths.
    static func parse(
        _ bytes: [UInt8], path: String, environment: @escaping Environment, validateBackend: @escaping BackendCheck
    ) -> (config: Config, problems: [ConfigProblem]) {
        do {
            guard let document = try YAMLReading.document(in: bytes) else { return (Config(), []) }
            var reader = ConfigReader(path: path, environment: environment, validateBackend: validateBackend)
            reader.read(document)
            return (reader.config, reader.problems.all)
        } catch {
            let problem = ConfigProblem(
                path: path, line: error.position.line, column: error.position.column, message: error.reason,
                remedy: "The file is ignored; the defaults are used.")
            return (Config(), [problem])
        }
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
        "The settings came from a pipe (\(path)), so they can be neither changed nor read again. Name a file with --config."
    }
}
