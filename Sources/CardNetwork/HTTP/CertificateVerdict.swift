/// What libcurl says of a certificate that it refused, and how that is read: OpenSSL and GnuTLS say it in different ways.
struct CertificateVerdict: Sendable {
    private static let longestWords = 200

    let isGnuTLS: Bool
    /// CURLINFO_SSL_VERIFYRESULT: one of OpenSSL's X509_V_ERR numbers, or GnuTLS' gnutls_certificate_status_t, a set of bits.
    let result: Int
    /// The text beside libcurl's code. It may hold names from the certificate.
    let words: String
    /// Whether the certificate names itself as its issuer. Only GnuTLS leaves that open.
    let isOwnIssuer: Bool

    /// - Parameters:
    ///   - host: whom the certificate should have been for.
    ///   - today: this machine's date.
    func problem(host: String, today: String) -> CertificateProblem {
        switch isGnuTLS ? kindByGnuTLS ?? kindByWords : kindByOpenSSL ?? kindByWords {
        case .expired: .expired(today: today)
        case .notYetValid: .notYetValid(today: today)
        case .selfSigned: .selfSigned
        case .wrongName: .wrongName(host: host)
        case .unknownIssuer: .unknownIssuer
        case nil: .other(String(words.prefix(Self.longestWords)))
        }
    }

    private enum Kind {
        case expired, notYetValid, selfSigned, wrongName, unknownIssuer
    }

    /// The numbers of openssl/x509_vfy.h.
    private var kindByOpenSSL: Kind? {
        switch result {
        case 9: .notYetValid
        case 10: .expired
        case 18: .selfSigned
        // 19 is a chain whose root signed itself, as all do: it is not known here.
        case 2, 19, 20, 21, 27: .unknownIssuer
        case 62, 64: .wrongName
        default: nil
        }
    }

    /// The bits of gnutls/gnutls.h. Who signed it comes first, as it does with OpenSSL.
    private var kindByGnuTLS: Kind? {
        if result & 1 << 6 != 0 { return isOwnIssuer ? .selfSigned : .unknownIssuer }
        if result & 1 << 9 != 0 { return .notYetValid }
        if result & 1 << 10 != 0 { return .expired }
        if result & 1 << 14 != 0 { return .wrongName }
        return nil
    }

    /// The name is compared by libcurl itself, which has only words for that.
    private var kindByWords: Kind? {
        let known: [(String, Kind)] = [
            ("does not match", .wrongName), ("no alternative certificate subject name", .wrongName),
            ("not match target host", .wrongName), ("has expired", .expired), ("expiration date has passed", .expired),
            ("not yet valid", .notYetValid), ("not activated yet", .notYetValid), ("not yet activated", .notYetValid),
            ("self-signed certificate in", .unknownIssuer), ("self signed certificate in", .unknownIssuer),
            ("self-signed", .selfSigned), ("self signed", .selfSigned), ("local issuer", .unknownIssuer),
            ("signer not found", .unknownIssuer), ("signer not trusted", .unknownIssuer),
        ]
        let text = words.lowercased()
        return known.first { text.contains($0.0) }?.1
    }
}
