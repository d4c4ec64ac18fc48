internal import Basics
internal import CCurl
internal import Cards

/// The status and headers of an answer. Values are kept as received; they contain no line ends and no control characters.
package struct HTTPHead: Sendable {
    package let status: Int
    private(set) var headers: [(name: String, value: String)] = []

    /// Parses a status line: `HTTP/1.1 200 OK`, `HTTP/2 200`. Nil for anything else.
    init?(statusLine line: String) {
        let parts = line.split(separator: " ", maxSplits: 2)
        guard line.hasPrefix("HTTP/"), parts.count >= 2, parts[1].utf8.count == 3, let status = Int(parts[1]) else {
            return nil
        }
        self.status = status
    }

    /// Parses a header line. Ignores a line without a colon, and a value that could not be sent back: an ETag is copied
    /// into the next request.
    mutating func append(line: String) {
        guard let colon = line.firstIndex(of: ":") else { return }
        var value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
        while value.last == " " || value.last == "\t" { value.removeLast() }
        guard APIRequest.Header.canSend(value) else { return }
        headers.append((line[..<colon].lowercased(), String(value)))
    }

    /// The first value of a header; its name is case-insensitive.
    subscript(name: String) -> String? {
        let name = name.lowercased()
        return headers.first { $0.name == name }?.value
    }

    /// The length of the body, if it is given and the body is not compressed.
    var bodyBytes: Int? { encoding == .plain ? self["Content-Length"].flatMap { Int($0) } : nil }

    /// Whether it gives a length that no body can have: no number, or more than one holds.
    var isLengthInvalid: Bool {
        headers.contains { $0.name == "content-length" && (Int($0.value) ?? -1) < 0 }
    }

    /// The compression of the body.
    enum Encoding: Equatable {
        case plain, gzip
        /// Not requested and not supported; as the header names it, without what could be no name.
        case other(String)
    }

    var encoding: Encoding {
        let names = headers.filter { $0.name == "content-encoding" }.map { $0.value.lowercased() }
        return switch names {
        case [], ["identity"], [""]: .plain
        case ["gzip"], ["x-gzip"]: .gzip
        default:
            .other(
                String(names.joined(separator: ", ").filter { $0.isASCII && ($0 >= " ") && $0 != "\u{7F}" }.prefix(40)))
        }
    }

    /// Whether the same request has to be sent to its `Location`.
    var isRedirect: Bool { [301, 302, 303, 307, 308].contains(status) }
}

/// How long a backend asks to be left alone: its `Retry-After` (RFC 9110, 10.2.3), never longer than ``longest``.
struct RetryAfter: Equatable, Sendable {
    /// Nobody waits longer than this because of one header.
    static let longest = Duration.seconds(3600)

    let delay: Duration

    /// Reads seconds, or a date. What is negative or past is no wait at all; nil for what is neither.
    /// - Parameters:
    ///   - date: the answer's own `Date`. The two are of one clock, while ours may be years away from it.
    ///   - now: what our clock says; it counts where there is no such header.
    ///   - library: reads dates.
    init?(_ value: String, date: String?, now: Timestamp, by library: CurlFunctions) {
        if let seconds = Self.seconds(value) {
            delay = seconds
        } else if let end = library.timestamp(ofDate: value) {
            let start = date.flatMap(library.timestamp(ofDate:)) ?? now
            let milliseconds = end.milliseconds - start.milliseconds
            delay = max(.zero, min(Self.longest, .milliseconds(milliseconds)))
        } else {
            return nil
        }
    }

    init?(_ head: HTTPHead, now: Timestamp, by library: CurlFunctions) {
        guard let value = head["Retry-After"] else { return nil }
        self.init(value, date: head["Date"], now: now, by: library)
    }

    private static func seconds(_ text: String) -> Duration? {
        let isNegative = text.hasPrefix("-")
        let digits = text.utf8.dropFirst(isNegative ? 1 : 0)
        guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
        if isNegative { return .zero }
        // More digits than a number holds are more than an hour.
        return Int(text).map { min(longest, .seconds($0)) } ?? longest
    }
}
