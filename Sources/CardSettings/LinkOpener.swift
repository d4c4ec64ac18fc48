public import Cards
internal import ChildProcesses

/// Opens links with the user's `open_command`, or with xdg-open on a desktop. The link is a separate argument and never
/// part of a shell's line. Programs are not looked up in the current directory (``SearchPath``).
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
            // The user's command may contain arguments; the shell splits those, and gets the link as "$1".
            line = ChildCommand(
                shell: "exec \(command) \"$1\"", arguments: [link], searchPath: searchPath, files: files)
        } else {
            // A headless machine cannot show a page: the link is copied to the user's clipboard instead.
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
        case .noCommand: "No open_command is set in the settings file."
        case .notStarted(let reason): "The open_command could not be started: \(reason)."
        }
    }
}
