public import Cards

/// A problem in the settings file: where, what, and how to fix it. The setting keeps its default.
public struct ConfigProblem: UserFacingError, Hashable {
    public let path: String
    /// From 1; nil if the problem concerns the whole file.
    public let line: Int?
    public let column: Int?
    /// What is wrong; one line, without control characters.
    public let message: String
    /// How to fix it.
    public let remedy: String

    public init(path: String, line: Int? = nil, column: Int? = nil, message: String, remedy: String) {
        self.path = path
        self.line = line
        self.column = column
        self.message = VisibleText.of(message)
        self.remedy = VisibleText.of(remedy)
    }

    /// `config.yaml:3:1: there is no setting "thme". Did you mean "theme"?`
    public var userMessage: String {
        let position = [line, column].compactMap { $0.map { ":\($0)" } }.joined()
        return "\(path)\(position): \(message). \(remedy)"
    }
}
