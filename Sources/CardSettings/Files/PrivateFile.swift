internal import Basics
internal import Glibc

/// A file for data that goes through a pipe but needs a place on the disk for a moment, such as a copy of the card store: in a folder of
/// its own in the state folder, which only its owner can enter. It is deleted with this value; what a program that was killed has left,
/// the next one deletes.
public struct PrivateFile: ~Copyable {
    private static let prefix = "pipe-"
    private static let lockName = "lock"

    private let folder: String
    private let lock: HeldLock?

    public var path: String { folder + "/data" }

    public init(inState state: String) throws(FileError) {
        Self.sweep(state)
        let folder = state + "/" + Self.prefix + String(UInt64.random(in: 0 ... .max), radix: 36)
        try Folder.make(folder)
        guard case .held(let lock) = try ProcessLock.acquire(folder + "/" + Self.lockName, waiting: false) else {
            throw FileError(path: folder, action: .write, errno: EWOULDBLOCK)
        }
        self.folder = folder
        self.lock = HeldLock(lock)
    }

    deinit { Folder.remove(folder) }

    /// Deletes what programs that have ended left in the state folder.
    public static func sweep(_ state: String) {
        for name in PathText.names(inFolder: state) where name.hasPrefix(prefix) {
            let folder = state + "/" + name
            guard case .held(let lock)? = try? ProcessLock.acquire(folder + "/" + lockName, waiting: false) else {
                continue
            }
            Folder.remove(folder)
            _ = consume lock
        }
    }
}
