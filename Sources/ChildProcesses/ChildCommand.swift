internal import Basics
internal import CProcess
internal import Glibc

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
        self.executable = executable
        self.arguments = arguments
        self.environment = environment
        self.files = files
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

extension ChildCommand {
    /// Starts the command. It does not inherit blocked or ignored signals of this process.
    /// - Parameter sharesTerminal: true to stay in the session and process group of this process, so that it may use the terminal;
    ///   false for a session of its own: it then has no controlling terminal, Ctrl-C does not reach it, and its process id is also its
    ///   group id.
    /// - Returns: the process id.
    func start(sharesTerminal: Bool = false) throws(StartError) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, file) in zip(STDIN_FILENO..., files) {
            switch file {
            case .nothing: posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
            case .descriptor(let ours): posix_spawn_file_actions_adddup2(&actions, ours, number)
            }
        }
        // Closes also what libraries have opened: a browser must not hold a network connection of ours.
        posix_spawn_file_actions_addclosefrom_np(&actions, Int32(files.count))

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(
            &attributes,
            Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF)
                | (sharesTerminal ? 0 : Int16(CPROCESS_SPAWN_SETSID)))

        var identifier: pid_t = 0
        let program = PathText.cString(executable)
        let code = Self.withCStrings(arguments) { arguments in
            guard let environment else {
                return posix_spawn(&identifier, program, &actions, &attributes, arguments, environ)
            }
            return Self.withCStrings(environment) { environment in
                posix_spawn(&identifier, program, &actions, &attributes, arguments, environment)
            }
        }
        guard code == 0 else { throw StartError(code: code) }
        return identifier
    }

    /// Calls `body` with C strings, which may be paths, followed by a null pointer.
    private static func withCStrings<Result>(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = texts.map { strdup(PathText.cString($0)) }
        defer { copies.forEach { free($0) } }
        return body(copies + [nil])
    }
}

/// Why a child process, or a pipe for it, could not be created. Its purpose is known to the caller only.
public struct StartError: Error, Equatable {
    /// An errno.
    public let code: Int32

    /// The system's message (strerror(3)), as a part of a sentence.
    public var reason: String { String(cString: strerror(code)) }
}

/// The folders of PATH in which programs are searched. Empty and relative ones are left out: a file in the working directory must
/// not be run as a program.
public struct SearchPath: Sendable {
    /// Used where PATH has no absolute folder.
    private static let standard = "/usr/local/bin:/usr/bin:/bin"

    public let folders: [String]

    /// - Parameter text: the value of PATH; nil where it is not set.
    public init(_ text: String?) {
        let folders = (text ?? "").split(separator: ":").map { String($0) }.filter { $0.hasPrefix("/") }
        self.folders = folders.isEmpty ? Self.standard.split(separator: ":").map { String($0) } : folders
    }

    /// That of this process.
    public static var own: SearchPath { SearchPath(ThisMachine.environment("PATH")) }

    /// The path of a program; nil where there is no executable one.
    public func path(of program: String) -> String? { path(of: program) { access(PathText.cString($0), X_OK) == 0 } }

    /// - Parameter mayRun: whether the file can be run; replaced by tests.
    public func path(of program: String, where mayRun: (String) -> Bool) -> String? {
        folders.lazy.map { $0 + "/" + program }.first(where: mayRun)
    }

    /// The environment of this process with these folders as PATH, so that a shell and its children search only there.
    var environment: [String] {
        var variables = ["PATH=" + folders.joined(separator: ":")]
        var next: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = environ
        while let variable = next.pointee {
            let text = PathText.text(cString: variable)
            if !text.hasPrefix("PATH=") { variables.append(text) }
            next += 1
        }
        return variables
    }
}
