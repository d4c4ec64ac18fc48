import CardViewModels

extension OfferedCommand {
    /// The name of the command, or the shared one where several screens have it.
    var name: String {
        switch self {
        case .undo: "screen.undo"
        case .resolveConflicts: "screen.choose"
        case .showBackend: "screen.backend"
        case .synchronize: "screen.sync"
        case .stop: AppCommands.stop.name
        case .back: AppCommands.back.name
        case .showSettingsProblems: AppCommands.settingsProblems.name
        case .showExpiring: ListCommands.expiring.name
        case .showBackups: "screen.backups"
        }
    }
}
