import CardViewModels

extension OfferedCommand {
    /// The names of the command on each screen that has it.
    var names: Set<String> {
        switch self {
        case .undo:
            [
                ListCommands.undo.name, CardCommands.undo.name, TrashCommands.undo.name, SyncCommands.undo.name,
                ConflictCommands.undo.name, BarcodeCommands.undo.name, HistoryCommands.undo.name,
                PastCardCommands.undo.name, BackupsCommands.undo.name, LedgerCommands.undo.name,
            ]
        case .resolveConflicts: [ListCommands.choose.name, CardCommands.choose.name, SyncCommands.choose.name]
        case .showBackend: [ListCommands.backend.name, CardCommands.backend.name]
        case .synchronize:
            [ListCommands.synchronize.name, CardCommands.synchronize.name, SyncCommands.synchronize.name]
        case .stop: [AppCommands.stop.name]
        case .back: [AppCommands.back.name]
        case .showSettingsProblems: [AppCommands.settingsProblems.name]
        case .showExpiring: [ListCommands.expiring.name]
        case .showBackups: [ListCommands.backups.name, SyncCommands.backups.name]
        }
    }
}
