internal import Glibc

/// The folders in which programs are looked for, as PATH has them, without those that are empty or relative: what lies in the folder
/// where the program was started must not become a program.
public struct SearchPath: Sendable {
    /// Where PATH leaves nothing.
    private static let standard = "/usr/local/bin:/usr/bin:/bin"

    public let folders: [String]

    /// - Parameter text: as in PATH; nil where that is not set.
    public init(_ text: String?) {
        let folders = (text ?? "").split(separator: ":").map { String($0) }.filter { $0.hasPrefix("/") }
        self.folders = folders.isEmpty ? Self.standard.split(separator: ":").map { String($0) } : folders
    }

    /// Our own.
    public static var own: SearchPath { SearchPath(getenv("PATH").map { String(cString: $0) }) }

    /// Where a program is; nil where there is none that we may run.
    public func path(of program: String) -> String? { path(of: program) { access($0, X_OK) == 0 } }

    /// - Parameter mayRun: whether it is a program that we may run; tests say it themselves.
    public func path(of program: String, where mayRun: (String) -> Bool) -> String? {
        folders.lazy.map { $0 + "/" + program }.first(where: mayRun)
    }

    /// Our own environment with this as its PATH: what a shell finds by name, and all that it starts, is found there only.
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
