/// The status and the headers of an answer. Values are as they came; they hold no line ends and no control characters.
struct HTTPHead: Sendable {
    let status: Int
    private(set) var headers: [(name: String, value: String)] = []

    /// Reads a status line: `HTTP/1.1 200 OK`, `HTTP/2 200`. Nil for anything else.
    init?(statusLine line: String) {
        let parts = line.split(separator: " ", maxSplits: 2)
        guard line.hasPrefix("HTTP/"), parts.count >= 2, parts[1].utf8.count == 3, let status = Int(parts[1]) else {
            return nil
        }
        self.status = status
    }

    /// Takes one line of the header. A line without a colon is passed over, and one that could not be sent back: an ETag goes
    /// into the next request as it came.
    mutating func append(line: String) {
        guard let colon = line.firstIndex(of: ":") else { return }
        var value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        while value.last == " " || value.last == "\t" { value.removeLast() }
        guard APIRequest.Header.canSend(value) else { return }
        headers.append((line[..<colon].lowercased(), String(value)))
    }

    /// The first value of that name, in any case.
    subscript(name: String) -> String? {
        let name = name.lowercased()
        return headers.first { $0.name == name }?.value
    }

    /// How long the body is, where it says so and where it comes as it is.
    var bodyBytes: Int? { encoding == .plain ? self["Content-Length"].flatMap { Int($0) } : nil }

    /// How the body is packed.
    enum Encoding {
        case plain, gzip
        /// In a way that nobody asked for.
        case unknown
    }

    var encoding: Encoding {
        switch headers.filter({ $0.name == "content-encoding" }).map({ $0.value.lowercased() }) {
        case [], ["identity"], [""]: .plain
        case ["gzip"], ["x-gzip"]: .gzip
        default: .unknown
        }
    }

    /// Whether the answer is to be had elsewhere, by the same request to its `Location`.
    var isRedirect: Bool { [301, 302, 303, 307, 308].contains(status) }
}
