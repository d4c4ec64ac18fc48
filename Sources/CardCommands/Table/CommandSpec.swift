/// A command of the command line: its name, operands and description, for the parser, help, manual and completions.
struct CommandSpec: Sendable {
    /// A name of two words is one action of a family, such as those on the trash.
    enum Name: String, Sendable {
        case spend, receive, ledger, stats
        case list, show, add, edit, star, unstar, archive, unarchive, use, duplicate, remove, undo, redo, history
        case groupAdd = "group add"
        case groupRemove = "group remove"
        case groupRename = "group rename"
        case groupList = "group list"
        case trashList = "trash list"
        case trashRestore = "trash restore"
        case trashEmpty = "trash empty"
        case `import`, export, check, sync, paths, completions, help, manual
        case scan, barcode, photo, conflicts, themes, keys, backup, restore, complete, remind, renew
        case passesRenew = "passes renew"
        case forgetUses = "forget-uses"
        case forgetSecret = "forget-secret"

        var words: [String] { rawValue.split(separator: " ").map(String.init) }
    }

    let name: Name
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

    var usage: String {
        var words = ["cards-tui", name.rawValue]
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
