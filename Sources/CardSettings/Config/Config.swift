public import Cards

/// What the user has set in `config.yaml`. It holds values only: paths are not opened, keys not bound, secrets not read.
///
/// Every value has a default, so that the screen starts whatever the file says; what is wrong with it comes beside it as
/// ``ConfigProblem``.
public struct Config: Hashable, Sendable {
    /// Whether what changes may fade.
    public enum Motion: String, Sendable, CaseIterable { case full, reduced }

    /// How pictures reach the terminal.
    public enum Pictures: String, Sendable, CaseIterable { case auto, symbols, kitty, sixel, iterm }

    public struct Backend: Hashable, Sendable {
        public var url: String?
        /// What the command line names instead. The credentials are for the origin of ``url`` all the same.
        public var otherURL: String?
        public var kind = BackendKind.myCards
        public var credentials: CredentialsSource?
        /// Certificates to trust instead of the system's, PEM.
        public var certificateFile: String?

        /// Where the backend is.
        public var address: String? { otherURL ?? url }
    }

    /// Keys that the user gave to an action, as they stand in the file: who knows the actions resolves them and can name
    /// the line.
    public struct KeySetting: Hashable, Sendable {
        public let action: String
        /// Empty: the action has no key.
        public let keys: [String]
        public let line: Int
        public let column: Int

        public init(action: String, keys: [String], line: Int, column: Int) {
            (self.action, self.keys, self.line, self.column) = (action, keys, line, column)
        }
    }

    public static let escapeDelays = 0...1000

    public var backend = Backend()
    /// The name of a theme that there is; nil where the file names none.
    public var theme: String?
    public var keys: [KeySetting] = []
    /// Nil where the file does not say: on, where the terminal can have it without harm.
    public var isMouseOn: Bool?
    public var motion = Motion.full
    /// How long a lone Escape waits for the rest of a key, in milliseconds.
    public var escapeDelay = 25
    public var pictures = Pictures.auto
    /// Writes the pictures of a camera, for `/bin/sh -c`; nil for the camera that there is.
    public var cameraCommand: String?
    public var openCommand: String?
    /// Takes what is copied on its standard input, for `/bin/sh -c`; nil for the terminal's clipboard.
    public var copyCommand: String?
    public var validation = CardValidation.standard

    public init() {}
}

/// Where the credentials of the backend come from.
public enum CredentialsSource: Hashable, Sendable {
    case file(String)
    /// For `/bin/sh -c`.
    case command(String)
}
