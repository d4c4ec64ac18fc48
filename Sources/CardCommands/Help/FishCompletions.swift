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
            for operand in Completions.operands(of: command) {
                if operand.isFile { lines.append("complete -c cards-tui \(condition) -F") }
                if let words = Self.words(of: operand) { lines.append("complete -c cards-tui \(condition) -a \(words)") }
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
            if let words = Self.words(of: value) { line += " -a \(words)" }
        }
        return line + " -d \(quoted(option.help))"
    }

    /// The words to choose from, quoted for fish; nil for none.
    private static func words(of value: OptionSpec.Value) -> String? {
        if let completion = value.completion {
            return "'(cards-tui complete \(completion.rawValue) -- (commandline -ct) 2>/dev/null)'"
        }
        return value.choices.isEmpty ? nil : quoted(value.choices.joined(separator: " "))
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.reduce(into: "") { $0 += $1 == "'" || $1 == "\\" ? "\\\($1)" : String($1) } + "'"
    }
}
