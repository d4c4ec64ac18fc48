internal import Glibc

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
    public static var own: SearchPath { SearchPath(getenv("PATH").map { String(cString: $0) }) }

    /// The path of a program; nil where there is no executable one.
    public func path(of program: String) -> String? { path(of: program) { access($0, X_OK) == 0 } }

    /// - Parameter mayRun: whether the file can be run; replaced by tests.
    public func path(of program: String, where mayRun: (String) -> Bool) -> String? {
        folders.lazy.map { $0 + "/" + program }.first(where: mayRun)
    }

    /// The environment of this process with these folders as PATH, so that a shell and its children search only there.
    var environment: [String] {
        var variables = ["PATH=" + folders.joined(separator: ":")]
        var next: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = environ
        while let variable = next.pointee {
            let text = String(cString: variable)
            if !text.hasPrefix("PATH=") { variables.append(text) }
            next += 1
        }
        return variables
    }
}
