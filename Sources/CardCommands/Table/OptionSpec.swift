/// An option of the command line: its name, its value's kind and its description. It holds no value.
struct OptionSpec: Sendable {
    /// The value of an option or an operand, for help and completion.
    struct Value: Sendable {
        enum Kind: Sendable {
            case file, text
            case oneOf([String])
        }

        /// `FILE`.
        let name: String
        let kind: Kind
        /// What the program itself completes it with.
        var completion: CompletionKind?

        static let file = Value(name: "FILE", kind: .file)
        static let folder = Value(name: "FOLDER", kind: .file)
        static func text(_ name: String) -> Value { Value(name: name, kind: .text) }
        static func oneOf(_ name: String, _ choices: [String]) -> Value { Value(name: name, kind: .oneOf(choices)) }
        static let card = Value(name: "CARD", kind: .text, completion: .cards)
        static let group = Value(name: "GROUP", kind: .text, completion: .groups)

        var choices: [String] { if case .oneOf(let choices) = kind { choices } else { [] } }
        var isFile: Bool { if case .file = kind { true } else { false } }
    }

    /// Without its dashes.
    let name: String
    /// Nil for a flag.
    let value: Value?
    let isRepeatable: Bool
    let letter: Character?
    /// The values that a flag accepts behind an equals sign: `--json=array`.
    let attached: [String]
    /// One line for the help, without a full stop.
    let help: String

    init(
        _ name: String, takes value: Value? = nil, letter: Character? = nil, repeatable: Bool = false,
        attached: [String] = [], _ help: String
    ) {
        self.name = name
        self.value = value
        self.letter = letter
        self.isRepeatable = repeatable
        self.help = help
        self.attached = attached
    }

    /// `--store FILE`.
    var usage: String { "--" + name + (value.map { " " + $0.name } ?? "") }
}
