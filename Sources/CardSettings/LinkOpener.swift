public import Cards
internal import ChildProcesses

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
public enum LinkError: UserFacingError, Hashable {
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
