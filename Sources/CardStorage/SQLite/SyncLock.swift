internal import Glibc

/// The turn of one store among all that are open on the same file, in this process and others. The kernel gives it back
/// when its owner ends, however it ends.
///
/// It is a file beside the store and not the store itself: SQLite's own locks go with the first descriptor that is closed.
struct SyncLock: ~Copyable {
    private let descriptor: Int32

    /// Nil while another has the turn. Where the file system has no locks, or no file can be made, everybody has it: speaking
    /// twice with a backend is better than not at all.
    init?(besideStore path: String) {
        descriptor = open(path + "-turn", O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
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
        // By name, not only by closing: a child that is just being started has the file open until it begins its program.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
