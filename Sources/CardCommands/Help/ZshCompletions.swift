/// Completion for zsh, using its _arguments.
enum ZshCompletions {
    static var script: String {
        let commands = CommandTable.visibleCommands
        let descriptions = commands.map { "        '\($0.name.rawValue):\(escaped($0.summary))'" }
        let cases = commands.map { command in
            let arguments = command.options.map(argument) + [operand(of: command)].compactMap { $0 }
            return "        \(command.name.rawValue)) _arguments $options \(arguments.joined(separator: " ")) ;;"
        }
        return """
            #compdef cards-tui
            # Completion of cards-tui for zsh.
            _cards_tui() {
                local context state line
                local -a options=(
            \(CommandTable.options.map { "        " + argument($0) }.joined(separator: "\n"))
                )
                local -a commands=(
            \(descriptions.joined(separator: "\n"))
                )
                _arguments -C $options '1: :->command' '*:: :->operand' && return
                case $state in
                    command) _describe command commands ;;
                    operand) case $line[1] in
            \(cases.joined(separator: "\n"))
                    esac ;;
                esac
            }
            _cards_tui "$@"

            """
    }

    private static func argument(_ option: OptionSpec) -> String {
        let repeats = option.isRepeatable ? "*" : ""
        return "'\(repeats)--\(option.name)[\(escaped(option.help))]\(option.value.map(action) ?? "")'"
    }

    private static func operand(of command: CommandSpec) -> String? {
        guard let operand = command.operand else { return nil }
        let operands = Completions.operands(of: command)
        let position = command.isOperandRepeatable ? "*" : "1"
        if operand.isFile { return "'\(position):\(operand.name):_files'" }
        return operands.isEmpty ? nil : "'\(position):\(operand.name):(\(operands.joined(separator: " ")))'"
    }

    private static func action(_ value: OptionSpec.Value) -> String {
        if value.isFile { return ":\(value.name):_files" }
        return ":\(value.name):" + (value.choices.isEmpty ? "" : "(\(value.choices.joined(separator: " ")))")
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
