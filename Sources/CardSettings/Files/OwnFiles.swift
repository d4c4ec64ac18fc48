internal import Basics
internal import Glibc

/// The program's own files: the card store with its SQLite companions, the settings, the log, drafts, automatic backups. An export must
/// not overwrite them.
public struct OwnFiles: Sendable {
    private let files: [(path: String, reason: String)]
    private let folders: [(path: String, reason: String)]
    private let store: String

    public init(_ paths: Paths) {
        var files: [(path: String, reason: String)] = [
            (paths.config, "it is the settings file"), (paths.log, "it is the log"),
            (paths.log + ".1", "it is the log"),
            (paths.viewState, "it is where the program saves the state of the screen"),
        ]
        for end in ["", "-wal", "-shm", "-journal", "-turn"] {
            files.append((paths.store + end, "it is the card store itself"))
        }
        for end in [BackupStateFile.suffix, BackupStateFile.lockSuffix] {
            files.append((paths.store + end, "it is the program's record of backups"))
        }
        files.append((paths.store + ReminderLock.suffix, "it is the program's record of reminders"))
        self.files = files
        folders = [
            (paths.drafts, "it is in the folder of drafts"),
            (paths.backups, "it is in the folder of automatic backups"),
        ]
        store = paths.store
    }

    /// Whether there is a file where the card store is.
    public var hasStore: Bool {
        var status = stat()
        return stat(PathText.cString(store), &status) == 0
    }

    /// Throws ``FileError`` if this path is the card store that is open: whoever opens and closes its file beside SQLite releases SQLite's
    /// locks on it.
    public func checkReading(_ path: String) throws(FileError) {
        guard Target(store).isSame(as: Target(path)) else { return }
        throw FileError(path: path, action: .read, kind: .isOwn("it is the card store itself"))
    }

    /// Throws ``FileError`` if writing to this path would replace one of them, by whatever name or link.
    public func check(_ path: String) throws(FileError) {
        let target = Target(path)
        if let (_, reason) = files.first(where: { Target($0.path).isSame(as: target) }) {
            throw FileError(path: path, action: .write, kind: .isOwn(reason))
        }
        guard let folder = target.folder else { return }
        if let (_, reason) = folders.first(where: { folder == PathText.resolved($0.path) }) {
            throw FileError(path: path, action: .write, kind: .isOwn(reason))
        }
    }

    /// The target of a path, whether or not the file exists.
    private struct Target {
        /// Device and inode of an existing file.
        private let number: (device: UInt64, inode: UInt64)?
        /// With links resolved; nil if the folder does not exist.
        let folder: String?
        private let name: String

        init(_ path: String) {
            var status = stat()
            number = stat(PathText.cString(path), &status) == 0 ? (UInt64(status.st_dev), UInt64(status.st_ino)) : nil
            let end = (try? AtomicFile.followingLinks(path)) ?? path
            folder = PathText.resolved(AtomicFile.folder(of: end))
            name = end.split(separator: "/").last.map(String.init) ?? end
        }

        func isSame(as other: Target) -> Bool {
            if let number, let theirs = other.number { return number == theirs }
            guard let folder, let theirs = other.folder else { return false }
            return folder == theirs && name == other.name
        }
    }
}
