internal import Basics
public import Cards
internal import ChildProcesses
internal import Glibc
internal import Synchronization

/// Opens links with the user's `open_command`, or with xdg-open on a desktop. The link is a separate argument and never
/// part of a shell's line. Programs are not looked up in the current directory (``SearchPath``).
public struct LinkOpener: LinkOpening {
    private let command: String?
    private let environment: Environment
    private let documents: OpenedDocuments
    private let patience: Duration

    /// - Parameter documents: has the files of the documents that are opened, until they are removed.
    /// - Parameter patience: how long an end of the program is waited for: a failure comes soon, and a browser may run for hours.
    public init(
        command: String?, documents: OpenedDocuments = OpenedDocuments(),
        environment: @escaping Environment = Paths.processEnvironment, patience: Duration = .seconds(2)
    ) {
        self.command = command
        self.documents = documents
        self.environment = environment
        self.patience = patience
    }

    @concurrent public func open(document: [UInt8], named name: String) async throws -> LinkOutcome {
        guard hasCommand else { throw LinkError.noCommand }
        return try await open(try documents.write(document, named: name))
    }

    private var hasDisplay: Bool { environment("DISPLAY") != nil || environment("WAYLAND_DISPLAY") != nil }
    private var hasCommand: Bool { command != nil || hasDisplay }

    @discardableResult
    @concurrent public func open(_ link: String) async throws -> LinkOutcome {
        let files: [ChildCommand.File] = [.nothing, .nothing, .nothing]
        let searchPath = SearchPath(environment("PATH"))
        let line: ChildCommand
        if let command {
            // The user's command may contain arguments; the shell splits those, and gets the link as "$1".
            line = ChildCommand(
                shell: "exec \(command) \"$1\"", arguments: [link], searchPath: searchPath, files: files)
        } else {
            // A headless machine cannot show a page: the link is copied to the user's clipboard instead.
            guard hasDisplay, let program = searchPath.path(of: "xdg-open") else { throw LinkError.noCommand }
            line = ChildCommand(program: program, arguments: [link], searchPath: searchPath, files: files)
        }
        let name = command == nil ? "xdg-open" : "The open_command"
        let child: ChildProcess
        do {
            child = try ChildProcess(starting: line)
        } catch {
            throw LinkError.failed("\(name) could not be started: \(error.reason)")
        }
        guard child.ends(before: ContinuousClock.now.advanced(by: patience)) else {
            child.release()
            return .started
        }
        let outcome = child.wait()
        guard outcome == .exited(code: 0) else { throw LinkError.failed("\(name) failed: \(outcome.description)") }
        return .opened
    }
}

/// Why a link was not opened; it is copied instead.
public enum LinkError: UserFacingError, Equatable {
    case noCommand
    /// Which program failed, and why.
    case failed(String)

    public var userMessage: String {
        switch self {
        case .noCommand: "The settings file sets no open_command."
        case .failed(let sentence): "\(sentence)."
        }
    }
}

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
        if let known = paths.withLock({ $0[key] }), access(PathText.cString(known), R_OK) == 0 { return known }
        var reason = "there is no folder for temporary files: set TMPDIR"
        let places = [environment("XDG_RUNTIME_DIR"), environment("TMPDIR"), "/tmp"].compactMap { $0 }
        for place in places where place.hasPrefix("/") {
            Self.removeLeftovers(in: place)
            guard let folder = PathText.makeFolder(beginning: "\(place)/\(Self.prefix)\(getpid())-") else { continue }
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
        guard lstat(PathText.cString(folder), &status) == 0, status.st_uid == getuid(),
            status.st_mode & S_IFMT == S_IFDIR
        else { return }
        Folder.remove(folder)
    }
}
