internal import Basics
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
            do {
                try OpenFile(path, O_WRONLY | O_CREAT | O_EXCL).write(bytes)
                paths.withLock { $0[key] = path }
                return path
            } catch {
                reason = "\(place): \(error.reason)"
            }
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
        for name in PathText.names(inFolder: place) where name.hasPrefix(prefix) {
            guard let process = Int32(name.dropFirst(prefix.count).prefix { $0 != "-" }), process > 0,
                kill(process, 0) != 0, errno == ESRCH
            else { continue }
            remove(place + "/" + name)
        }
    }

    /// Removes a folder of this user's. A link is not followed.
    private static func remove(_ folder: String) {
        var status = stat()
        guard lstat(folder, &status) == 0, status.st_uid == getuid(), status.st_mode & S_IFMT == S_IFDIR else { return }
        Folder.remove(folder)
    }
}
