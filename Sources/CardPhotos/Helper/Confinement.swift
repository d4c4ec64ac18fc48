internal import CConfinement
internal import CProcess
internal import Glibc

/// Removes rights from the helper process, so that a picture that takes it over gains nothing.
enum Confinement {
    /// Makes it end with the program that started it, and limits its resources: 640 MB suffice, since 100 megapixels need 400 MB,
    /// and the libraries some more.
    static func setLimits() {
        _ = cprocess_set_parent_death_signal(SIGKILL)
        _ = cprocess_set_no_new_privileges()
        _ = cprocess_limit_memory(640 << 20)
        _ = cprocess_limit_core(0)
        _ = cprocess_limit_written_file(0)
        _ = cprocess_limit_open_files(16)
    }

    /// From here on it can use its memory and its socket only. False where the system cannot enforce that.
    static func confine() -> Bool {
        // Landlock, the second barrier, is missing before Linux 5.13 and where it is disabled; then seccomp has to suffice.
        _ = cconfinement_close_landlock()
        return cconfinement_close_filter()
    }
}
