internal import Basics
internal import Cards
internal import Glibc
internal import Synchronization

/// A tree in a folder that something else carries: Syncthing, NFS, a stick. The folder itself is never made: where it is missing, the
/// disk is away.
final class FolderTree: ObjectTree {
    let name: String
    private let files: FolderFiles
    /// Where forgotten files were removed.
    private let cleaned = Mutex<Set<[String]>>([])
    private let own = WrittenNames()

    init(_ path: String) {
        name = path
        files = FolderFiles(base: path)
    }

    func list(_ folder: [String]) async throws(TransportError) -> [TreeEntry]? {
        try await FolderCall.run(on: name) { [files] () throws(TransportError) in try files.list(folder) }
    }

    func read(_ file: [String], maximumBytes: Int) async throws(TransportError) -> [UInt8]? {
        try await FolderCall.run(on: name) { [files] () throws(TransportError) in
            try files.read(file, maximumBytes: maximumBytes)
        }
    }

    func entry(_ file: [String]) async throws(TransportError) -> TreeEntry? {
        try await FolderCall.run(on: name) { [files] () throws(TransportError) in try files.entry(file) }
    }

    var listsQuickly: Bool { true }

    func write(
        _ bytes: [UInt8], to file: [String], existingFolders: Int, isNamedByContent: Bool
    ) async throws(TransportError) {
        let folder = Array(file.dropLast())
        // Files in progress are in few folders, so that those of a killed program are found: of photos there are 256.
        let passingFolder = Array(folder.prefix(existingFolders + 1))
        // Below the address itself are folders of others.
        let isOurs = existingFolders > 0
        let place = isOurs ? Array(folder.prefix(existingFolders)) : passingFolder
        let isFirst = cleaned.withLock { $0.insert(place).inserted }
        if isNamedByContent, let name = file.last { own.add(name) }
        try await FolderCall.run(on: name) { [files] () throws(TransportError) in
            try files.makeFolders(folder, existing: existingFolders)
            if isFirst { files.removeForgotten(in: place, andBelow: isOurs) }
            try files.write(bytes, to: file, by: passingFolder, isNamedByContent: isNamedByContent)
        }
    }

    func remove(_ file: [String]) async throws(TransportError) {
        try await FolderCall.run(on: name) { [files] () throws(TransportError) in try files.remove(file) }
    }

    func hints(below folder: [String]) -> AsyncStream<Void> { FolderWatch.hints(in: name, below: folder, except: own) }

    func remarks() async throws(TransportError) -> [VaultRemoteFinding] { [] }

    func close() async {}
}

extension TreeTransport {
    /// A vault in a folder.
    public static func folder(_ path: String) -> TreeTransport { TreeTransport(FolderTree(path)) }
}

/// The calls of the file system for a ``FolderTree``. They block.
struct FolderFiles: Sendable {
    /// Files in progress. A program that was killed leaves one. Others' names do not begin so: those that are old are removed.
    static let passingPrefix = ".tmp-cards-tui-"
    private static let longestWrite = 24 * 60 * 60

    let base: String

    func path(_ names: [String]) -> String { ([base] + names).joined(separator: "/") }

    // MARK: - Reading

    /// - Parameter withSizes: of files, which takes a call for each.
    func list(_ folder: [String], withSizes: Bool = true) throws(TransportError) -> [TreeEntry]? {
        guard let directory = opendir(PathText.cString(path(folder))) else {
            let code = errno
            guard code == ENOENT else { throw failure(code) }
            try requireBase()
            return nil
        }
        defer { closedir(directory) }
        var entries: [TreeEntry] = []
        while true {
            errno = 0
            guard let entry = readdir(directory) else {
                if errno != 0 { throw failure(errno) }
                return entries
            }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
                field.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: field.pointee)) {
                    PathText.text(cString: $0)
                }
            }
            if name == "." || name == ".." { continue }
            let type = entry.pointee.d_type
            let (isFolder, isUnknown) = (type == 4, type == 0)  // DT_DIR, DT_UNKNOWN
            guard isUnknown || withSizes && !isFolder else {
                entries.append(TreeEntry(name, isFolder: isFolder))
                continue
            }
            var status = stat()
            // One that is gone meanwhile is found when it is read.
            let isThere = fstatat(dirfd(directory), PathText.cString(name), &status, AT_SYMLINK_NOFOLLOW) == 0
            entries.append(Self.entry(name, isThere ? status : nil))
        }
    }

    private static func entry(_ name: String, _ status: stat?) -> TreeEntry {
        let type = status.map { $0.st_mode & S_IFMT }
        return TreeEntry(
            name, isFolder: type == S_IFDIR, size: type == S_IFREG ? status.map { Int($0.st_size) } : nil)
    }

    func entry(_ file: [String]) throws(TransportError) -> TreeEntry? {
        var status = stat()
        if lstat(PathText.cString(path(file)), &status) == 0 { return Self.entry(file.last ?? "", status) }
        guard errno == ENOENT || errno == ENOTDIR else { throw failure(errno) }
        try requireBase()
        return nil
    }

    /// Does not follow a symbolic link: who shares the folder could point it at any file of ours.
    func read(_ file: [String], maximumBytes: Int) throws(TransportError) -> [UInt8]? {
        let descriptor = open(PathText.cString(path(file)), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            let code = errno
            if code == ELOOP { throw damaged(file, "is a link") }
            guard code == ENOENT || code == ENOTDIR else { throw failure(code) }
            try requireBase()
            return nil
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw damaged(file, "is not a file") }
        guard status.st_size <= maximumBytes else { throw damaged(file, "is too large") }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var count = 0
        while count < bytes.count {
            let received = bytes.withUnsafeMutableBytes { buffer in
                Glibc.read(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
            }
            if received < 0, errno == EINTR { continue }
            if received < 0 { throw failure(errno) }
            if received == 0 { break }
            count += received
        }
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    // MARK: - Writing

    /// The first ones must be there.
    func makeFolders(_ folder: [String], existing: Int) throws(TransportError) {
        try requireBase()
        var status = stat()
        if stat(PathText.cString(path(folder)), &status) == 0 { return }
        if existing > 0, stat(PathText.cString(path(Array(folder.prefix(existing)))), &status) != 0 {
            throw errno == ENOENT
                ? TransportError(.wrongPlace, base, "the vault that was here is gone; nothing was written")
                : failure(errno)
        }
        for count in existing..<folder.count {
            let made = Array(folder.prefix(count + 1))
            if mkdir(PathText.cString(path(made)), 0o700) == 0 {
                synchronize(Array(made.dropLast()))
            } else if errno != EEXIST {
                throw failure(errno)
            }
        }
    }

    /// - Parameter passingFolder: where the file in progress is: the file's own folder or one above it.
    func write(
        _ bytes: [UInt8], to file: [String], by passingFolder: [String], isNamedByContent: Bool
    ) throws(TransportError) {
        if try isThere(bytes, file, isNamedByContent) { return }
        if try entry(file)?.isFolder == true {
            // What others sent can be read all the same.
            throw TransportError(
                .refused, base, "\(file.joined(separator: "/")) is a folder, but must be a file: move it elsewhere")
        }
        let folder = Array(file.dropLast())
        let passing = path(passingFolder + [Self.passingPrefix + String(UInt64.random(in: 0 ... .max), radix: 16)])
        defer { unlink(PathText.cString(passing)) }
        try writePassing(bytes, to: passing)
        // Replacing is for the broken copy of an object whose name allows these bytes only.
        if try entry(file) != nil {
            if isNamedByContent, rename(PathText.cString(passing), PathText.cString(path(file))) != 0 {
                throw failure(errno)
            }
        } else if link(PathText.cString(passing), PathText.cString(path(file))) != 0 {
            let code = errno
            if code == EEXIST {
                guard try !isThere(bytes, file, isNamedByContent), isNamedByContent else { return }
            } else {
                // FAT, and some network file systems, cannot link. Two that get here at once write the same bytes.
                guard [EPERM, ENOSYS, EOPNOTSUPP, EMLINK, EINVAL, EACCES].contains(code) else { throw failure(code) }
            }
            if rename(PathText.cString(passing), PathText.cString(path(file))) != 0 { throw failure(errno) }
        }
        synchronize(folder)
    }

    private func isThere(_ bytes: [UInt8], _ file: [String], _ isNamedByContent: Bool) throws(TransportError) -> Bool {
        var status = stat()
        guard lstat(PathText.cString(path(file)), &status) == 0 else { return false }
        if !isNamedByContent { return true }
        guard status.st_size == bytes.count else { return false }
        return try read(file, maximumBytes: bytes.count) == bytes
    }

    private func writePassing(_ bytes: [UInt8], to path: String) throws(TransportError) {
        let descriptor = open(PathText.cString(path), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure(errno) }
        var count = 0
        while count < bytes.count {
            let written = bytes.withUnsafeBytes { buffer in
                Glibc.write(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
            }
            if written < 0, errno == EINTR { continue }
            if written < 0 {
                let code = errno
                close(descriptor)
                throw failure(code)
            }
            count += written
        }
        let isStored = fsync(descriptor) == 0
        let code = errno
        // NFS tells of a full disk only here.
        guard close(descriptor) == 0 else { throw failure(errno) }
        if !isStored { throw failure(code) }
    }

    func remove(_ file: [String]) throws(TransportError) {
        if unlink(PathText.cString(path(file))) == 0 { return synchronize(Array(file.dropLast())) }
        guard errno == ENOENT || errno == ENOTDIR else { throw failure(errno) }
        try requireBase()
    }

    /// Removes the files in progress of programs that were killed long ago. What cannot be removed stays.
    /// - Parameter andBelow: also in the folders that are in it, but not in those below them.
    func removeForgotten(in folder: [String], andBelow: Bool = false) {
        guard let entries = try? list(folder) else { return }
        for entry in entries {
            if entry.isFolder {
                if andBelow { removeForgotten(in: folder + [entry.name]) }
            } else if entry.name.hasPrefix(Self.passingPrefix) {
                let file = path(folder + [entry.name])
                var status = stat()
                if lstat(PathText.cString(file), &status) == 0, status.st_mtim.tv_sec < time(nil) - Self.longestWrite {
                    unlink(PathText.cString(file))
                }
            }
        }
    }

    /// Not every file system can do it for folders.
    private func synchronize(_ folder: [String]) {
        let descriptor = open(PathText.cString(path(folder)), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    // MARK: - Errors

    private func requireBase() throws(TransportError) {
        var status = stat()
        if stat(PathText.cString(base), &status) != 0 {
            throw errno == ENOENT
                ? TransportError(.unreachable, base, "the folder is missing; perhaps its disk is not mounted")
                : failure(errno)
        }
        if status.st_mode & S_IFMT != S_IFDIR { throw TransportError(.wrongPlace, base, "it is not a folder") }
    }

    private func damaged(_ file: [String], _ reason: String) -> TransportError {
        TransportError(.damaged, base, "\(file.joined(separator: "/")) \(reason)")
    }

    private func failure(_ code: Int32) -> TransportError {
        let kind: TransportError.Kind =
            switch code {
            case ENOSPC, EDQUOT, EFBIG: .full
            case EACCES, EPERM, EROFS: .refused
            case ENOTDIR, ELOOP, ENAMETOOLONG, EISDIR: .wrongPlace
            default: .unreachable
            }
        let reason = String(cString: strerror(code)).lowercasedFirst
        let remedy =
            switch code {
            case EACCES, EPERM: "; let your user read and write there"
            case EROFS: "; mount it so that it can be written"
            default: ""
            }
        return TransportError(kind, base, reason + remedy)
    }
}

extension String {
    /// As the rest of a sentence.
    fileprivate var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}

/// Runs calls of the file system on threads of their own: one to a disk that is away can block for minutes. Whoever waits for it is
/// woken when its task is cancelled; the call itself ends when the system lets it.
enum FolderCall {
    typealias Body<Value> = @Sendable () throws(TransportError) -> Value

    static func run<Value: Sendable>(
        on remote: String, _ body: @escaping Body<Value>
    ) async throws(TransportError) -> Value {
        try await InterruptibleWait.value(cancelled: TransportError(.cancelled, remote, "cancelled")) { wait in
            let isStarted = DetachedThread.start { wait.end(Result { () throws(TransportError) in try body() }) }
            if !isStarted { wait.end(.failure(TransportError(.unreachable, remote, "no thread can be started"))) }
        }
    }
}
