/// Completion for zsh, using its _arguments.
enum ZshCompletions {
    static var script: String {
        let commands = CommandLineTable.visibleCommands.filter { $0.words.count == 1 }
        let families = CommandLineTable.families
        let names = commands.map { ($0.name, $0.summary) } + families.map { ($0.word, $0.summary) }
        let descriptions = names.map { "        '\($0.0):\(escaped($0.1))'" }
        let ofCommands = commands.map { command in
            line(command.name, command.options.map(argument) + operands(of: command))
        }
        let ofFamilies = families.map { family in
            let actions = CommandLineTable.actions(of: family.word).joined(separator: " ")
            return line(family.word, Completions.options(of: family.word).map(argument) + ["'1:ACTION:(\(actions))'"])
        }
        return """
            #compdef cards-tui
            # Completion of cards-tui for zsh.
            _cards_tui_names() {
                local -a names
                names=(${(f)"$(cards-tui complete $1 -- "${(Q)PREFIX}" 2>/dev/null)"})
                # All that the program names begin as typed, although not always with the same letters.
                compadd -U -a names
            }
            _cards_tui() {
                local context state line
                local -a shared=(
            \(CommandLineTable.options.map { "        " + argument($0) }.joined(separator: "\n"))
                )
                local -a commands=(
            \(descriptions.joined(separator: "\n"))
                )
                _arguments -C $shared '1: :->command' '*:: :->operand' && return
                case $state in
                    command) _describe command commands ;;
                    operand) case $line[1] in
            \((ofCommands + ofFamilies).joined(separator: "\n"))
                    esac ;;
                esac
            }
            _cards_tui "$@"

            """
    }

    private static func line(_ word: String, _ arguments: [String]) -> String {
        "        \(word)) _arguments $shared \(arguments.joined(separator: " ")) ;;"
    }

    private static func argument(_ option: OptionSpec) -> String {
        let repeats = option.isRepeatable ? "*" : ""
        return
            "'\(repeats)--\(option.name)[\(escaped(option.help))]\(option.value.map { ":\($0.name)\(action($0))" } ?? "")'"
    }

    private static func operands(of command: CommandSpec) -> [String] {
        Completions.operands(of: command).enumerated().map { index, operand in
            let isRepeated = command.isOperandRepeatable && index == command.firstOperands.count
            return "'\(isRepeated ? "*" : String(index + 1)):\(operand.name)\(action(operand))'"
        }
    }

    /// The value's name is written before this.
    private static func action(_ value: OptionSpec.Value) -> String {
        if let completion = value.completion { return ": _cards_tui_names \(completion.rawValue)" }
        if value.isFile { return ":_files" }
        return ":" + (value.choices.isEmpty ? "" : "(\(value.choices.joined(separator: " ")))")
    }

    /// Escapes text in single quotes, where brackets and colons are special for _arguments.
    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            if character == "'" {
                result += "'\\''"
            } else {
                if "[]:\\".contains(character) { result += "\\" }
                result.append(character)
            }
        }
    }
}
