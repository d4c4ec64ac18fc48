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
