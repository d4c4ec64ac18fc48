internal import Glibc

/// The files in which the program keeps what it has: the card store with what SQLite puts beside it, the settings, the log, drafts.
/// No export may take their place.
public struct OwnFiles: Sendable {
    private let files: [(path: String, words: String)]
    private let drafts: String

    public init(_ paths: Paths) {
        let companions = ["", "-wal", "-shm", "-journal", "-turn"]
        files =
            companions.map { (paths.store + $0, "it is the card store itself") }
            + [
                (paths.config, "it is the settings file"), (paths.log, "it is the log"),
                (paths.log + ".1", "it is the log"),
                (paths.viewState, "the program keeps its view there"),
            ]
        drafts = paths.drafts
    }

    /// Throws ``FileError`` when what is written to this path would replace one of them, by whatever name or link.
    public func check(_ path: String) throws(FileError) {
        let target = Target(path)
        if let (_, words) = files.first(where: { Target($0.path).isSame(as: target) }) {
            throw FileError(path: path, action: .write, kind: .isOwn(words))
        }
        if let folder = target.folder, folder == Target.resolved(drafts) {
            throw FileError(path: path, action: .write, kind: .isOwn("it is in the folder of drafts"))
        }
    }

    /// Where a path leads, whether or not there is a file.
    private struct Target {
        /// Of the file that is there.
        private let number: (device: UInt64, inode: UInt64)?
        /// Without links; nil where there is no such folder.
        let folder: String?
        private let name: String

        init(_ path: String) {
            var status = stat()
            number = stat(path, &status) == 0 ? (UInt64(status.st_dev), UInt64(status.st_ino)) : nil
            let end = (try? AtomicFile.followingLinks(path)) ?? path
            folder = Self.resolved(AtomicFile.folder(of: end))
            name = end.split(separator: "/").last.map(String.init) ?? end
        }

        func isSame(as other: Target) -> Bool {
            if let number, let theirs = other.number { return number == theirs }
            guard let folder, let theirs = other.folder else { return false }
            return folder == theirs && name == other.name
        }

        static func resolved(_ path: String) -> String? {
            guard let resolved = realpath(path, nil) else { return nil }
            defer { free(resolved) }
            return String(cString: resolved)
        }
    }
}
