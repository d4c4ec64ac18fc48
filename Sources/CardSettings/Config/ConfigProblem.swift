public import Cards

/// A problem in the settings file: where, what, and how to fix it. The setting keeps its default.
public struct ConfigProblem: UserFacingError, Equatable {
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

/// The problems of one file, in the order in which they were found.
struct ProblemList {
    /// Nobody reads more, and a file of a megabyte can have hundreds of thousands.
    private static let maximum = 100

    private(set) var all: [ConfigProblem] = []
    private let path: String

    init(path: String) { self.path = path }

    mutating func note(_ position: YAMLNode.Position?, _ message: String, _ remedy: String) {
        if all.count == Self.maximum { return }
        all.append(
            ConfigProblem(path: path, line: position?.line, column: position?.column, message: message, remedy: remedy))
    }

    /// Whether the member is the first with its key, of which `lines` has the lines; another one is a problem.
    mutating func isFirst(
        _ member: YAMLNode.Member, _ lines: inout [String: Int], as key: String? = nil,
        remedy: String = "This one is ignored; keep one of the two."
    ) -> Bool {
        guard let line = lines.updateValue(member.keyPosition.line, forKey: key ?? member.key) else { return true }
        note(member.keyPosition, "\(Self.quoted(member.key)) is set twice, first in line \(line)", remedy)
        return false
    }

    /// A file may have a key of any length.
    static func quoted(_ key: String) -> String { "\"" + (key.count > 40 ? key.prefix(40) + "…" : key[...]) + "\"" }
}
