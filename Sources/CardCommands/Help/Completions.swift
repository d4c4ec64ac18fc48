/// Shell completions, generated from the command table.
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

    /// The possible operands of a command; empty if it has none.
    static func operands(of command: CommandSpec) -> [String] {
        command.name == .help ? commandNames : command.operand?.choices ?? []
    }
}
