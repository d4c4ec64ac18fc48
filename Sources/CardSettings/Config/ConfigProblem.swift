public import Cards

/// One thing that is wrong with the settings file: where, what, and what to do. The setting has its default.
public struct ConfigProblem: UserFacingError, Hashable {
    public let path: String
    /// From 1; nil when the file as a whole is meant.
    public let line: Int?
    public let column: Int?
    /// What is wrong; one line, nothing that a terminal would act on.
    public let words: String
    /// What to do about it.
    public let remedy: String

    public init(path: String, line: Int? = nil, column: Int? = nil, words: String, remedy: String) {
        (self.path, self.line, self.column) = (path, line, column)
        (self.words, self.remedy) = (VisibleText.of(words), VisibleText.of(remedy))
    }

    /// `config.yaml:3:1: there is no setting "thme". Did you mean "theme"?`
    public var userMessage: String {
        let place = [line, column].compactMap { $0.map { ":\($0)" } }.joined()
        return "\(path)\(place): \(words). \(remedy)"
    }

    /// The first of several and how many more the log has, for a line that has no room for all; nil when there are none.
    public static func summary(of problems: [ConfigProblem], log: String) -> String? {
        guard let first = problems.first else { return nil }
        let more = problems.count - 1
        return first.userMessage + (more == 0 ? "" : " \(more) more \(more == 1 ? "is" : "are") in \(log).")
    }
}
