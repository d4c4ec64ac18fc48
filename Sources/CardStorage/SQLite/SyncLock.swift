internal import Glibc

/// The right to sync, which one of all stores that are open on the same file holds at a time, in this process and others. The
/// kernel releases it when its owner ends, in whatever way.
///
/// The lock is a file of its own: SQLite's locks on the store would be released with the first descriptor of it that is closed.
struct SyncLock: ~Copyable {
    private let descriptor: Int32

    /// Nil while another store holds the lock. Where the file system has no locks, or the file cannot be created, every store
    /// gets it: syncing twice is better than not at all.
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
        // Unlocks explicitly: a child process that is just being started holds the descriptor until it calls exec.
        flock(descriptor, LOCK_UN)
        close(descriptor)
    }
}
