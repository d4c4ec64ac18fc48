internal import Glibc

/// Creates the program's own folders, accessible to their owner only.
public enum Folder {
    /// Creates the folder and its missing parents with permissions 0700. An existing folder is not changed.
    public static func make(_ path: String) throws(FileError) {
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return try check(path) }
        guard errno == ENOENT, let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex else {
            throw FileError(path: path, action: .write, errno: errno)
        }
        try make(String(path[..<slash]))
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw FileError(path: path, action: .write, errno: errno)
        }
    }

    /// The names in a folder, without `.` and `..`; empty if it cannot be read.
    static func names(in path: String) -> [String] {
        guard let stream = opendir(path) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }

    /// The names in a folder in their order, without hidden ones; nil if the path is no folder.
    public static func files(in path: String) throws(FileError) -> [String]? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
        guard access(path, R_OK | X_OK) == 0 else { throw FileError(path: path, action: .read, errno: errno) }
        return names(in: path).filter { !$0.hasPrefix(".") }.sorted()
    }

    /// Deletes a folder with all that is in it, as far as possible. Links are not followed.
    static func remove(_ path: String) {
        for name in names(in: path) where unlink(path + "/" + name) != 0 && errno == EISDIR {
            remove(path + "/" + name)
        }
        rmdir(path)
    }

    private static func check(_ path: String) throws(FileError) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw FileError(path: path, action: .write, errno: errno) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw FileError(path: path, action: .write, errno: ENOTDIR) }
    }
}
