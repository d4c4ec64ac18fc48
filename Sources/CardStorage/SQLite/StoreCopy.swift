internal import Cards
internal import Glibc

/// Copies a whole store into a new file, which gets its name when it is complete. Other programs may change the store meanwhile: the
/// copy is the store at one moment. A note beside the store (``CopyNote``) lets later programs remove the file if this one is killed.
enum StoreCopy {
    /// What becomes of a file that has the name already.
    enum Existing { case replaced, refused }

    /// How long to wait for another program that holds the store.
    static let busyTimeout = Duration.seconds(30)

    /// A backup of a store, page by page.
    /// - Parameter source: belongs to this call: no statement of it may be running.
    static func write(_ source: Connection, to path: String, _ existing: Existing) throws(StoreError) {
        try write(to: path, existing, besideStore: source.realPath) { temporary throws(StoreError) in
            try fill(temporary, from: source, path)
        }
    }

    /// Replaces a backup by one that is changed before it has its name.
    /// - Parameter store: the store that it is a backup of.
    static func rewrite(
        _ source: Connection, at path: String, of store: String, _ edit: (Connection) throws(StoreError) -> Void
    ) throws(StoreError) {
        try write(to: path, .replaced, besideStore: resolved(store) ?? store) { temporary throws(StoreError) in
            try fill(temporary, from: source, path)
            let copy = try Connection(.file(temporary), path: path)
            defer { copy.close() }
            try edit(copy)
        }
    }

    /// A new store with the rows of a file from outside, which may define anything.
    static func writeRows(_ source: Connection, to path: String) throws(StoreError) {
        try write(to: path, .refused, besideStore: resolved(path) ?? path) { temporary throws(StoreError) in
            let target = try Connection(.file(temporary), path: path)
            defer { target.close() }
            // The file is synchronized when it is complete.
            try target.execute("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")
            try BackupFile.copyRows(of: source, to: target)
        }
    }

    private static func write(
        to path: String, _ existing: Existing, besideStore store: String?, _ fill: (String) throws(StoreError) -> Void
    ) throws(StoreError) {
        // A link stays a link: the file that it leads to is replaced.
        let destination = resolved(path) ?? path
        try checkIsFile(destination, path)
        CopyNote.removeOldCopies(in: StoreFile.folder(of: destination))
        if let store { CopyNote.removeLeftCopies(besideStore: store) }
        let temporary = StoreFile.folder(of: destination) + "/" + CopyNote.randomName()
        let note = store.flatMap { CopyNote(of: temporary, besideStore: $0) }
        defer {
            CopyNote.removeCopy(temporary)
            note?.remove()
        }
        try create(temporary, for: path)
        do throws(StoreError) {
            try fill(temporary)
            // The copy is a store like any other; its last connection removes the files beside it.
            let copy = try Connection(.file(temporary), path: path)
            defer { copy.close() }
            try copy.execute("PRAGMA journal_mode = WAL")
            try copy.checkpoint(waiting: .seconds(1))
        } catch {
            switch error {
            case .diskFull: throw .diskFull(path: path)
            case .cannotOpen(_, let reason): throw .cannotOpen(path: path, reason: reason)
            default: throw error
            }
        }
        guard synchronize(temporary, O_RDONLY), move(temporary, to: destination, existing) else {
            let code = errno
            throw code == EEXIST
                ? StoreError.cannotOpen(path: path, reason: "a file with that name already exists")
                : StoreError(opening: path, systemError: code)
        }
        _ = synchronize(StoreFile.folder(of: destination), O_RDONLY | O_DIRECTORY)
    }

    /// Empty, and readable for its owner only before anything is in it.
    private static func create(_ temporary: String, for path: String) throws(StoreError) {
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw StoreError(opening: path, systemError: errno) }
        close(descriptor)
    }

    private static func fill(_ temporary: String, from source: Connection, _ path: String) throws(StoreError) {
        if case .memory = source.source {
            let target = try Connection(.file(temporary), path: path)
            defer { target.close() }
            try target.copyContent(of: source)
        } else {
            if try PageCopy.write(source, to: temporary, for: path) { return }
            guard truncate(temporary, 0) == 0 else { throw StoreError(opening: path, systemError: errno) }
            try source.run("VACUUM INTO ?", temporary)
        }
    }

    /// A pipe or a device must not be replaced by a file.
    private static func checkIsFile(_ destination: String, _ path: String) throws(StoreError) {
        var status = stat()
        guard stat(destination, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { return }
        if status.st_mode & S_IFMT == S_IFDIR { throw StoreError(opening: path, systemError: EISDIR) }
        throw .cannotOpen(path: path, reason: "it is not a regular file")
    }

    private static func move(_ temporary: String, to destination: String, _ existing: Existing) -> Bool {
        switch existing {
        case .replaced: return rename(temporary, destination) == 0
        case .refused:
            if link(temporary, destination) == 0 { return true }
            // Some file systems have no links. Two programs that restore at the same moment are not told apart there.
            guard errno == EPERM || errno == EOPNOTSUPP else { return false }
            guard access(destination, F_OK) != 0 else {
                errno = EEXIST
                return false
            }
            return rename(temporary, destination) == 0
        }
    }

    private static func synchronize(_ path: String, _ flags: Int32) -> Bool {
        let descriptor = open(path, flags | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return fsync(descriptor) == 0
    }

    private static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
