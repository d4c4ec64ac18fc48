/// Completion for fish.
enum FishCompletions {
    static var script: String {
        var lines = ["# Completion of cards-tui for fish.", "complete -c cards-tui -f"]
        let none = "-n __fish_use_subcommand"
        for command in CommandTable.visibleCommands {
            let name = command.name.rawValue
            let condition = "-n '__fish_seen_subcommand_from \(name)'"
            lines.append("complete -c cards-tui \(none) -a \(name) -d \(quoted(command.summary))")
            lines += command.options.map { line(of: $0, condition + " ") }
            let operands = Completions.operands(of: command)
            if command.operand?.isFile == true { lines.append("complete -c cards-tui \(condition) -F") }
            if !operands.isEmpty {
                lines.append("complete -c cards-tui \(condition) -a \(quoted(operands.joined(separator: " ")))")
            }
        }
        lines += CommandTable.options.map { line(of: $0, "") }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func line(of option: OptionSpec, _ condition: String) -> String {
        var line = "complete -c cards-tui \(condition)-l \(option.name)"
        if let letter = option.letter { line += " -s \(letter)" }
        if let value = option.value {
            line += value.isFile ? " -r -F" : " -x"
            if !value.choices.isEmpty { line += " -a \(quoted(value.choices.joined(separator: " ")))" }
        }
        return line + " -d \(quoted(option.help))"
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.reduce(into: "") { $0 += $1 == "'" || $1 == "\\" ? "\\\($1)" : String($1) } + "'"
    }
}
