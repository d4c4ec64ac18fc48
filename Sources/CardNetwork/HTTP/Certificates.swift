internal import Basics
internal import Glibc

/// Why a server's certificate is not trusted. There is no option to connect nevertheless.
public enum CertificateProblem: Equatable, Sendable {
    /// Or this machine's clock is wrong: `today` is its date.
    case expired(today: String)
    case notYetValid(today: String)
    case selfSigned
    /// It is for another host.
    case wrongName(host: String)
    /// Its issuer is unknown on this machine.
    case unknownIssuer
    /// The TLS library's message.
    case other(String)

    /// The problem, and how to fix it.
    var reason: String {
        switch self {
        case .expired(let today):
            "its certificate has expired, or this machine's clock is wrong (it says \(today))"
        case .notYetValid(let today):
            "its certificate is not valid yet, or this machine's clock is wrong (it says \(today))"
        case .selfSigned:
            "its certificate is self-signed; to trust it, name its file in backend.ca_file"
        case .wrongName(let host):
            "its certificate is for another host than \(host); check backend.url"
        case .unknownIssuer:
            "its certificate is from an authority unknown to this machine; to trust it, name its file "
                + "in backend.ca_file"
        case .other(let reason):
            "its certificate cannot be trusted (\(reason))"
        }
    }
}

/// Interprets libcurl's report on a certificate that it rejected: OpenSSL and GnuTLS report in different ways.
struct CertificateVerdict: Sendable {
    private static let longestText = 200

    let isGnuTLS: Bool
    /// CURLINFO_SSL_VERIFYRESULT: one of OpenSSL's X509_V_ERR codes, or GnuTLS' gnutls_certificate_status_t, a bit set.
    let result: Int
    /// libcurl's error message. It may contain names from the certificate.
    let text: String
    /// Whether the certificate is its own issuer. GnuTLS does not report that itself.
    let isOwnIssuer: Bool

    /// - Parameters:
    ///   - host: the host that was connected to.
    ///   - today: this machine's date.
    func problem(host: String, today: String) -> CertificateProblem {
        switch isGnuTLS ? kindByGnuTLS ?? kindByText : kindByOpenSSL ?? kindByText {
        case .expired: .expired(today: today)
        case .notYetValid: .notYetValid(today: today)
        case .selfSigned: .selfSigned
        case .wrongName: .wrongName(host: host)
        case .unknownIssuer: .unknownIssuer
        case nil: .other(String(text.prefix(Self.longestText)))
        }
    }

    private enum Kind {
        case expired, notYetValid, selfSigned, wrongName, unknownIssuer
    }

    /// The codes of openssl/x509_vfy.h.
    private var kindByOpenSSL: Kind? {
        switch result {
        case 9: .notYetValid
        case 10: .expired
        case 18: .selfSigned
        // 19 is a chain with a self-signed root, as all roots are: the root is unknown here.
        case 2, 19, 20, 21, 27: .unknownIssuer
        case 62, 64: .wrongName
        default: nil
        }
    }

    /// The bits of gnutls/gnutls.h. The issuer is checked first, as in OpenSSL.
    private var kindByGnuTLS: Kind? {
        if result & 1 << 6 != 0 { return isOwnIssuer ? .selfSigned : .unknownIssuer }
        if result & 1 << 9 != 0 { return .notYetValid }
        if result & 1 << 10 != 0 { return .expired }
        if result & 1 << 14 != 0 { return .wrongName }
        return nil
    }

    /// libcurl compares the host name itself, and reports a mismatch only as text.
    private var kindByText: Kind? {
        let known: [(String, Kind)] = [
            ("does not match", .wrongName), ("no alternative certificate subject name", .wrongName),
            ("not match target host", .wrongName), ("has expired", .expired), ("expiration date has passed", .expired),
            ("not yet valid", .notYetValid), ("not activated yet", .notYetValid), ("not yet activated", .notYetValid),
            ("self-signed certificate in", .unknownIssuer), ("self signed certificate in", .unknownIssuer),
            ("self-signed", .selfSigned), ("self signed", .selfSigned), ("local issuer", .unknownIssuer),
            ("signer not found", .unknownIssuer), ("signer not trusted", .unknownIssuer),
        ]
        let lowercased = text.lowercased()
        return known.first { lowercased.contains(bytesOf: $0.0) }?.1
    }
}

/// A file of trusted certificates, named in the settings.
enum CertificateFile {
    /// A system's list of all authorities has a quarter of a megabyte.
    private static let longest = 4 << 20

    /// Whether it exists and contains a certificate in PEM. GnuTLS accepts a file without any, and then trusts no server.
    static func hasCertificate(_ path: String) -> Bool {
        guard let file = fopen(PathText.cString(path), "re") else { return false }
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
