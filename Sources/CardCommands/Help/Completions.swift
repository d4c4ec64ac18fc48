/// The completions of the shells, from the table.
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

    /// What may stand behind a command, as words; empty where there are none.
    static func words(of command: CommandSpec) -> [String] {
        command.name == .help ? commandNames : command.operand?.words ?? []
    }
}
