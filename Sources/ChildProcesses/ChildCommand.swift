/// A command to start, with its arguments, environment and open files. A value: nothing runs by it.
public struct ChildCommand: Sendable {
    /// What one of its descriptors refers to.
    public enum File: Sendable {
        /// `/dev/null`: reads find the end, writes are discarded.
        case nothing
        /// A descriptor of this process, which stays open here. Its number must not be below that in the child.
        case descriptor(Int32)
    }

    let executable: String
    let arguments: [String]
    /// Nil for this process's own.
    let environment: [String]?
    let files: [File]

    /// - Parameters:
    ///   - arguments: beginning with the program's own name.
    ///   - environment: `NAME=value` each; nil for this process's own.
    ///   - files: its open files, from standard input on. It inherits no others.
    public init(executable: String, arguments: [String], environment: [String]? = nil, files: [File]) {
        (self.executable, self.arguments, self.environment, self.files) = (executable, arguments, environment, files)
    }

    /// A command line for `/bin/sh`. Programs that it names are searched in the folders of ``SearchPath`` only.
    /// - Parameters:
    ///   - arguments: `$1` and so on of the line, for text that the shell must not interpret.
    ///   - searchPath: set by tests only.
    public init(
        shell line: String, arguments: [String] = [], searchPath: SearchPath = .own, files: [File]
    ) {
        let shell = "/bin/sh"
        self.init(
            executable: shell, arguments: [shell, "-c", line, shell] + arguments,
            environment: searchPath.environment, files: files)
    }

    /// A program found by ``SearchPath/path(of:where:)``. Programs that it starts are searched in the same folders.
    public init(program path: String, arguments: [String], searchPath: SearchPath = .own, files: [File]) {
        self.init(
            executable: path, arguments: [path] + arguments, environment: searchPath.environment, files: files)
    }
}
