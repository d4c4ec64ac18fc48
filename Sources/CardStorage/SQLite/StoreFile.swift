internal import Basics
internal import CFileStatus
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
        if stat(PathText.cString(path), &status) == 0 {
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
        let isLink = lstat(PathText.cString(path), &status) == 0
        let descriptor = open(PathText.cString(path), O_RDWR | O_CREAT | O_CLOEXEC | (isLink ? 0 : O_EXCL), 0o600)
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
        return stat(PathText.cString(path), &status) == 0 ? Int(status.st_size) : 0
    }

    /// Whether no file can be created in the store's folder.
    static func folderIsReadOnly(of path: String) -> Bool { access(PathText.cString(folder(of: path)), W_OK) != 0 }

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
        while access(PathText.cString(folder), F_OK) != 0, errno == ENOENT, folder != "/", folder != "." {
            missing.append(folder)
            folder = Self.folder(of: folder)
        }
        for folder in missing.reversed() where mkdir(PathText.cString(folder), 0o700) != 0 && errno != EEXIST {
            throw StoreError(opening: path, systemError: errno)
        }
    }
}

/// Which file a store is, so that a copy of it finds out: the machine, the inode, and when the inode was made. Mounting a file system anew
/// changes none of them. A copy in another file system, or a snapshot of one, may have the same inode: where the file system has an
/// identifier of its own, that counts, too.
struct StorePlace: Equatable {
    /// As it is noted in the store; empty for a store without a file.
    let text: String
    /// As versions before 14 noted it.
    private let formerText: String

    init() { (text, formerText) = ("", "") }

    init(of path: String) {
        var status = stat()
        guard stat(PathText.cString(path), &status) == 0 else {
            self.init()
            return
        }
        var born = timespec()
        var system = statvfs()
        self.init(
            machine: Self.machine, device: UInt64(status.st_dev), inode: UInt64(status.st_ino),
            born: cfilestatus_birth(path, &born) ? (Int64(born.tv_sec), Int64(born.tv_nsec)) : nil,
            fileSystem: statvfs(PathText.cString(path), &system) == 0 ? UInt64(system.f_fsid) : 0)
    }

    /// - Parameter born: seconds and nanoseconds; nil where the file system does not tell, and zero where it has none.
    /// - Parameter fileSystem: its identifier. Some file systems have none, 0, or the number of the device, which the next mount may change.
    init(
        machine: String, device: UInt64, inode: UInt64, born: (seconds: Int64, nanoseconds: Int64)?, fileSystem: UInt64
    ) {
        formerText = "\(machine) \(device) \(inode)"
        guard let born, born != (0, 0) else {
            text = formerText
            return
        }
        let system = fileSystem == device ? 0 : fileSystem
        text = "\(machine) \(inode) \(born.seconds).\(born.nanoseconds) \(system)"
    }

    /// Whether it is the file that was noted. In doubt it is not: two stores must never be one device.
    func isSame(asNoted noted: String) -> Bool { noted == text || noted == formerText }

    /// The identifier of the machine's installation (machine-id(5)); empty where there is none.
    private static let machine: String = {
        guard let file = fopen("/etc/machine-id", "re") else { return "" }
        defer { fclose(file) }
        var buffer = [UInt8](repeating: 0, count: 64)
        let count = fread(&buffer, 1, buffer.count, file)
        return String(decoding: buffer.prefix(count).prefix { $0 > 0x20 }, as: UTF8.self)
    }()
}

/// The right to sync, which one of all stores that are open on the same file holds at a time, in this process and others. The
/// kernel releases it when its owner ends, in whatever way.
///
/// The lock is a file of its own: SQLite's locks on the store would be released with the first descriptor of it that is closed.
struct SyncLock: ~Copyable {
    private let descriptor: Int32

    /// Nil while another store holds the lock. Where the file system has no locks, or the file cannot be created, every store
    /// gets it: syncing twice is better than not at all.
    init?(besideStore path: String) {
        descriptor = open(PathText.cString(path + "-turn"), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        if descriptor < 0 { return }
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            if errno != EWOULDBLOCK { break }
            close(descriptor)
            return nil
        }
    }

    deinit {
        guard descriptor >= 0 else { return }
        // Unlocks explicitly: a child process that is just being started holds the descriptor until it calls exec.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
