/// A command of the command line: its name, what it takes and what it does, for the parser and for everything that explains it.
struct CommandSpec: Sendable {
    enum Name: String, Sendable {
        case list, show, add, remove, `import`, export, check, sync, paths, completions, help, manual
    }

    let name: Name
    /// The one word that may stand behind it.
    var operand: OptionSpec.Value?
    var isOperandRequired = true
    var options: [OptionSpec] = []
    /// A line for the list of commands; no full stop.
    let summary: String
    /// Whole sentences for its own help and the manual.
    var details = ""
    /// Not for people: it is left out of the help.
    var isHidden = false

    var usage: String {
        var words = ["cards-tui", name.rawValue]
        if !options.isEmpty { words.append("[OPTION...]") }
        if let operand { words.append(isOperandRequired ? operand.name : "[\(operand.name)]") }
        return words.joined(separator: " ")
    }
}
