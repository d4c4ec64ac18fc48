/// Why an automatic backup was not made. The backups that were there before are still there.
public enum BackupError: UserFacingError, Hashable {
    /// The folder is not there, although backups were written into it: perhaps it is on a disk that is not connected.
    case away(folder: String)
    case noFolder(folder: String, reason: String)
    case isFile(folder: String)
    case notAllowed(folder: String)
    case diskFull(folder: String)
    case password(reason: String)
    case failed(folder: String, reason: String)

    public var userMessage: String {
        switch self {
        case .away(let folder):
            "No backup was made: \(folder) is not there. If it is on another disk, connect it; the next change makes the backup."
        case .noFolder(let folder, let reason):
            "No backup was made: \(folder) cannot be created: \(reason). Create it, or change backup.folder in the settings."
        case .isFile(let folder): "No backup was made: \(folder) is not a folder. Change backup.folder in the settings."
        case .notAllowed(let folder):
            "No backup was made: you may not write to \(folder). Change its permissions, or backup.folder in the settings."
        case .diskFull(let folder):
            "No backup was made: the disk of \(folder) is full. The earlier backups are kept. Free some space."
        case .password(let reason): "No backup was made: \(reason)"
        case .failed(let folder, let reason): "No backup was made in \(folder): \(reason)"
        }
    }
}
