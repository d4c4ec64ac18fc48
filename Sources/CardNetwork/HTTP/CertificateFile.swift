internal import Glibc

/// A file of trusted certificates, named in the settings.
enum CertificateFile {
    /// A system's list of all authorities has a quarter of a megabyte.
    private static let longest = 4 << 20

    /// Whether it exists and contains a certificate in PEM. GnuTLS accepts a file without any, and then trusts no server.
    static func hasCertificate(_ path: String) -> Bool {
        guard let file = fopen(path, "re") else { return false }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 256)
        var read = 0
        while read < longest, fgets(&line, Int32(line.count), file) != nil {
            let bytes = line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            let text = String(decoding: bytes, as: UTF8.self)
            // Also "X509 CERTIFICATE" and "TRUSTED CERTIFICATE" in older files and in those of OpenSSL.
            if text.hasPrefix("-----BEGIN "), text.trimmingLineEnd.hasSuffix("CERTIFICATE-----") { return true }
            read += max(1, bytes.count)
        }
        return false
    }
}

extension String {
    fileprivate var trimmingLineEnd: Substring {
        var text = self[...]
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
