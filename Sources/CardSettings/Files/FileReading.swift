internal import Basics
internal import Cards
internal import Glibc

/// Reads whole files of a bounded size, without blocking on a pipe or reading a device endlessly.
public enum FileReading {
    /// The bytes of a regular file. Throws ``FileError``: missing, a folder, a pipe, larger than the limit.
    public static func bytes(ofFile path: String, limit: Int) throws(FileError) -> [UInt8] {
        // Without O_NONBLOCK, opening a pipe that has no writer would block forever.
        try read(path, O_RDONLY | O_NONBLOCK | O_NOCTTY, limit: limit) { status in
            status.st_mode & S_IFMT == S_IFREG ? nil : .notAFile
        }
    }

    /// What is in a file of the program's own; nil where there is none, or one that cannot be read.
    static func json(ofFile path: String, limit: Int) -> JSON? {
        (try? bytes(ofFile: path, limit: limit)).flatMap { try? JSONParser.parse($0) }
    }

    /// Whether there is a file of that name which is written or read once, in order: a pipe, or a device.
    public static func isPipe(_ path: String) -> Bool {
        var status = stat()
        guard stat(PathText.cString(path), &status) == 0 else { return false }
        return ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
    }

    /// Whether a file of any type has that name.
    public static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// The bytes of a file that holds a secret. `refuse` checks its status and returns why it is not acceptable.
    static func bytes(
        ofFile path: String, limit: Int, refuse: (stat) -> FileError.Kind?
    ) throws(FileError) -> [UInt8] {
        try read(path, O_RDONLY | O_NONBLOCK | O_NOCTTY, limit: limit, refuse)
    }

    private static func read(
        _ path: String, _ flags: Int32, limit: Int, _ refuse: (stat) -> FileError.Kind?
    ) throws(FileError) -> [UInt8] {
        let file = try OpenFile(path, flags)
        let status = try file.status()
        if status.st_mode & S_IFMT == S_IFDIR { throw FileError(path: path, action: .read, kind: .isFolder) }
        if let kind = refuse(status) { throw FileError(path: path, action: .read, kind: kind) }
        if status.st_size > limit { throw FileError(path: path, action: .read, kind: .tooLarge(limit: limit)) }
        return try file.readAll(limit: limit, expecting: Int(status.st_size))
    }
}
