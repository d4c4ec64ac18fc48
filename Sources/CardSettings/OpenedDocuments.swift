internal import Cards
internal import Glibc
internal import Synchronization

/// The documents that a program of the user's shows: each is a file in a folder that only the user can read, until the program ends. A
/// viewer may still open it long after it was started.
public final class OpenedDocuments: Sendable {
    private let environment: Environment
    private let folders = Mutex<[String]>([])

    public init(environment: @escaping Environment = Paths.processEnvironment) { self.environment = environment }

    /// Writes a document. Returns its path.
    /// - Parameter name: that of the file, without a folder.
    func write(_ bytes: [UInt8], named name: String) throws(LinkError) -> String {
        let places = [environment("XDG_RUNTIME_DIR"), environment("TMPDIR"), "/tmp"].compactMap { $0 }
        for place in places where place.hasPrefix("/") {
            var template = Array((place + "/cards-tui-XXXXXX").utf8CString)
            guard mkdtemp(&template) != nil else { continue }
            let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            folders.withLock { $0.append(folder) }
            let path = folder + "/" + name
            if Self.write(bytes, to: path) { return path }
            let reason = String(cString: strerror(errno))
            Self.remove(folder)
            throw .failed("\(place): the document could not be written: \(reason)")
        }
        throw .failed("There is no folder for temporary files: set TMPDIR")
    }

    /// Removes the files.
    public func removeAll() {
        for folder in folders.withLock({ folders in
            defer { folders = [] }
            return folders
        }) { Self.remove(folder) }
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

    private static func remove(_ folder: String) {
        if let entries = opendir(folder) {
            while let entry = readdir(entries) {
                let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                }
                if name != ".", name != ".." { unlink(folder + "/" + name) }
            }
            closedir(entries)
        }
        rmdir(folder)
    }
}
