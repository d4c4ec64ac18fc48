public import Cards
internal import ChildProcesses
internal import Dispatch
internal import Glibc

/// Starts the editor that `VISUAL` or `EDITOR` names, on the terminal of this process.
public struct TextEditor: TextEditing {
    private let folder: String
    private let environment: Environment

    /// A card's note has 1 MB at most.
    private static let maximumText = 8 << 20
    /// Tried where the environment names none.
    private static let usual = ["sensible-editor", "editor", "nano", "vi"]
    /// Editors that go to the line that is given as `+7` before the file.
    private static let knowingLines: Set = [
        "vi", "vim", "nvim", "view", "vim.tiny", "vim.basic", "nano", "emacs", "emacsclient", "micro", "kak", "joe",
        "jed",
        "mg", "ne", "sensible-editor", "editor",
    ]

    /// - Parameter folder: for texts that are edited; it is created when needed, for its owner only.
    public init(folder: String, environment: @escaping Environment = Paths.processEnvironment) {
        (self.folder, self.environment) = (folder, environment)
    }

    public func edit(_ path: String, line: Int?) async throws {
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
            files: [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].map { .descriptor($0) }, sharesTerminal: true)
        let end = try await Self.run(child)
        guard end == .exited(code: 0) else { throw TextEditorError.failed(command: command, reason: end.description) }
    }

    public func edit(text: String, suffix: String) async throws -> String {
        try Folder.make(folder)
        let path = "\(folder)/card-\(UInt64.random(in: .min ... .max))\(suffix)"
        try AtomicFile.write(Array(text.utf8), to: path)
        defer { unlink(path) }
        try await edit(path, line: nil)
        return String(decoding: try FileReading.bytes(ofFile: path, limit: Self.maximumText), as: UTF8.self)
    }

    private static func knowsLines(_ command: String) -> Bool {
        guard let program = command.split(separator: " ").first else { return false }
        return knowingLines.contains(String(program.split(separator: "/").last ?? ""))
    }

    /// Waits on a thread of its own, since somebody may edit for a long time.
    private static func run(_ command: ChildCommand) async throws -> ChildEnd {
        let result: Result<ChildEnd, TextEditorError> = await withCheckedContinuation { continuation in
            DispatchQueue(label: "cards-tui.editor").async {
                do throws(StartError) {
                    let child = try ChildProcess(starting: command)
                    continuation.resume(returning: .success(child.wait()))
                } catch {
                    continuation.resume(returning: .failure(.notStarted(reason: error.reason)))
                }
            }
        }
        return try result.get()
    }
}

/// Why a text was not edited.
public enum TextEditorError: UserFacingError, Hashable {
    case notFound
    case notStarted(reason: String)
    case failed(command: String, reason: String)

    public var userMessage: String {
        switch self {
        case .notFound: "No editor was found: set VISUAL or EDITOR."
        case .notStarted(let reason): "The editor could not be started: \(reason)."
        case .failed(let command, let reason): "The editor \(command) ended with \(reason)."
        }
    }
}
