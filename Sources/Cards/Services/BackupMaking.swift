/// Makes automatic backups as the settings say, and knows those that it has made.
public protocol BackupMaking: Sendable {
    /// Makes a backup, unless nothing has changed since the last one, another program is making one, or the settings name no folder.
    /// Nil if none was made. Throws ``BackupFailure``.
    /// - Parameter isForced: makes one also where nothing has changed.
    func makeBackup(isForced: Bool) async throws -> BackupRecord.File?

    /// What was made so far, in all folders; nil if the settings name no folder.
    func backups() async -> (folder: String, record: BackupRecord)?
}

/// Why no backup was made.
public struct BackupFailure: UserFacingError, Hashable {
    public let userMessage: String
    /// Whether the attempt before failed for the same reason, and nothing new has to be said.
    public let isKnown: Bool

    public init(_ message: String, isKnown: Bool) { (userMessage, self.isKnown) = (message, isKnown) }
}
