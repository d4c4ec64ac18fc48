internal import Glibc

/// A lock on a file of a folder that is held for as long as this value lives, and at the latest until the process ends,
/// however it ends: the kernel gives it back. That is what tells a living process from one that is gone.
///
/// A process number with its start time would say the same on one machine, but not in a container that shares the folder.
struct ProcessLock: ~Copyable {
    enum Outcome: ~Copyable {
        case held(ProcessLock)
        /// By a living process.
        case heldElsewhere
    }

    private let file: OpenFile
    private let path: String

    private init(_ file: consuming OpenFile, _ path: String) {
        self.file = file
        self.path = path
    }

    /// By name, not only by closing: a child that is just being started has the file open until it begins its program.
    deinit { flock(file.descriptor, LOCK_UN) }

    /// Takes the lock, making its file. Without `waiting` a lock that is held is not waited for.
    ///
    /// On a file system without locks it counts as held by us: a draft is then rather offered twice than never.
    static func take(_ path: String, waiting: Bool) throws(FileError) -> Outcome {
        while true {
            let file = try OpenFile(path, O_RDWR | O_CREAT | O_NOFOLLOW)
            if flock(file.descriptor, LOCK_EX | (waiting ? 0 : LOCK_NB)) != 0 {
                if errno == EINTR { continue }
                if errno == EWOULDBLOCK { return .heldElsewhere }
            }
            // Another process may have removed the file between the two calls; a lock on it would be worth nothing.
            var inPlace = stat()
            let opened = try file.status()
            guard stat(path, &inPlace) == 0, inPlace.st_ino == opened.st_ino else { continue }
            return .held(ProcessLock(file, path))
        }
    }

    /// Gives the lock back for good, with its file.
    consuming func remove() { unlink(path) }
}
