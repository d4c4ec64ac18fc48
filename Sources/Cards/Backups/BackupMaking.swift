/// Makes automatic backups as the settings say, and knows those that it has made.
public protocol BackupMaking: Sendable {
    /// Whether the settings do not turn them off.
    var isOn: Bool { get }

    /// Whether the settings name a folder for them; otherwise they are in one of the program's own.
    var isFolderNamed: Bool { get }

    /// Makes a backup if there is a reason to. Throws ``BackupFailure``.
    /// - Parameter isAsked: whether somebody wants one now, although the program by itself would make none.
    func makeBackup(isAsked: Bool) async throws -> BackupOutcome

    /// Where backups are written to, and what was made so far; nil if the settings turn them off.
    func backups() async -> BackupOverview?

    /// What the user is told once: that there are backups. Nil if they know.
    func firstNotice() async -> String?

    /// Takes this out of the backups in the program's own folder, for good; throws ``BackupFailure`` where one would keep it. Those in a
    /// folder that the settings name stay as they are.
    /// - Parameter deletes: deletes it from the store; until then no backup is made, which would have it again.
    /// - Returns: whether a backup had to be removed for that, so that a new one is wanted.
    func erase(_ content: ErasedContent, _ deletes: @escaping @Sendable () async throws -> Void) async throws -> Bool

    /// The password of the archives; nil where they have none, and where it cannot be had.
    func password() async -> [UInt8]?

    /// Whether a backup would take a moment only, so that the end of the program may wait for it.
    var isQuick: Bool { get }
}

/// What is known of the automatic backups.
public struct BackupOverview: Equatable, Sendable {
    public let folder: String
    /// Whether the folder is there; false for one on a disk that is not connected, and for one that was never used.
    public let isThere: Bool
    /// The last one first. Files that are no longer in the folder are left out, unless the folder is away.
    public let files: [BackupRecord.File]
    /// Why the last attempt failed; nil if it succeeded.
    public let failure: String?
    /// Why none is made without being asked for; nil if one is.
    public let refusal: String?
    /// The day until which the last file is kept, if backups go on to be made; nil where deleting a card for good takes it out of them.
    public let keptUntil: CalendarDay?

    public init(
        folder: String, isThere: Bool, files: [BackupRecord.File], failure: String?, refusal: String? = nil,
        keptUntil: CalendarDay? = nil
    ) {
        (self.refusal, self.keptUntil) = (refusal, keptUntil)
        self.folder = folder
        self.isThere = isThere
        self.files = files
        self.failure = failure
    }
}

extension BackupOverview {
    /// What a question about deleting for good says of backups that keep the card; nil if none does.
    public var leftCopies: String? { keptUntil.map { "Backups in \(folder) may keep it until \($0.text)." } }
}

/// What became of an automatic backup.
public enum BackupOutcome: Equatable, Sendable {
    case made(BackupRecord.File)
    /// The last backup has all changes.
    case unchanged
    /// Another program is making one, or nothing can be written beside the store.
    case busy
    /// None is made: why.
    case off(reason: String)
}

/// Why no backup was made.
public struct BackupFailure: UserFacingError, Equatable {
    public let userMessage: String
    /// Whether the attempt before failed for the same reason, so that nothing new has to be said.
    public let isKnown: Bool

    public init(_ message: String, isKnown: Bool) { (userMessage, self.isKnown) = (message, isKnown) }
}
