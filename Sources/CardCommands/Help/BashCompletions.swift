/// Completion for bash 4.4 and later, without the package bash-completion.
enum BashCompletions {
    static var script: String {
        let values = Completions.allOptions.compactMap { option in option.value.map { (option.name, $0) } }
        let files = values.filter(\.1.isFile).map { "--" + $0.0 }
        let texts = values.filter { !$0.1.isFile && $0.1.choices.isEmpty }.map { "--" + $0.0 }
        let choices = values.filter { !$0.1.choices.isEmpty }.map { name, value in
            "        --\(name)) _cards_tui_words '\(value.choices.joined(separator: " "))'; return ;;"
        }
        let commands = CommandTable.visibleCommands
        let options = commands.filter { !$0.options.isEmpty }.map { command in
            "        \(pattern(command.name.rawValue))) options+=' \(names(command.options))' ;;"
        }
        let operands = commands.compactMap { command -> String? in
            let name = pattern(command.name.rawValue)
            if command.operand?.isFile == true { return "        \(name)) _cards_tui_files ;;" }
            let operands = Completions.operands(of: command)
            if operands.isEmpty { return nil }
            return "        \(name)) _cards_tui_words '\(operands.joined(separator: " "))' ;;"
        }
        let actions = CommandTable.families.map { family in
            "        \(family.word)) _cards_tui_words '\(CommandTable.actions(of: family.word).joined(separator: " "))' ;;"
        }
        return """
            # Completion of cards-tui for bash.
            _cards_tui_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$current"); }
            _cards_tui_files() { compopt -o filenames 2> /dev/null || true; mapfile -t COMPREPLY < <(compgen -f -- "$current"); }
            _cards_tui() {
                local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command='' word
                COMPREPLY=()
                for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
                    case "${command:+$command }$word" in
                        \(Completions.allNames.map(pattern).joined(separator: "|"))) command="${command:+$command }$word" ;;
                    esac
                done
                case $previous in
                    \(files.joined(separator: "|"))) _cards_tui_files; return ;;
                    \(texts.joined(separator: "|"))) return ;;
            \(choices.joined(separator: "\n"))
                esac
                local options='\(names(CommandTable.options))'
                case $command in
            \(options.joined(separator: "\n"))
                esac
                if [[ $current == -* ]]; then _cards_tui_words "$options"; return; fi
                case $command in
                    '') _cards_tui_words '\(Completions.commandNames.joined(separator: " "))' ;;
            \((actions + operands).joined(separator: "\n"))
                esac
            }
            complete -F _cards_tui cards-tui

            """
    }

    /// A name of two words in quotes.
    private static func pattern(_ name: String) -> String { name.contains(" ") ? "'\(name)'" : name }

    private static func names(_ options: [OptionSpec]) -> String {
        options.map { "--" + $0.name }.joined(separator: " ")
    }
}
