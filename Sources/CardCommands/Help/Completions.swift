/// Shell completions, generated from the command table. Names of cards, groups and themes come from the program itself, by the
/// command `complete`.
enum Completions {
    static func script(for shell: CompletionsCommand.Shell) -> String {
        switch shell {
        case .bash: BashCompletions.script
        case .zsh: ZshCompletions.script
        case .fish: FishCompletions.script
        }
    }

    /// The words with which a command begins, in the table's order.
    static let commandNames = CommandLineTable.visibleCommands.reduce(into: [String]()) { names, command in
        if let first = command.words.first, !names.contains(first) { names.append(first) }
    }

    /// The options of all commands of a family.
    static func options(of family: String) -> [OptionSpec] {
        var known: Set<String> = []
        return CommandLineTable.members(of: family).flatMap(\.options).filter { known.insert($0.usage).inserted }
    }

    /// The operands of a command, in order.
    static func operands(of command: CommandSpec) -> [OptionSpec.Value] {
        let last: OptionSpec.Value? =
            command.name == HelpCommand.spec.name ? .oneOf("COMMAND", commandNames) : command.operand
        return command.firstOperands + [last].compactMap { $0 }
    }
}

/// Completion for bash 4.4 and later, without the package bash-completion.
enum BashCompletions {
    static var script: String {
        let commands = CommandLineTable.visibleCommands
        let options = commands.filter { !$0.options.isEmpty }.map { command in
            "        '\(command.name)') options+=' \(names(command.options))' ;;"
        }
        let taking =
            CommandLineTable.options.filter { $0.value != nil }.map { "*' --\($0.name)'" }
            + commands.flatMap { command in
                command.options.filter { $0.value != nil }.map { "'\(command.name) --\($0.name)'" }
            }
        let values =
            CommandLineTable.options.compactMap { valueLine("*' --\($0.name)'", $0) }
            + commands.flatMap { command in
                command.options.compactMap { valueLine("'\(command.name) --\($0.name)'", $0) }
            }
        let actions = CommandLineTable.families.map { family in
            "        '\(family.word) 0') _cards_tui_words '\(CommandLineTable.actions(of: family.word).joined(separator: " "))' ;;"
        }
        let longNames = commands.filter { $0.words.count > 1 }.map { "'\($0.name)'" }
        return """
            # Completion of cards-tui for bash.
            _cards_tui_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$current"); }
            _cards_tui_files() { compopt -o filenames 2> /dev/null || true; mapfile -t COMPREPLY < <(compgen -f -- "$current"); }
            # Names that the program knows, quoted as the word was begun; bash keeps its first quote and adds the last.
            _cards_tui_names() {
                local name quote='' plain='' typed=$current
                case $typed in \\"*|\\'*) quote=${typed:0:1} typed=${typed:1} ;; esac
                # Within double quotes a backslash is one unless it quotes what is special there.
                while [[ $quote != \\' && $typed == *\\\\?* ]]; do
                    plain+=${typed%%\\\\*} typed=${typed#*\\\\}
                    if [[ $quote && ${typed:0:1} != [\\"\\\\\\$\\`] ]]; then plain+=\\\\; fi
                    plain+=${typed:0:1} typed=${typed:1}
                done
                if [[ ! $quote ]]; then typed=${typed%\\\\}; fi
                typed=$plain$typed
                while IFS= read -r name; do
                    case $quote in
                        \\") name=${name//\\\\/\\\\\\\\} name=${name//\\"/\\\\\\"} name=${name//\\$/\\\\\\$} name=${name//\\`/\\\\\\`} ;;
                        \\') name=${name//\\'/\\'\\\\\\'\\'} ;;
                        *) printf -v name %q "$name" ;;
                    esac
                    COMPREPLY+=("$name")
                done < <(cards-tui "${store[@]}" complete "$1" -- "$typed" 2> /dev/null)
            }
            # Whether an option of the command takes a value.
            _cards_tui_takes() {
                case "$1 $2" in
                    \(taking.joined(separator: "|"))) return 0 ;;
                esac
                return 1
            }
            # The words of the line up to the cursor. Bash splits them at =, : and @ as well, and replaces what stands behind the last of
            # these: what stands before it is in `before`.
            _cards_tui_split() {
                local line=${COMP_LINE-} known=${COMP_LINE:+yes} word rest glued index
                words=()
                for ((index = 0; index <= COMP_CWORD; index++)); do
                    word=${COMP_WORDS[index]} glued=yes
                    if [[ $known ]]; then
                        rest=${line#"${line%%[![:space:]]*}"}
                        if [[ $rest != "$line" ]]; then glued=''; fi
                        line=${rest#"$word"}
                    fi
                    if ((index)) && [[ $glued && ( $word == +([=:@]) || ${words[-1]} == *[=:@] ) ]]; then words[-1]+=$word
                    else words+=("$word")
                    fi
                done
                if [[ $word == +([=:@]) ]]; then word=''; fi
                current=${words[-1]} before=${words[-1]%"$word"}
            }
            _cards_tui() {
                local current before word index count
                local -a words
                COMPREPLY=()
                _cards_tui_split
                _cards_tui_offer
                before=${before//\\\\?/}
                before=${before//[!=:@]/}
                for index in "${!COMPREPLY[@]}"; do
                    word=${COMPREPLY[index]}
                    for ((count = ${#before}; count > 0; count--)); do word=${word#*[=:@]}; done
                    # Of these signs, readline replaces the last @ with the word.
                    if [[ $before == *@ ]]; then word=@$word; fi
                    COMPREPLY[index]=$word
                done
            }
            _cards_tui_offer() {
                local command='' option='' ended='' word
                local -i operands=0
                local -a store=()
                for word in "${words[@]:1:${#words[@]}-2}"; do
                    if [[ $option ]]; then
                        if [[ $option == --store ]]; then store=(--store "${word/#\\~/$HOME}"); fi
                        option=''
                    elif [[ $word == --*=* && ! $ended ]]; then
                        if [[ $word == --store=* ]]; then word=${word#*=} store=(--store "${word/#\\~/$HOME}"); fi
                    elif [[ $word == -- && ! $ended ]]; then ended=1
                    elif [[ $word == -?* && ! $ended ]]; then
                        if _cards_tui_takes "$command" "$word"; then option=$word; fi
                        if [[ $word == --demo ]]; then store+=(--demo); fi
                    elif [[ ! $command ]]; then command=$word
                    else
                        # A command of two words, unless it has its operands already.
                        case "$operands $command $word" in
                            \(longNames.map { "'0 '" + $0 }.joined(separator: "|"))) command+=" $word" ;;
                            *) operands+=1 ;;
                        esac
                    fi
                done
                if [[ ! $option && ! $ended && $current == --*=* ]]; then
                    option=${current%%=*} current=${current#*=} before=${before#*=}
                fi
                if [[ $option ]]; then
                    case "$command $option" in
            \(values.joined(separator: "\n"))
                    esac
                    return 0
                fi
                local options='\(names(CommandLineTable.options))'
                case $command in
            \(options.joined(separator: "\n"))
                esac
                if [[ $current == -* && ! $ended ]]; then _cards_tui_words "$options"; return 0; fi
                case "$command $operands" in
                    ' '*) _cards_tui_words '\(Completions.commandNames.joined(separator: " "))' ;;
            \((commands.flatMap { operandLines(of: $0) } + actions).joined(separator: "\n"))
                esac
                return 0
            }
            complete -F _cards_tui cards-tui

            """
    }

    private static func names(_ options: [OptionSpec]) -> String {
        options.map { "--" + $0.name }.joined(separator: " ")
    }

    private static func valueLine(_ pattern: String, _ option: OptionSpec) -> String? {
        option.value.flatMap { action(of: $0) }.map { "            \(pattern)) \($0) ;;" }
    }

    /// One for each operand; a repeated one is the same at every position.
    private static func operandLines(of command: CommandSpec) -> [String] {
        Completions.operands(of: command).enumerated().compactMap { index, operand in
            let isRepeated = command.isOperandRepeatable && index == command.firstOperands.count
            let position = isRepeated ? "*" : String(index)
            return action(of: operand).map { "        '\(command.name) '\(position)) \($0) ;;" }
        }
    }

    /// Nil for text that nobody can complete.
    private static func action(of value: OptionSpec.Value) -> String? {
        if let completion = value.completion { return "_cards_tui_names \(completion.rawValue)" }
        if value.isFile { return "_cards_tui_files" }
        return value.choices.isEmpty ? nil : "_cards_tui_words '\(value.choices.joined(separator: " "))'"
    }
}

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
