internal import ChildProcesses
internal import Glibc

/// Shows long text on the terminal of this process, with the program that `PAGER` names, or with less.
public struct Pager: Sendable {
    private let environment: Environment

    public init(environment: @escaping Environment = Paths.processEnvironment) { self.environment = environment }

    /// What the shell runs; nil where text is written as it is: `PAGER` is empty or `cat`, or there is no less.
    var command: String? {
        if let named = environment("PAGER") {
            return named.allSatisfy(\.isWhitespace) || named == "cat" ? nil : named
        }
        return SearchPath(environment("PATH")).path(of: "less") == nil ? nil : "less"
    }

    /// Text that fits the terminal needs no pager.
    static func isLong(_ text: [UInt8], rows: Int) -> Bool { text.count { $0 == UInt8(ascii: "\n") } >= rows }

    /// Returns when the pager has ended; false if there is none, or the text is short: then nothing was shown. Ctrl-C and Ctrl-\ are the
    /// pager's while it runs.
    /// - Parameter rows: those of the terminal.
    public func show(_ text: [UInt8], rows: Int) async -> Bool {
        guard Self.isLong(text, rows: rows), let command, let input = try? Descriptor(holding: text) else {
            return false
        }
        // As git does: less ends if all fits, shows colors, and leaves the text on the screen.
        let child = ChildCommand(
            shell: ": \"${LESS=FRX}\"; export LESS; exec \(command)", searchPath: SearchPath(environment("PATH")),
            files: [input.number, STDOUT_FILENO, STDERR_FILENO].map { .descriptor($0) })
        let keys = [SIGINT, SIGQUIT]
        for number in keys { signal(number, SIG_IGN) }
        defer { for number in keys { signal(number, SIG_DFL) } }
        guard let end = try? await ForegroundChild.run(child) else { return false }
        withExtendedLifetime(input) {}
        // 126 and 127: the shell has not found it.
        if case .exited(code: 126...127) = end { return false }
        return true
    }
}
