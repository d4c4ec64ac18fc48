internal import Glibc

/// What this machine and this process are called: for texts that people typed here, and for texts that name this machine elsewhere.
public enum ThisMachine {
    /// The name of the host; "a device" where it has none.
    public static var name: String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return "a device" }
        let name = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return name.isEmpty ? "a device" : name
    }

    /// The absolute path of the working directory; the root where it is gone.
    public static var workingFolder: String {
        let path = getcwd(nil, 0)
        defer { free(path) }
        return path.map { PathText.text(cString: $0) } ?? "/"
    }

    /// The home folder of the user; nil where the environment names none.
    public static var home: String? { environment("HOME") }

    /// A variable of the environment, which may hold paths; nil where it is not set.
    public static func environment(_ name: String) -> String? { getenv(name).map { PathText.text(cString: $0) } }
}
