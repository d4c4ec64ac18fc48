/// Says why a text is no address of a backend, as a sentence; nil when it is one. The network knows, and is asked through this.
public typealias BackendCheck = @Sendable (String) -> String?

extension Config {
    /// A larger file is no settings file.
    public static let maximumBytes = 1 << 20

    /// The settings in the file, and everything that is wrong with it. A file that is not there is no problem, unless the
    /// command line named it (`isNamed`).
    ///
    /// Paths in it may start with `~/`; relative ones count from the folder of the file.
    public static func read(
        _ path: String, isNamed: Bool = false, environment: @escaping Environment = Paths.processEnvironment,
        refusingBackend: @escaping BackendCheck
    ) -> (config: Config, problems: [ConfigProblem]) {
        let bytes: [UInt8]
        do {
            bytes = try FileReading.bytes(ofFile: path, limit: maximumBytes)
        } catch {
            if error.kind == .missing && !isNamed { return (Config(), []) }
            let remedy = "The defaults count. Mend the file, or name another with --config."
            return (Config(), [ConfigProblem(path: path, words: "it cannot be read: \(error.reason)", remedy: remedy)])
        }
        return parse(bytes, path: path, environment: environment, refusingBackend: refusingBackend)
    }

    /// The settings in these bytes; `path` is for the messages and for relative paths.
    static func parse(
        _ bytes: [UInt8], path: String, environment: @escaping Environment, refusingBackend: @escaping BackendCheck
    ) -> (config: Config, problems: [ConfigProblem]) {
        do {
            guard let document = try YAMLReading.document(in: bytes) else { return (Config(), []) }
            var reader = ConfigReader(path: path, environment: environment, refusingBackend: refusingBackend)
            reader.read(document)
            return (reader.config, reader.problems)
        } catch {
            let problem = ConfigProblem(
                path: path, line: error.place.line, column: error.place.column, words: error.reason,
                remedy: "The file is not read; the defaults count.")
            return (Config(), [problem])
        }
    }
}
