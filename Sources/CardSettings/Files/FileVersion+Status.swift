internal import Basics
internal import Cards
internal import Glibc

extension FileVersion {
    /// What tells whether a file was written.
    init(_ status: stat) {
        let written = status.st_mtim
        self.init(Int(status.st_size), Int(truncatingIfNeeded: status.st_ino), written.tv_sec, written.tv_nsec)
    }

    /// Nil if there is no such file.
    init?(ofFile path: String) {
        var status = stat()
        guard stat(PathText.cString(path), &status) == 0 else { return nil }
        self.init(status)
    }
}
