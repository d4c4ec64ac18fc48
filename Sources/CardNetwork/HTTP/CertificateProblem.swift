/// Why a server's certificate does not prove who it is. There is no switch to go on all the same.
public enum CertificateProblem: Hashable, Sendable {
    /// Or this machine's clock is wrong: `today` is what it says.
    case expired(today: String)
    case notYetValid(today: String)
    case selfSigned
    /// It is not for this host.
    case wrongName(host: String)
    /// Signed by somebody of whom this machine knows nothing.
    case unknownIssuer
    /// In the words of the TLS library.
    case other(String)

    /// What it is, and what can be done about it.
    var words: String {
        switch self {
        case .expired(let today):
            "its certificate has expired, or this machine's clock is wrong (it says \(today))"
        case .notYetValid(let today):
            "its certificate is not valid yet, or this machine's clock is wrong (it says \(today))"
        case .selfSigned:
            "its certificate is signed only by itself; if you trust it, name its file in backend.ca_file"
        case .wrongName(let host):
            "its certificate is not for \(host) but for another host; check backend.url"
        case .unknownIssuer:
            "its certificate is signed by an authority that this machine does not know; if you trust that, name its file "
                + "in backend.ca_file"
        case .other(let reason):
            "its certificate cannot be trusted (\(reason))"
        }
    }
}
