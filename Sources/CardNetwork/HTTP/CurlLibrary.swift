internal import CCurl
internal import Cards
internal import Synchronization

/// libcurl, loaded when the first request needs it.
public enum CurlLibrary {
    /// Debian has one library with OpenSSL and one with GnuTLS; both work.
    public static let names = ["libcurl.so.4", "libcurl-gnutls.so.4"]

    /// Initializing libcurl is not thread-safe in its older versions.
    private static let lock = Mutex(())

    /// Loads the first library that exists; nil if none does.
    static func open(_ names: [String]) -> CurlFunctions? {
        lock.withLock { _ in
            for name in names {
                var functions = CurlFunctions()
                if functions.load(from: name) { return functions }
            }
            return nil
        }
    }
}

extension CurlFunctions {
    /// The time of a header's date (RFC 9110, 5.6.7); nil for anything else.
    func timestamp(ofDate text: String) -> Timestamp? {
        let seconds = seconds(ofDate: text)
        return seconds < 0 ? nil : Timestamp(milliseconds: seconds * 1000)
    }

    /// Whether it uses GnuTLS for TLS, and not OpenSSL or a fork of it.
    var usesGnuTLS: Bool {
        version().map { String(cString: $0) }?.split(separator: " ").contains { $0.hasPrefix("GnuTLS/") } ?? false
    }
}
