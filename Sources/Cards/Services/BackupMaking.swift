/// Makes automatic backups as the settings say, and knows those that it has made.
public protocol BackupMaking: Sendable {
    /// Whether the settings name a folder for them.
    var isOn: Bool { get }

    /// Makes a backup if there is a reason to. Throws ``BackupFailure``.
    func makeBackup() async throws -> BackupOutcome

    /// Where backups are written to, and what was made so far; nil if the settings name no folder.
    func backups() async -> BackupOverview?

    /// The password of the archives; nil where they have none, and where it cannot be had.
    func password() async -> [UInt8]?

    /// Whether a backup would take a moment only, so that the end of the program may wait for it.
    var isQuick: Bool { get }
}

/// What is known of the automatic backups.
public struct BackupOverview: Hashable, Sendable {
    public let folder: String
    /// Whether the folder is there; false for one on a disk that is not connected, and for one that was never used.
    public let isThere: Bool
    /// The last one first. Files that are no longer in the folder are left out, unless the folder is away.
    public let files: [BackupRecord.File]
    /// Why the last attempt failed; nil if it succeeded.
    public let failure: String?

    public init(folder: String, isThere: Bool, files: [BackupRecord.File], failure: String?) {
        self.folder = folder
        self.isThere = isThere
        self.files = files
        self.failure = failure
    }
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
