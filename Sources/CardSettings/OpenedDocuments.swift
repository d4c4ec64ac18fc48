internal import Cards
internal import Glibc
internal import Synchronization

/// The documents that a program of the user's shows: each is a file in a folder that only the user can read, until the program ends. A
/// viewer may still open it long after it was started.
public final class OpenedDocuments: Sendable {
    private let environment: Environment
    /// By the bytes and the name: what is opened again is the same file.
    private let paths = Mutex<[PhotoHash: String]>([:])
    private static let prefix = "cards-tui-"

    public init(environment: @escaping Environment = Paths.processEnvironment) { self.environment = environment }

    /// Writes a document. Returns its path.
    /// - Parameter name: that of the file, without a folder.
    func write(_ bytes: [UInt8], named name: String) throws(LinkError) -> String {
        let key = PhotoHash(of: Array(name.utf8) + [0] + bytes)
        if let known = paths.withLock({ $0[key] }), access(known, R_OK) == 0 { return known }
        var reason = "there is no folder for temporary files: set TMPDIR"
        let places = [environment("XDG_RUNTIME_DIR"), environment("TMPDIR"), "/tmp"].compactMap { $0 }
        for place in places where place.hasPrefix("/") {
            Self.removeLeftovers(in: place)
            var template = Array("\(place)/\(Self.prefix)\(getpid())-XXXXXX".utf8CString)
            guard mkdtemp(&template) != nil else { continue }
            let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            let path = folder + "/" + name
            if Self.write(bytes, to: path) {
                paths.withLock { $0[key] = path }
                return path
            }
            reason = "\(place): \(String(cString: strerror(errno)))"
            Self.remove(folder)
        }
        throw .failed("The document could not be written: \(reason)")
    }

    /// Removes the files.
    public func removeAll() {
        let all = paths.withLock { paths in
            defer { paths = [:] }
            return paths.values
        }
        for path in all { if let slash = path.lastIndex(of: "/") { Self.remove(String(path[..<slash])) } }
    }

    /// Removes what programs left that were killed.
    private static func removeLeftovers(in place: String) {
        for name in names(in: place) where name.hasPrefix(prefix) {
            guard let process = Int32(name.dropFirst(prefix.count).prefix { $0 != "-" }), process > 0,
                kill(process, 0) != 0, errno == ESRCH
            else { continue }
            remove(place + "/" + name)
        }
    }

    private static func write(_ bytes: [UInt8], to path: String) -> Bool {
        let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { return false }
        defer { close(file) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Removes a folder of this user's and the files in it. A link is not followed.
    private static func remove(_ folder: String) {
        var status = stat()
        guard lstat(folder, &status) == 0, status.st_uid == getuid(), status.st_mode & S_IFMT == S_IFDIR else { return }
        for name in names(in: folder) { unlink(folder + "/" + name) }
        rmdir(folder)
    }

    private static func names(in folder: String) -> [String] {
        guard let entries = opendir(folder) else { return [] }
        defer { closedir(entries) }
        var names: [String] = []
        while let entry = readdir(entries) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
