/// Shell completions, generated from the command table. Names of cards, groups and themes come from the program itself, by the
/// command `complete`.
enum Completions {
    static func script(for shell: Command.Shell) -> String {
        switch shell {
        case .bash: BashCompletions.script
        case .zsh: ZshCompletions.script
        case .fish: FishCompletions.script
        }
    }

    static let commandNames = CommandTable.visibleCommands.map(\.name.rawValue)

    static let allOptions = CommandTable.options + CommandTable.commands.flatMap(\.options)

    /// The operands of a command, in order.
    static func operands(of command: CommandSpec) -> [OptionSpec.Value] {
        let last = command.name == .help ? .oneOf("COMMAND", commandNames) : command.operand
        return command.firstOperands + [last].compactMap { $0 }
    }
}
