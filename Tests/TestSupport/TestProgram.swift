internal import Glibc

/// Locates programs that tests start.
public enum TestProgram {
    /// The path of a system program: installed, or unpacked beside the build, as `.ci/programs` does with packages that would start
    /// a service. Nil if it is missing.
    public static func path(of program: String) -> String? {
        [program, unpacked + program].first { access($0, X_OK) == 0 }
    }

    /// The same for a file or folder that a program reads.
    static func file(_ path: String) -> String? {
        [path, unpacked + path].first { access($0, R_OK) == 0 }
    }

    static var isRoot: Bool { getuid() == 0 }

    /// The root folder of the unpacked programs.
    public static let unpacked: String = {
        let parts = #filePath.split(separator: "/").dropLast(3)
        return "/" + parts.joined(separator: "/") + "/.build/programs"
    }()
}
