internal import Basics
internal import CCurl
public import Cards
internal import Glibc

/// The address of a backend: http or https, a host, a port, and the base path of all requests. It has no user name,
/// password, query or fragment.
///
/// It has a parser of its own because it must be strict: two spellings of one address must have the same ``BackendID``,
/// and ambiguous text is rejected.
public struct BackendURL: Equatable, Sendable {
    /// Why a text is not a valid address of a backend.
    public enum Problem: Hashable, Sendable {
        case scheme, credentials, host, port, path, query
        /// It has letters beyond ASCII, and the library that translates them is not installed.
        case foreignHost
    }

    public let isSecure: Bool
    /// In lower case, letters beyond ASCII as `xn--` (RFC 5890); an IPv6 address in brackets.
    public let host: String
    /// Nil for the default port of the scheme.
    public let port: Int?
    /// Empty, or a path with a leading and without a trailing slash.
    public let path: String

    public init(_ text: String) throws(NetworkError) {
        do {
            (isSecure, host, port, path) = try Self.parts(of: text)
        } catch {
            throw NetworkError.badAddress(error)
        }
    }

    /// The normalized text.
    public var text: String { (isSecure ? "https://" : "http://") + hostAndPort + path }

    /// For display: the port only if it is not the default.
    public var hostAndPort: String { host + (port.map { ":\($0)" } ?? "") }

    public var backend: BackendID { BackendID(normalizedURL: text) }

    /// Whether credentials for one may be sent to the other: scheme, host and port are equal.
    public func hasSameOrigin(as other: BackendURL) -> Bool {
        (isSecure, host, port ?? 0) == (other.isSecure, other.host, other.port ?? 0)
    }

    /// Whether it is this machine: what is sent there stays on it, and takes no proxy. Other names are resolved by whoever is asked.
    public var isLoopback: Bool {
        host == "localhost" || host == "[::1]"
            || (host.hasPrefix("127.") && host.utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: ".") })
    }

    private typealias Parts = (isSecure: Bool, host: String, port: Int?, path: String)

    private static func parts(of text: String) throws(Problem) -> Parts {
        let bytes = Array(text.utf8)
        let isSecure: Bool
        let start: Int
        if hasPrefix("https://", bytes) {
            (isSecure, start) = (true, 8)
        } else if hasPrefix("http://", bytes) {
            (isSecure, start) = (false, 7)
        } else {
            throw .scheme
        }
        guard !bytes.contains(UInt8(ascii: "?")), !bytes.contains(UInt8(ascii: "#")) else { throw .query }
        let end = bytes[start...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.count
        let authority = bytes[start..<end]
        guard !authority.contains(UInt8(ascii: "@")) else { throw .credentials }
        let (host, portText) = try split(authority)
        let port = try number(of: portText)
        return (isSecure, host, port == (isSecure ? 443 : 80) ? nil : port, try path(of: bytes[end...]))
    }

    /// The host, and the text after its colon.
    private static func split(_ authority: ArraySlice<UInt8>) throws(Problem) -> (String, ArraySlice<UInt8>?) {
        let host: ArraySlice<UInt8>
        let isAddress = authority.first == UInt8(ascii: "[")
        guard isAddress else {
            let typed = authority.prefix { $0 != UInt8(ascii: ":") }
            let name = typed.allSatisfy { $0 < 0x80 } ? typed : try ascii(typed)
            guard !name.isEmpty, name.count <= 253, name.first != UInt8(ascii: "-"), name.allSatisfy(isInName) else {
                throw .host
            }
            return (String(decoding: name, as: UTF8.self).lowercased(), try portText(authority[typed.endIndex...]))
        }
        guard let close = authority.firstIndex(of: UInt8(ascii: "]")) else { throw .host }
        host = authority[...close]
        let inside = host.dropFirst().dropLast()
        guard inside.contains(UInt8(ascii: ":")), inside.allSatisfy(isInAddress) else { throw .host }
        return (String(decoding: host, as: UTF8.self).lowercased(), try portText(authority[host.endIndex...]))
    }

    /// The name of a host with letters beyond ASCII, as libcurl translates it: `bücher.example` is `xn--bcher-kva.example`.
    private static func ascii(_ name: ArraySlice<UInt8>) throws(Problem) -> ArraySlice<UInt8> {
        guard name.count <= 1000, !name.contains(0) else { throw .host }
        guard cards_idn_is_there() else { throw .foreignHost }
        guard let ascii = cards_idn_ascii(String(decoding: name, as: UTF8.self)) else { throw .host }
        defer { free(ascii) }
        return Array(String(cString: ascii).utf8)[...]
    }

    private static func portText(_ rest: ArraySlice<UInt8>) throws(Problem) -> ArraySlice<UInt8>? {
        guard rest.isEmpty || rest.first == UInt8(ascii: ":") else { throw .host }
        return rest.isEmpty ? nil : rest.dropFirst()
    }

    private static func number(of text: ArraySlice<UInt8>?) throws(Problem) -> Int? {
        guard let text, !text.isEmpty else { return nil }
        guard text.count <= 5, text.allSatisfy(\.isDigit), let port = Int(String(decoding: text, as: UTF8.self)),
            (1...65_535).contains(port)
        else { throw .port }
        return port
    }

    private static func path(of text: ArraySlice<UInt8>) throws(Problem) -> String {
        var path = text
        while path.last == UInt8(ascii: "/") { path.removeLast() }
        if path.isEmpty { return "" }
        guard path.allSatisfy({ isInPath($0) }) else { throw .path }
        for segment in path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard !segment.isEmpty, !segment.allSatisfy({ $0 == UInt8(ascii: ".") }) else { throw .path }
        }
        return String(decoding: path, as: UTF8.self)
    }

    private static func hasPrefix(_ prefix: StaticString, _ bytes: [UInt8]) -> Bool {
        prefix.withUTF8Buffer { letters in
            bytes.count >= letters.count
                && zip(bytes, letters).allSatisfy { $0 == $1 || ($0.isLetter && $0 | 0x20 == $1) }
        }
    }

    private static func isInName(_ byte: UInt8) -> Bool {
        byte.isDigit || byte.isLetter || "-._".utf8.contains(byte)
    }
    private static func isInAddress(_ byte: UInt8) -> Bool {
        Hexadecimal.value(of: byte) != nil || ":.".utf8.contains(byte)
    }
    /// Characters allowed in a path (RFC 3986, 3.3), and "%" of escapes.
    private static func isInPath(_ byte: UInt8) -> Bool {
        byte.isDigit || byte.isLetter || "-._~!$&'()*+,;=:@%/".utf8.contains(byte)
    }
}

extension BackendURL.Problem: Error {}
