internal import Cards
internal import Glibc

/// Prepares the store's file before SQLite opens it: creates what is missing, readable for the owner only. It never changes an
/// existing file.
enum StoreFile {
    /// Creates the folder (0700) and an empty file (0600) where there is none. SQLite gives its companions (`-wal`, `-shm`) the
    /// file's permissions.
    static func createIfMissing(at path: String) throws(StoreError) {
        // An existing file must not be opened here: closing any descriptor of it releases the locks that another connection of
        // this process holds on it (POSIX advisory locks).
        var status = stat()
        if stat(path, &status) == 0 {
            switch status.st_mode & S_IFMT {
            case S_IFREG: return
            case S_IFDIR: throw StoreError(opening: path, systemError: EISDIR)
            default:
                throw .cannotOpen(path: path, reason: "a card store must be a file, but this is a pipe or a device")
            }
        }
        guard errno == ENOENT else { throw StoreError(opening: path, systemError: errno) }
        try createFolder(of: path)
        // A dangling symbolic link stays a link: the file is created at its target.
        let isLink = lstat(path, &status) == 0
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | (isLink ? 0 : O_EXCL), 0o600)
        if descriptor < 0 {
            // Another process created the file meanwhile.
            if errno == EEXIST { return }
            throw StoreError(opening: path, systemError: errno)
        }
        close(descriptor)
    }

    /// In bytes; 0 where there is no file.
    static func size(of path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }

    /// Whether no file can be created in the store's folder.
    static func folderIsReadOnly(of path: String) -> Bool { access(folder(of: path), W_OK) != 0 }

    static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Tells those who watch this file in other processes that it has changed.
    static func notifyOthers(of path: String) { utimensat(AT_FDCWD, path, nil, 0) }

    /// Creates the folder of a path, and its missing parents.
    static func createFolder(of path: String) throws(StoreError) {
        var missing: [String] = []
        var folder = folder(of: path)
        while access(folder, F_OK) != 0, errno == ENOENT, folder != "/", folder != "." {
            missing.append(folder)
            folder = Self.folder(of: folder)
        }
        for folder in missing.reversed() where mkdir(folder, 0o700) != 0 && errno != EEXIST {
            throw StoreError(opening: path, systemError: errno)
        }
    }
}
