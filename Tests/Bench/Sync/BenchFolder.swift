import Glibc

/// What the files of a folder need.
enum BenchFolder {
    /// All files below it.
    static func megabytes(of folder: String) -> Double {
        ProcessStatus.names(in: folder).reduce(0) { sum, name in
            let path = folder + "/" + name
            var status = stat()
            guard lstat(path, &status) == 0 else { return sum }
            return sum + (status.st_mode & S_IFMT == S_IFDIR ? megabytes(of: path) : Double(status.st_size) / 1e6)
        }
    }
}
