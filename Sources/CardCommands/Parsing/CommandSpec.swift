internal import CardSettings
internal import Cards

/// How a command of the command line is written: its name, operands and description, for the parser, help, manual and completions; and
/// what reads it.
struct CommandSpec: Sendable {
    /// Makes the command of a command line; the second gives what days and amounts are read with.
    typealias Reader = @Sendable (ArgumentParser, () -> LocalInput) throws(UsageError) -> any ShellCommand

    /// A name of two words is one action of a family, such as those on the trash.
    let name: String
    /// Required operands before ``operand``.
    var firstOperands: [OptionSpec.Value] = []
    /// The last operand that it accepts.
    var operand: OptionSpec.Value?
    var isOperandRequired = true
    /// Whether the last operand may be given several times.
    var isOperandRepeatable = false
    var options: [OptionSpec] = []
    /// One line for the list of commands, without a full stop.
    let summary: String
    /// Complete sentences for its own help and the manual.
    var details = ""
    /// Command lines, without the program's name.
    var examples: [String] = []
    /// For internal use: not listed in the help.
    var isHidden = false
    /// The page of the documents that says more; nil for none.
    var topic: String? = "commands"
    /// Whether `-` as its operand is standard input.
    var readsInput = false
    let read: Reader

    var words: [String] { name.split(separator: " ").map(String.init) }

    var usage: String {
        var words = ["cards-tui", name]
        if !options.isEmpty { words.append("[OPTION...]") }
        return (words + operandUsage).joined(separator: " ")
    }

    /// `GROUP [CARD...]`, a text for each operand.
    var operandUsage: [String] {
        firstOperands.map(\.name)
            + [operand].compactMap { $0 }.map { operand in
                let name = operand.name + (isOperandRepeatable ? "..." : "")
                return isOperandRequired ? name : "[\(name)]"
            }
    }
}

/// A command of the command line, with its parsed and validated values. Its ``CommandSpec`` says how it is written and read.
public protocol ShellCommand: Equatable, Sendable {
    /// Whether its result is text to read that may have any length.
    var mayBeLong: Bool { get }
    /// Whether it waits for the network: Ctrl-C then cancels its task, so that it ends cleanly.
    var usesNetwork: Bool { get }

    /// Throws ``CommandFailure``, a user-facing error, or `CancellationError`.
    func run(with runner: CommandRunner, _ options: Invocation.Options) async throws -> ExitCode
}

extension ShellCommand {
    public var mayBeLong: Bool { false }
    public var usesNetwork: Bool { false }
}

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
