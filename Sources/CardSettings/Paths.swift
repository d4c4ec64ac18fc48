public import Cards
internal import Glibc

/// Reads one variable of the environment; nil when it is not set. Injected, so that tests choose their own.
public typealias Environment = @Sendable (String) -> String?

/// Where the program keeps its files (XDG Base Directory Specification). It makes no folder and opens no file.
public struct Paths: Hashable, Sendable {
    /// The card store.
    public let store: String
    /// The settings file.
    public let config: String
    /// The folder of what outlives a start but is not worth a backup: drafts and the log.
    public let state: String
    /// The folder of what can be made again.
    public let cache: String

    public var drafts: String { state + "/drafts" }
    public var log: String { state + "/log" }
    /// What is kept of the view from run to run.
    public var viewState: String { state + "/screen.json" }
    /// The folder of the user's own themes, beside the settings file.
    public var themes: String { Self.themes(besideConfig: config) }

    static func themes(besideConfig config: String) -> String {
        guard let slash = config.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "themes" }
        return config[...slash] + "themes"
    }

    /// `store` and `config` are what the command line names; they stand as they are. Throws ``PathsError`` when the
    /// environment names no place and the user has no home.
    public init(
        environment: Environment = Paths.processEnvironment, store: String? = nil, config: String? = nil
    ) throws(PathsError) {
        // The home is only looked up when something needs it: everything may be named by the environment.
        func base(_ variable: String, _ inHome: String) throws(PathsError) -> String {
            // The specification: a relative path is invalid and must be ignored.
            if let path = environment(variable), path.hasPrefix("/") { return Self.withoutSlashes(path) + "/cards-tui" }
            return try Self.home(environment) + inHome + "/cards-tui"
        }
        self.store = if let store { store } else { try base("XDG_DATA_HOME", "/.local/share") + "/cards.sqlite" }
        self.config = if let config { config } else { try base("XDG_CONFIG_HOME", "/.config") + "/config.yaml" }
        state = try base("XDG_STATE_HOME", "/.local/state")
        cache = try base("XDG_CACHE_HOME", "/.cache")
    }

    public static let processEnvironment: Environment = { name in getenv(name).map { String(cString: $0) } }

    /// The user's home: HOME, else what the password file says.
    static func home(_ environment: Environment) throws(PathsError) -> String {
        if let home = environment("HOME"), home.hasPrefix("/") { return withoutSlashes(home) }
        guard let home = homeOfPasswordFile(), home.hasPrefix("/") else { throw .noHome }
        return withoutSlashes(home)
    }

    private static func homeOfPasswordFile() -> String? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 16 << 10)
        return buffer.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress,
                getpwuid_r(geteuid(), &entry, start, buffer.count, &found) == 0, found != nil, let home = entry.pw_dir
            else { return nil }
            return String(cString: home)
        }
    }

    private static func withoutSlashes(_ path: String) -> String {
        var path = path
        while path.hasSuffix("/") { path.removeLast() }
        return path
    }
}

/// Why there is no place for the program's files.
public enum PathsError: UserFacingError, Hashable {
    case noHome

    public var userMessage: String {
        "No home folder is known: HOME is not set and the password file names none. "
            + "Set HOME, or XDG_DATA_HOME, XDG_CONFIG_HOME, XDG_STATE_HOME and XDG_CACHE_HOME."
    }
}
