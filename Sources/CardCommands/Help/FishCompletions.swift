/// Completion for fish.
enum FishCompletions {
    static var script: String {
        var lines = [
            "# Completion of cards-tui for fish.",
            "# What was typed of a word or a value, without its quotes and backslashes.",
            "function __cards_tui_typed",
            "    set -l typed (commandline -ct | string replace -r -- '^--[a-z-]+=' '')",
            "    switch \"$typed\"",
            "        case '\"*'",
            "            string sub -s 2 -- $typed | string replace -ar -- '\\\\\\\\([\"$\\\\\\\\])' '$1'",
            "        case \"'*\"",
            "            string sub -s 2 -- $typed | string replace -ar -- '\\\\\\\\([\\'\\\\\\\\])' '$1'",
            "        case '*'",
            "            string replace -ar -- '\\\\\\\\(.)' '$1' \"$typed\"",
            "    end", "end", "complete -c cards-tui -f",
        ]
        let none = "-n __fish_use_subcommand"
        for family in CommandLineTable.families {
            lines.append("complete -c cards-tui \(none) -a \(family.word) -d \(quoted(family.summary))")
        }
        for command in CommandLineTable.visibleCommands {
            let words = command.words
            let condition = "-n '\(seen(words))'"
            let before = words.count == 1 ? none : "-n '\(seen(Array(words.dropLast())))'"
            lines.append("complete -c cards-tui \(before) -a \(words.last ?? "") -d \(quoted(command.summary))")
            lines += command.options.map { line(of: $0, condition + " ") }
            for operand in Completions.operands(of: command) {
                if operand.isFile { lines.append("complete -c cards-tui \(condition) -F") }
                if let words = Self.words(of: operand) {
                    lines.append("complete -c cards-tui \(condition) -a \(words)")
                }
            }
        }
        lines += CommandLineTable.options.map { line(of: $0, "") }
        return lines.joined(separator: "\n") + "\n"
    }

    /// The test whether a command was typed: both of its words, or its only one, unless that is a family's action here.
    private static func seen(_ words: [String]) -> String {
        let families = CommandLineTable.families.map(\.word).filter { family in
            words.count == 1 && CommandLineTable.actions(of: family).contains(words[0])
        }
        let needed = words.map { "__fish_seen_subcommand_from \($0)" }
        let excluded = families.map { "not __fish_seen_subcommand_from \($0)" }
        return (needed + excluded).joined(separator: "; and ")
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
            return "'(cards-tui complete \(completion.rawValue) -- (__cards_tui_typed) 2>/dev/null)'"
        }
        return value.choices.isEmpty ? nil : quoted(value.choices.joined(separator: " "))
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.reduce(into: "") { $0 += $1 == "'" || $1 == "\\" ? "\\\($1)" : String($1) } + "'"
    }
}
