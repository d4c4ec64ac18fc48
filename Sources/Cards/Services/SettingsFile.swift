/// The user's settings file, to be edited with the user's own editor.
public protocol SettingsFile: Sendable {
    var path: String { get }

    /// Makes the file, with a hint what it may contain, if there is none; throws a user-facing error.
    func make() async throws

    /// Has an element whenever a program may have written to the file; ends where that cannot be told.
    func changes() async -> AsyncStream<Void>
}

/// A problem in the settings file, for people.
public struct SettingsProblem: Equatable, Sendable {
    /// The file: the settings, or a theme.
    public let path: String
    /// From 1; nil if the problem concerns the whole file.
    public let line: Int?
    /// What is wrong.
    public let text: String
    /// How to fix it.
    public let remedy: String

    public init(path: String, line: Int?, text: String, remedy: String) {
        self.path = path
        self.line = line
        self.text = text
        self.remedy = remedy
    }

    /// `config.yaml:3: there is no setting "thme". Did you mean "theme"?`
    public var userMessage: String { "\(summary). \(remedy)" }

    /// Without the remedy.
    public var summary: String {
        let file = path.split(separator: "/").last ?? path[...]
        return "\(file)\(line.map { ":\($0)" } ?? ""): \(text)"
    }
}

/// What became of settings that were read again while the program runs.
public struct SettingsOutcome: Equatable, Sendable {
    public let problems: [SettingsProblem]
    /// The names of changed settings that take effect at the next start.
    public let later: [String]
    /// Whether anything is not as it was when they were last read.
    public let isChanged: Bool

    public init(problems: [SettingsProblem] = [], later: [String] = [], isChanged: Bool = true) {
        self.isChanged = isChanged
        self.problems = problems
        self.later = later
    }
}
