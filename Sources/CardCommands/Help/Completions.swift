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
