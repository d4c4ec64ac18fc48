/// Makes automatic backups as the settings say, and knows those that it has made.
public protocol BackupMaking: Sendable {
    /// Whether the settings name a folder for them.
    var isOn: Bool { get }

    /// Makes a backup if there is a reason to. Throws ``BackupFailure``.
    func makeBackup() async throws -> BackupOutcome

    /// Where backups are written to, and what was made so far; nil if the settings name no folder.
    func backups() async -> (folder: String, record: BackupRecord)?
}

/// What became of an automatic backup.
public enum BackupOutcome: Hashable, Sendable {
    case made(BackupRecord.File)
    /// The last backup has all changes.
    case unchanged
    /// Another program is making one, or nothing can be written beside the store.
    case busy
    /// The settings name no folder.
    case off
}

/// Why no backup was made.
public struct BackupFailure: UserFacingError, Hashable {
    public let userMessage: String
    /// Whether the attempt before failed for the same reason, so that nothing new has to be said.
    public let isKnown: Bool

    public init(_ message: String, isKnown: Bool) { (userMessage, self.isKnown) = (message, isKnown) }
}
