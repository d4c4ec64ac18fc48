public import Cards
internal import ChildProcesses

/// Opens links with the user's `open_command`, or with xdg-open where there is a desktop. The link is one argument of its own and
/// never part of a shell's line. Neither is looked for where the program was started (``SearchPath``).
public struct LinkOpener: LinkOpening {
    private let command: String?
    private let environment: Environment

    public init(command: String?, environment: @escaping Environment = Paths.processEnvironment) {
        (self.command, self.environment) = (command, environment)
    }

    public func open(_ link: String) async throws {
        let files: [ChildCommand.File] = [.nothing, .nothing, .nothing]
        let searchPath = SearchPath(environment("PATH"))
        let line: ChildCommand
        if let command {
            // The user's command may have arguments of its own; the shell splits those, and gets the link as "$1".
            line = ChildCommand(
                shell: "exec \(command) \"$1\"", arguments: [link], searchPath: searchPath, files: files)
        } else {
            // On a headless machine there is nothing that could show a page: the link goes to the person's own clipboard.
            guard environment("DISPLAY") != nil || environment("WAYLAND_DISPLAY") != nil,
                let program = searchPath.path(of: "xdg-open")
            else { throw LinkError.noCommand }
            line = ChildCommand(program: program, arguments: [link], searchPath: searchPath, files: files)
        }
        do {
            try ChildProcess(starting: line).release()
        } catch {
            throw LinkError.notStarted(reason: error.reason)
        }
    }
}

/// Why a link was not opened; it is copied instead.
public enum LinkError: UserFacingError, Hashable {
    case noCommand
    case notStarted(reason: String)

    public var userMessage: String {
        switch self {
        case .noCommand: "No open_command is set in the config file."
        case .notStarted(let reason): "The open_command could not be started: \(reason)."
        }
    }
}
