import Glibc

/// A file for one test, deleted with this value.
final class TemporaryFile: Sendable {
    let path: String

    init() {
        var template = Array("/tmp/curses-test-XXXXXX".utf8CString)
        let file = mkstemp(&template)
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        close(file)
    }

    deinit { unlink(path) }

    var text: String {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = read(file, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }
}
