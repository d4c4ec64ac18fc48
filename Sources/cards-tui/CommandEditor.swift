import CardSettings
import Cards
import Glibc

/// The user's editor for a command. Ctrl-C, Ctrl-\ and Ctrl-Z are the editor's while it runs: they reach this process, too.
struct CommandEditor: TextEditing {
    private static let keys = [SIGINT, SIGQUIT, SIGTSTP]

    func edit(_ path: String, line: Int?) async throws -> EditorEnd {
        for number in Self.keys { signal(number, SIG_IGN) }
        defer { for number in Self.keys { signal(number, SIG_DFL) } }
        return try await TextEditor().edit(path, line: line)
    }
}
