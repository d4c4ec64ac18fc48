internal import Basics
internal import Glibc

/// A note beside a store that names a copy while it is written, so that the copy of a program that was killed is found and removed: it holds
/// all cards. The program that writes the copy holds a lock on the note; the kernel releases it, in whatever way that program ends.
///
/// The notes are in a folder of their own, which exists only as long as there are any: most starts find none.
struct CopyNote {
    private let descriptor: Int32
    private let path: String
    private let folder: String

    private static let suffix = "-copies"
    private static let prefix = ".cards-copy-"
    private static let companions = ["", "-wal", "-shm", "-journal"]

    static func randomName() -> String { prefix + String(UInt64.random(in: 0 ... .max), radix: 36) }

    /// Nil where no note can be written: the copy is made nevertheless.
    init?(of copy: String, besideStore store: String) {
        folder = store + Self.suffix
        path = folder + "/" + Self.name(of: copy)
        // Who removes what is left may remove the folder, or the note before it is locked.
        for _ in 0..<100 {
            mkdir(folder, 0o700)
            let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            if descriptor < 0 {
                if errno == ENOENT { continue }
                return nil
            }
            let text = Array(copy.utf8)
            if Self.lock(descriptor, LOCK_EX), Self.isFile(descriptor, at: path),
                write(descriptor, text, text.count) == text.count
            {
                self.descriptor = descriptor
                return
            }
            close(descriptor)
        }
        return nil
    }

    func remove() {
        unlink(path)
        rmdir(folder)
        close(descriptor)
    }

    static func removeCopy(_ copy: String) { for end in companions { unlink(copy + end) } }

    /// Removes the copies that programs were writing for this store when they were killed.
    static func removeLeftCopies(besideStore store: String) {
        let folder = store + suffix
        let names = PathText.names(inFolder: folder)
        for name in names {
            let path = folder + "/" + name
            let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
            if descriptor < 0 { continue }
            defer { close(descriptor) }
            guard lock(descriptor, LOCK_EX | LOCK_NB), isFile(descriptor, at: path) else { continue }
            var text = [UInt8](repeating: 0, count: Int(PATH_MAX))
            let count = read(descriptor, &text, text.count)
            let copy = String(decoding: text.prefix(max(count, 0)), as: UTF8.self)
            if isCopy(name), self.name(of: copy) == name { removeCopy(copy) }
            unlink(path)
        }
        if !names.isEmpty { rmdir(folder) }
    }

    /// Removes the copies in this folder that nobody has written for a day: those of versions that left no note.
    static func removeOldCopies(in folder: String) {
        let now = time(nil)
        for name in PathText.names(inFolder: folder) where isCopy(name) {
            var status = stat()
            guard lstat(folder + "/" + name, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
                status.st_uid == geteuid(), status.st_mtim.tv_sec < now - 86_400
            else { continue }
            removeCopy(folder + "/" + name)
        }
    }

    private static func name(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }

    private static func isCopy(_ name: String) -> Bool {
        let random = name.utf8.dropFirst(prefix.utf8.count)
        return name.hasPrefix(prefix) && !random.isEmpty
            && random.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) }
    }

    /// Whether the note was not removed before it was locked.
    private static func isFile(_ descriptor: Int32, at path: String) -> Bool {
        var (opened, named) = (stat(), stat())
        return fstat(descriptor, &opened) == 0 && stat(path, &named) == 0 && opened.st_ino == named.st_ino
            && opened.st_dev == named.st_dev
    }

    private static func lock(_ descriptor: Int32, _ operation: Int32) -> Bool {
        while flock(descriptor, operation) != 0 { if errno != EINTR { return false } }
        return true
    }
}
