internal import CConfinement
internal import CProcess
internal import Glibc

/// What is taken from the helper's process, so that a picture that takes it over gains nothing by it.
enum Confinement {
    /// Ends it with the program that started it, and keeps what no honest picture uses up out of its reach: 100 megapixels are
    /// 400 MB, and the libraries take some.
    static func limit() {
        _ = cprocess_set_parent_death_signal(SIGKILL)
        _ = cprocess_set_no_new_privileges()
        _ = cprocess_limit_memory(640 << 20)
        _ = cprocess_limit_core(0)
        _ = cprocess_limit_written_file(0)
        _ = cprocess_limit_open_files(16)
    }

    /// From here on it can use its memory and its socket, and ask the kernel for nothing else. False where the system cannot do that.
    static func close() -> Bool {
        // The second wall is missing on kernels before 5.13 and where it is not switched on; the filter alone has to do there.
        _ = cconfinement_close_landlock()
        return cconfinement_close_filter()
    }
}
