/// Why a server's certificate is not trusted. There is no option to connect nevertheless.
public enum CertificateProblem: Hashable, Sendable {
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
