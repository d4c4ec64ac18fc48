internal import Basics
internal import Glibc
internal import Synchronization

/// A lock on a file that is held as long as this value lives. The kernel releases it when the process ends, however it
/// ends. It distinguishes a running process from an ended one.
///
/// A process ID with its start time would do the same on one machine, but not in a container that shares the folder.
struct ProcessLock: ~Copyable {
    enum Outcome: ~Copyable {
        case held(ProcessLock)
        /// By a running process.
        case heldElsewhere
    }

    private let file: OpenFile
    private let path: String

    private init(_ file: consuming OpenFile, _ path: String) {
        self.file = file
        self.path = path
    }

    /// Unlocks explicitly: a child that is being started has the file open until it executes its program.
    deinit { flock(file.descriptor, LOCK_UN) }

    /// Acquires the lock and creates its file. Without `waiting` it returns at once if the lock is held.
    ///
    /// On a file system without locks it counts as held by this process: offering a draft twice is better than losing it.
    static func acquire(_ path: String, waiting: Bool) throws(FileError) -> Outcome {
        while true {
            let file = try OpenFile(path, O_RDWR | O_CREAT | O_NOFOLLOW)
            if flock(file.descriptor, LOCK_EX | (waiting ? 0 : LOCK_NB)) != 0 {
                if errno == EINTR { continue }
                if errno == EWOULDBLOCK { return .heldElsewhere }
            }
            // Another process may have removed the file between the two calls; a lock on it would be worthless.
            var inPlace = stat()
            let opened = try file.status()
            guard stat(PathText.cString(path), &inPlace) == 0, inPlace.st_ino == opened.st_ino else { continue }
            return .held(ProcessLock(file, path))
        }
    }

    /// Releases the lock and removes its file.
    consuming func remove() { unlink(PathText.cString(path)) }
}

/// A lock that can be stored in a dictionary, and sent.
final class HeldLock: Sendable {
    private let lock: Mutex<ProcessLock?>
    init(_ lock: consuming sending ProcessLock) { self.lock = Mutex(consume lock) }
    /// Releases the lock and removes its file.
    func remove() { lock.withLock { $0.take() }?.remove() }
}
