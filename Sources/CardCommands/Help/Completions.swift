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
    static let commandNames = CommandTable.visibleCommands.reduce(into: [String]()) { names, command in
        if let first = command.words.first, !names.contains(first) { names.append(first) }
    }

    /// These and the commands of two words: all that names a command, or its beginning.
    static let allNames =
        commandNames + CommandTable.visibleCommands.filter { $0.words.count > 1 }.map(\.name)

    /// The options of all commands of a family.
    static func options(of family: String) -> [OptionSpec] {
        unique(CommandTable.members(of: family).flatMap(\.options))
    }

    private static func unique(_ options: [OptionSpec]) -> [OptionSpec] {
        var known: Set<String> = []
        return options.filter { known.insert($0.usage).inserted }
    }

    /// Those of all commands, each once; one that takes a value for some commands only is here twice.
    static let allOptions = unique(CommandTable.options + CommandTable.commands.flatMap(\.options))

    /// The operands of a command, in order.
    static func operands(of command: CommandSpec) -> [OptionSpec.Value] {
        let last: OptionSpec.Value? =
            command.name == HelpCommand.spec.name ? .oneOf("COMMAND", commandNames) : command.operand
        return command.firstOperands + [last].compactMap { $0 }
    }
}
