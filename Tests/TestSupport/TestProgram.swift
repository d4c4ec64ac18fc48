internal import Glibc

/// Finds programs that tests start.
public enum TestProgram {
    /// Where a program of the system is: at its path, or unpacked beside the build, as `.ci/programs` does with those whose
    /// packages would start a service. Nil where it is missing.
    public static func path(of program: String) -> String? {
        [program, unpacked + program].first { access($0, X_OK) == 0 }
    }

    /// The folder that stands for `/` there.
    public static let unpacked: String = {
        let parts = #filePath.split(separator: "/").dropLast(3)
        return "/" + parts.joined(separator: "/") + "/.build/programs"
    }()
}
