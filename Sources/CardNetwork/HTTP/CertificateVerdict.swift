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
        return known.first { lowercased.contains($0.0) }?.1
    }
}
