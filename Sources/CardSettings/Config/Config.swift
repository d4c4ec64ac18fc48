public import Cards
internal import Synchronization

/// The user's settings in `config.yaml`. Values only: it opens no path, binds no key, reads no secret.
///
/// Every value has a default, so that the screen starts whatever the file contains; what is wrong with it is reported
/// as ``ConfigProblem``.
public struct Config: Equatable, Sendable {
    /// Whether changes may be animated.
    public enum Motion: String, Sendable, CaseIterable { case full, reduced }

    /// How pictures are sent to the terminal.
    public enum Pictures: String, Sendable, CaseIterable { case auto, symbols, kitty, sixel, iterm }

    public struct Backend: Equatable, Sendable {
        public var url: String?
        /// The address named on the command line, used instead. The credentials are still for the origin of ``url`` only.
        public var otherURL: String?
        public var kind = BackendKind.myCards
        public var credentials: CredentialsSource?
        /// A PEM file of certificates that are trusted instead of the system's.
        public var certificateFile: String?
        /// Whether credentials may go to another machine over http.
        public var allowsPlainHTTP = false

        /// The address that is used.
        public var address: String? { otherURL ?? url }
    }

    /// Sharing cards with other devices. Which remotes there are is in the store.
    public struct Sharing: Equatable, Sendable {
        /// For WebDAV servers and databases: `user:password`; of a database only the password is used.
        public var credentials: CredentialsSource?
        /// The passphrase with which everything is encrypted before it leaves; nil for none.
        public var key: CredentialsSource?
        /// A PEM file of certificates that are trusted instead of the system's.
        public var certificateFile: String?
        /// Whether credentials may go to another machine over http.
        public var allowsPlainHTTP = false
    }

    /// Programs of the user, each for `/bin/sh -c`.
    public struct Commands: Equatable, Sendable {
        /// Prints the pictures of a camera. Nil uses the default camera.
        public var camera: String?
        public var open: String?
        /// Receives copied text on its standard input. Nil uses the terminal's clipboard.
        public var copy: String?
    }

    /// Renewal of passes.
    public struct Passes: Equatable, Sendable {
        /// Whether issuers may have addresses of this machine and of private networks, and be reached by a proxy.
        public var allowsLocal = false
    }

    /// Automatic backups.
    public struct Backup: Equatable, Sendable {
        /// Where they are made.
        public enum Place: Equatable, Sendable {
            /// In the program's own folder, ``Paths/backups``.
            case ownFolder
            case folder(String)
            case off
        }

        public var place = Place.ownFolder
        public var keep = BackupKeeping()
        public var format = BackupFormat.store
        /// Prints the password of the archives; for `/bin/sh -c`.
        public var passwordCommand: String?
    }

    /// Keys that the user assigned to an action, as written in the file. ``KeyMap/resolve(_:actions:path:)`` checks
    /// them and reports problems by line.
    public struct KeySetting: Equatable, Sendable {
        public let action: String
        /// Empty: the action has no key.
        public let keys: [String]
        public let line: Int
        public let column: Int

        public init(action: String, keys: [String], line: Int, column: Int) {
            self.action = action
            self.keys = keys
            self.line = line
            self.column = column
        }
    }

    /// The names of existing themes for light and for dark terminals; one name for both is usual.
    public struct Theme: Equatable, Sendable {
        public var light: String
        public var dark: String

        public init(_ name: String) { (light, dark) = (name, name) }

        public var names: [String] { light == dark ? [dark] : [light, dark] }
        /// `nord`, `gruvbox-light or nord`.
        public var text: String { names.joined(separator: " or ") }
    }

    /// What is done because a card expires.
    public struct Expiry: Equatable, Sendable {
        /// For cards that do not say it themselves.
        public var remindBefore = ReminderPeriods.standard
        /// Before a departure, an event.
        public var remindMoments = MomentPeriods.standard
        /// How long after its last day a card is archived; nil for never.
        public var archiveAfter: ReminderPeriods.Period?
        /// Receives due reminders as JSON on its standard input; for `/bin/sh -c`. Nil prints them.
        public var command: String?
    }

    public static let escapeDelays = 0...1000

    public var backend = Backend()
    /// Nil if the file names none.
    public var theme: Theme?
    public var keys: [KeySetting] = []
    /// Nil if the file does not say: on, unless the mouse would swallow keys.
    public var isMouseOn: Bool?
    public var motion = Motion.full
    /// How long a lone Escape waits for the rest of a key, in milliseconds.
    public var escapeDelay = 25
    public var pictures = Pictures.auto
    public var commands = Commands()
    public var validation = CardValidation.standard
    /// Whether it is noted how often and when a card was used, on this machine only.
    public var countsUses = true
    public var expiry = Expiry()
    public var backup = Backup()
    public var sharing = Sharing()
    public var passes = Passes()
    /// How many backups of a kind may be kept.
    public static let keptBackups = 0...1000

    public init() {}
}

/// Where the credentials of the backend come from.
public enum CredentialsSource: Equatable, Sendable {
    case file(String)
    /// For `/bin/sh -c`.
    case command(String)
}

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
public struct PipedSettings: UserFacingError, Equatable {
    public let path: String

    /// Throws this where the settings at this path can neither be changed nor read again.
    public static func check(_ path: String) throws(PipedSettings) {
        if FileReading.isPipe(path) { throw PipedSettings(path: path) }
    }

    public var userMessage: String {
        "The settings came from a pipe (\(path)), so they can be neither changed nor read again. Name a file with --config."
    }
}
