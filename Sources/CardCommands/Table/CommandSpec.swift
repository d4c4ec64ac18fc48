/// A command of the command line: its name, operand and description, for the parser, help, manual and completions.
struct CommandSpec: Sendable {
    enum Name: String, Sendable {
        case list, show, add, remove, `import`, export, check, sync, paths, completions, help, manual
        case forgetUses = "forget-uses"
    }

    let name: Name
    /// The only operand that it accepts.
    var operand: OptionSpec.Value?
    var isOperandRequired = true
    /// Whether the operand may be given several times.
    var isOperandRepeatable = false
    var options: [OptionSpec] = []
    /// One line for the list of commands, without a full stop.
    let summary: String
    /// Complete sentences for its own help and the manual.
    var details = ""
    /// For internal use: not listed in the help.
    var isHidden = false

    var usage: String {
        var words = ["cards-tui", name.rawValue]
        if !options.isEmpty { words.append("[OPTION...]") }
        return (words + operandUsage).joined(separator: " ")
    }

    /// `FILE...`; empty without an operand.
    var operandUsage: [String] {
        [operand].compactMap { $0 }.map { operand in
            let name = operand.name + (isOperandRepeatable ? "..." : "")
            return isOperandRequired ? name : "[\(name)]"
        }
    }
}
