internal import Basics
public import Cards
internal import Glibc

/// The folder of automatic backups. It removes only files that it is told by name, and leftovers of interrupted writes.
public struct BackupFolder: Sendable {
    public let path: String

    /// A copy of a store that was begun so long ago, in seconds, is no longer being written.
    private static let longestWrite = 86_400

    public init(_ path: String) { self.path = path }

    public var exists: Bool { kind(of: path) == S_IFDIR }

    public func path(of name: BackupName) -> String { (path.hasSuffix("/") ? path : path + "/") + name.text }

    public func has(_ name: BackupName) -> Bool { kind(of: path(of: name)) == S_IFREG }

    /// Creates the folder, unless backups were written into it before: then it is away, and a folder in its place would be on another
    /// disk.
    public func prepare(wasUsed: Bool) throws(BackupError) {
        switch kind(of: path) {
        case S_IFDIR?: break
        case nil:
            if wasUsed { throw .away(folder: path) }
            do throws(FileError) {
                try Folder.make(path)
            } catch {
                throw .noFolder(folder: path, reason: error.reason)
            }
        default: throw .isFile(folder: path)
        }
        guard access(PathText.cString(path), W_OK | X_OK) == 0 else { throw .notAllowed(folder: path) }
        removeLeftovers()
    }

    /// This name, or the next one of the same minute that no file has.
    public func freeName(_ first: BackupName) -> BackupName {
        var name = first
        while kind(of: path(of: name)) != nil { name = name.next }
        return name
    }

    /// In bytes.
    public func size(of name: BackupName) -> Int { status(of: path(of: name)).map { Int($0.st_size) } ?? 0 }

    /// False if the file is still there.
    public func remove(_ name: BackupName) -> Bool {
        unlink(PathText.cString(path(of: name))) == 0 || errno == ENOENT
    }

    /// How large a store is, with what lies beside it.
    public static func bytes(ofStore path: String) -> Int {
        let folder = BackupFolder(path)
        return ["", "-wal"].reduce(0) { $0 + (folder.status(of: path + $1).map { Int($0.st_size) } ?? 0) }
    }

    /// How many bytes its disk has left for this user; nil if nobody knows.
    public var freeBytes: Int? {
        var system = statvfs()
        var path = Substring(path)
        // The folder itself is made with the first backup.
        while statvfs(PathText.cString(String(path)), &system) != 0 {
            guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex else { return nil }
            path = path[..<slash]
        }
        return Int(
            clamping: UInt64(system.f_bavail).multipliedReportingOverflow(by: UInt64(system.f_frsize)).partialValue)
    }

    private func removeLeftovers() {
        AtomicFile.sweep(path)
        for name in PathText.names(inFolder: path) where name.hasPrefix(".cards-copy-") {
            let leftover = path + "/" + name
            guard let status = status(of: leftover), status.st_mode & S_IFMT == S_IFREG,
                status.st_mtim.tv_sec < time(nil) - Self.longestWrite
            else { continue }
            unlink(PathText.cString(leftover))
        }
    }

    /// Links are followed.
    private func status(of path: String) -> stat? {
        var status = stat()
        return stat(PathText.cString(path), &status) == 0 ? status : nil
    }

    /// Nil where nothing has the name.
    private func kind(of path: String) -> mode_t? { status(of: path).map { $0.st_mode & S_IFMT } }
}

/// What is remembered of the automatic backups of a store, in a file beside it. Of several programs, one at a time makes a backup.
public struct BackupStateFile: Sendable {
    /// A larger file is no record.
    private static let maximumBytes = 1 << 20

    static let suffix = "-backups"
    static let lockSuffix = suffix + "-lock"

    private let path: String
    private let lockPath: String

    public init(besideStore store: String) { (path, lockPath) = (store + Self.suffix, store + Self.lockSuffix) }

    /// Empty where there is none, or one that cannot be read: then a backup more is made.
    public func read() -> BackupRecord {
        FileReading.json(ofFile: path, limit: Self.maximumBytes).flatMap { BackupRecord(json: $0) } ?? BackupRecord()
    }

    public func write(_ record: BackupRecord) throws(FileError) {
        try AtomicFile.writePrivate(JSONWriter.bytes(of: record.json), to: path)
    }

    /// Whether there is a folder for it.
    public var isPossible: Bool { FileReading.exists(AtomicFile.folder(of: path)) }

    /// Runs the body while no other program makes a backup of the store. Nil if another one does, or if nothing can be written there.
    public func locked<Value: Sendable>(_ body: @Sendable () async throws -> Value) async throws -> Value? {
        guard let lock = acquire() else { return nil }
        // Its file stays: removing it would let two programs hold a lock each.
        defer { withExtendedLifetime(lock) {} }
        return try await body()
    }

    private func acquire() -> HeldLock? {
        guard case .held(let lock) = try? ProcessLock.acquire(lockPath, waiting: false) else { return nil }
        return HeldLock(lock)
    }
}
