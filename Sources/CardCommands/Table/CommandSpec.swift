/// A command of the command line: its name, operand and description, for the parser, help, manual and completions.
struct CommandSpec: Sendable {
    enum Name: String, Sendable {
        case list, show, add, remove, `import`, export, check, sync, paths, completions, help, manual
        case scan, barcode, photo, conflicts, themes, keys, backup, restore, complete
        case forgetUses = "forget-uses"
    }

    let name: Name
    /// The operand that it accepts.
    var operand: OptionSpec.Value?
    var isOperandRequired = true
    /// Whether the operand may be given several times.
    var isOperandRepeated = false
    /// A second operand, which is required.
    var secondOperand: OptionSpec.Value?
    var options: [OptionSpec] = []
    /// One line for the list of commands, without a full stop.
    let summary: String
    /// Complete sentences for its own help and the manual.
    var details = ""
    /// Whole command lines, for its own help and the manual.
    var examples: [String] = []
    /// For internal use: not listed in the help.
    var isHidden = false

    var usage: String {
        var words = ["cards-tui", name.rawValue]
        if !options.isEmpty { words.append("[OPTION...]") }
        return (words + operandNames).joined(separator: " ")
    }

    /// `[COMMAND]`, `FILE...`, `NAME-OR-ID SIDE`: one text for each operand.
    var operandNames: [String] {
        guard let operand else { return [] }
        let name = operand.name + (isOperandRepeated ? "..." : "")
        return [isOperandRequired ? name : "[\(name)]", secondOperand?.name].compactMap { $0 }
    }

    var maximumOperands: Int { operand == nil ? 0 : isOperandRepeated ? .max : secondOperand == nil ? 1 : 2 }
}
