internal import CCurl
internal import Cards
internal import Synchronization

/// libcurl, opened when the first request needs it.
enum CurlLibrary {
    /// Debian has the library for OpenSSL and for GnuTLS; both serve.
    static let names = ["libcurl.so.4", "libcurl-gnutls.so.4"]

    /// Setting libcurl up is not safe on two threads in its older versions.
    private static let turn = Mutex(())

    /// The first of these that is there; nil when none is.
    static func open(_ names: [String]) -> CurlFunctions? {
        turn.withLock { _ in
            for name in names {
                var functions = CurlFunctions()
                if functions.load(from: name) { return functions }
            }
            return nil
        }
    }
}

extension CurlFunctions {
    /// The moment that a header names (RFC 9110, 5.6.7); nil for what is no date.
    func moment(ofDate text: String) -> Timestamp? {
        let seconds = seconds(ofDate: text)
        return seconds < 0 ? nil : Timestamp(milliseconds: seconds * 1000)
    }

    /// Whether it does TLS by GnuTLS, and not by OpenSSL or one of its kind.
    var usesGnuTLS: Bool {
        version().map { String(cString: $0) }?.split(separator: " ").contains { $0.hasPrefix("GnuTLS/") } ?? false
    }
}
