internal import Basics
internal import Glibc

/// Creates the program's own folders, accessible to their owner only.
public enum Folder {
    /// Creates the folder and its missing parents with permissions 0700. An existing folder is not changed.
    public static func make(_ path: String) throws(FileError) {
        if mkdir(PathText.cString(path), 0o700) == 0 || errno == EEXIST { return try check(path) }
        guard errno == ENOENT, let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")), slash > path.startIndex else {
            throw FileError(path: path, action: .write, errno: errno)
        }
        try make(ofFile: path)
        guard mkdir(PathText.cString(path), 0o700) == 0 || errno == EEXIST else {
            throw FileError(path: path, action: .write, errno: errno)
        }
    }

    /// Creates the folder of a file that is to be written.
    static func make(ofFile path: String) throws(FileError) { try make(AtomicFile.folder(of: path)) }

    /// The names in a folder in their order, without hidden ones; nil if the path is no folder.
    public static func files(in path: String) throws(FileError) -> [String]? {
        var status = stat()
        guard stat(PathText.cString(path), &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
        guard access(PathText.cString(path), R_OK | X_OK) == 0 else {
            throw FileError(path: path, action: .read, errno: errno)
        }
        return PathText.names(inFolder: path).filter { !$0.hasPrefix(".") }.sorted()
    }

    /// Deletes a folder with all that is in it, as far as possible. Links are not followed.
    static func remove(_ path: String) {
        for name in PathText.names(inFolder: path)
        where unlink(PathText.cString(path + "/" + name)) != 0 && errno == EISDIR {
            remove(path + "/" + name)
        }
        rmdir(PathText.cString(path))
    }

    private static func check(_ path: String) throws(FileError) {
        var status = stat()
        guard stat(PathText.cString(path), &status) == 0 else {
            throw FileError(path: path, action: .write, errno: errno)
        }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw FileError(path: path, action: .write, errno: ENOTDIR) }
    }
}
