/// What is to be started, and what it finds: the value only, nothing runs by it.
public struct ChildCommand: Sendable {
    /// What one of its descriptors is.
    public enum File: Sendable {
        /// `/dev/null`: nothing to read, and what is written is gone.
        case nothing
        /// A descriptor of ours, which stays open here. Its number is not below the one that it becomes.
        case descriptor(Int32)
    }

    let executable: String
    let arguments: [String]
    /// Nil for our own.
    let environment: [String]?
    let files: [File]

    /// - Parameters:
    ///   - arguments: from the program's own name on.
    ///   - environment: `NAME=value` each; nil for our own.
    ///   - files: what it has open, from standard input on. Nothing else is, whatever is open here.
    public init(executable: String, arguments: [String], environment: [String]? = nil, files: [File]) {
        (self.executable, self.arguments, self.environment, self.files) = (executable, arguments, environment, files)
    }

    /// A line for `/bin/sh`. Programs that it names are looked for in the folders of ``SearchPath`` only.
    /// - Parameters:
    ///   - arguments: `$1` and so on of the line: text that must not become a part of it.
    ///   - searchPath: tests say it themselves.
    public init(
        shell line: String, arguments: [String] = [], searchPath: SearchPath = .own, files: [File]
    ) {
        let shell = "/bin/sh"
        self.init(
            executable: shell, arguments: [shell, "-c", line, shell] + arguments,
            environment: searchPath.environment, files: files)
    }

    /// A program that was found (``SearchPath/path(of:where:)``). Those that it starts in turn are looked for as in a shell's line.
    public init(program path: String, arguments: [String], searchPath: SearchPath = .own, files: [File]) {
        self.init(
            executable: path, arguments: [path] + arguments, environment: searchPath.environment, files: files)
    }
}
