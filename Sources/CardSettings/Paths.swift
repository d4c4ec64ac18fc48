internal import Basics
public import Cards
internal import Glibc

/// Reads an environment variable; nil if it is not set. Injected for tests.
public typealias Environment = @Sendable (String) -> String?

/// The locations of the program's files (XDG Base Directory Specification). It creates no folder and opens no file.
public struct Paths: Equatable, Sendable {
    /// The card store.
    public let store: String
    /// The settings file.
    public let config: String
    /// The folder for state that persists but needs no backup: drafts and the log.
    public let state: String
    /// The folder for data that can be recreated.
    public let cache: String

    public var drafts: String { state + "/drafts" }
    /// The folder for texts that are in an editor.
    public var edits: String { state + "/edit" }
    public var log: String { state + "/log" }
    /// The folder of automatic backups where the settings name none.
    public var backups: String { state + "/backups" }
    /// The view state saved between runs.
    public var viewState: String { state + "/screen.json" }
    /// The issuers of passes that may be asked for new versions.
    public var passes: String { state + "/passes.json" }
    /// The folder of the user's own themes, beside the settings file.
    public var themes: String { Self.themes(besideConfig: config) }

    static func themes(besideConfig config: String) -> String {
        guard let slash = config.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "themes" }
        return String(config[...slash]) + "themes"
    }

    /// `store` and `config` are the paths named on the command line; they are used unchanged. Throws ``PathsError`` if
    /// the environment does not determine a path and the user has no home.
    public init(
        environment: Environment = Paths.processEnvironment, store: String? = nil, config: String? = nil
    ) throws(PathsError) {
        // The home is looked up only if it is needed: the environment may name all paths.
        func base(_ variable: String, _ inHome: String) throws(PathsError) -> String {
            // By the specification a relative path is invalid and must be ignored.
            if let path = environment(variable), path.hasPrefix("/") { return Self.withoutSlashes(path) + "/cards-tui" }
            return try Self.home(environment) + inHome + "/cards-tui"
        }
        self.store = if let store { store } else { try base("XDG_DATA_HOME", "/.local/share") + "/cards.sqlite" }
        // As in every place that takes a file.
        let named = config == "-" ? "/dev/stdin" : config
        self.config = if let named { named } else { try base("XDG_CONFIG_HOME", "/.config") + "/config.yaml" }
        state = try base("XDG_STATE_HOME", "/.local/state")
        cache = try base("XDG_CACHE_HOME", "/.cache")
    }

    public static let processEnvironment: Environment = { ThisMachine.environment($0) }

    /// The user's home: HOME, else the entry in the password file.
    static func home(_ environment: Environment) throws(PathsError) -> String {
        if let home = environment("HOME"), home.hasPrefix("/") { return withoutSlashes(home) }
        guard let home = homeOfPasswordFile(), home.hasPrefix("/") else { throw .noHome }
        return withoutSlashes(home)
    }

    static func homeOfPasswordFile() -> String? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 16 << 10)
        return buffer.withUnsafeMutableBufferPointer { buffer in
            guard let start = buffer.baseAddress,
                getpwuid_r(geteuid(), &entry, start, buffer.count, &found) == 0, found != nil, let home = entry.pw_dir
            else { return nil }
            return PathText.text(cString: home)
        }
    }

    private static func withoutSlashes(_ path: String) -> String {
        var path = path
        while path.hasSuffix("/") { path.removeLast() }
        return path
    }
}

/// Why the paths of the program's files are unknown.
public enum PathsError: UserFacingError, Hashable {
    case noHome

    public var userMessage: String {
        "The home folder is unknown: HOME is not set and the password file names none. "
            + "Set HOME, or XDG_DATA_HOME, XDG_CONFIG_HOME, XDG_STATE_HOME and XDG_CACHE_HOME."
    }
}
