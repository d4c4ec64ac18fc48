internal import Glibc

/// What this package builds, for tests that start it.
public enum Products {
    /// The folder of the products of the tests' own build: beside the test runner.
    public static let folder: String = {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        let path = String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return path.split(separator: "/").dropLast().reduce("") { $0 + "/" + $1 }
    }()

    /// The program: the file that `CARDS_PROGRAM` names, which is the one that people run (`make test`), else that of the tests' build.
    public static let program: String =
        getenv("CARDS_PROGRAM").map { String(cString: $0) } ?? folder + "/cards-tui"
}
