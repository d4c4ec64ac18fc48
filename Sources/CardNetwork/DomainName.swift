internal import Glibc

/// Names of hosts with letters beyond ASCII (RFC 5890), by the library with which libcurl translates them.
enum DomainName {
    private typealias Translate =
        @convention(c) (UnsafePointer<UInt8>, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, CInt) -> CInt

    /// The name is normalized first, and ß stays ß (`IDN2_NFC_INPUT`, `IDN2_NONTRANSITIONAL`): libcurl does it so.
    private static let flags: CInt = 1 | 8

    /// Opened on first use; nil where it is not installed.
    private static let translate: Translate? = {
        guard let library = dlopen("libidn2.so.0", RTLD_NOW | RTLD_LOCAL), let symbol = dlsym(library, "idn2_lookup_u8")
        else { return nil }
        return unsafeBitCast(symbol, to: Translate.self)
    }()

    /// The name in ASCII: `bücher.example` is `xn--bcher-kva.example`.
    static func ascii(_ name: ArraySlice<UInt8>) throws(BackendURL.Problem) -> [UInt8] {
        guard name.count <= 1000, !name.contains(0) else { throw .host }
        guard let translate else { throw .foreignHost }
        var output: UnsafeMutablePointer<CChar>?
        guard translate(Array(name) + [0], &output, flags) == 0, let output else { throw .host }
        defer { free(output) }
        return String(cString: output).utf8.map { $0 }
    }
}
