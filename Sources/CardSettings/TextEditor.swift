public import Cards
internal import ChildProcesses
internal import Glibc

/// Starts the editor that `VISUAL` or `EDITOR` names, on the terminal of this process.
public struct TextEditor: TextEditing {
    private let environment: Environment
    private let shortest: Duration

    /// Tried where the environment names none.
    private static let usual = ["sensible-editor", "editor", "nano", "vi"]
    /// Editors that go to the line that is given as `+7` before the file.
    private static let knowingLines: Set = [
        "vi", "vim", "nvim", "view", "vim.tiny", "vim.basic", "nano", "emacs", "emacsclient", "micro", "kak", "joe",
        "jed",
        "mg", "ne", "sensible-editor", "editor",
    ]

    /// - Parameter shortest: nobody edits in less time.
    public init(environment: @escaping Environment = Paths.processEnvironment, shortest: Duration = .seconds(1)) {
        self.environment = environment
        self.shortest = shortest
    }

    public func edit(_ path: String, line: Int?) async throws -> EditorEnd {
        let search = SearchPath(environment("PATH"))
        let named = ["VISUAL", "EDITOR"].lazy.compactMap { environment($0) }.first { !$0.allSatisfy(\.isWhitespace) }
        guard let command = named ?? Self.usual.first(where: { search.path(of: $0) != nil }) else {
            throw TextEditorError.notFound
        }
        var arguments = [path]
        if let line, Self.knowsLines(command) { arguments.insert("+\(line)", at: 0) }
        // The user's command may contain arguments; the shell splits those, and gets the others as "$@".
        let child = ChildCommand(
            shell: "exec \(command) \"$@\"", arguments: arguments, searchPath: search,
            files: [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].map { .descriptor($0) })
        let (before, start) = (FileVersion(ofFile: path), ContinuousClock.now)
        let end: ChildEnd
        do {
            end = try await ForegroundChild.run(child)
        } catch {
            throw TextEditorError.notStarted(reason: error.reason)
        }
        try Task.checkCancellation()
        guard end == .exited(code: 0) else { throw TextEditorError.failed(command: command, reason: end.description) }
        let isAtOnce = start.duration(to: .now) < shortest && FileVersion(ofFile: path) == before
        return isAtOnce ? .atOnce : .closed
    }

    private static func knowsLines(_ command: String) -> Bool {
        guard let program = command.split(separator: " ").first else { return false }
        return knowingLines.contains(String(program.split(separator: "/").last ?? ""))
    }
}

/// Why a text was not edited.
public enum TextEditorError: UserFacingError, Equatable {
    case notFound
    case notStarted(reason: String)
    case failed(command: String, reason: String)

    public var userMessage: String {
        switch self {
        case .notFound: "No editor was found: set VISUAL or EDITOR."
        case .notStarted(let reason): "The editor could not be started: \(reason)."
        case .failed(let command, let reason): "The editor \(command) failed: \(reason)."
        }
    }
}
