/// Why a remote could not be read or written. Its text names the remote without secrets.
public struct TransportError: UserFacingError, Hashable {
    public enum Kind: Hashable, Sendable {
        /// Nothing answers, the disk is away, the server fails: it is tried again by itself.
        case unreachable
        /// The server asks to wait.
        case busy(retryAfter: Duration?)
        /// The credentials are wrong or lack a right.
        case refused
        /// The certificate, or a redirect that must not be followed.
        case untrusted
        /// The disk or the quota there is full.
        case full
        /// Something else answers than what was set up: another vault, none, a portal's page.
        case wrongPlace
        /// The passphrase is wrong or missing.
        case sealed
        /// An object there is damaged: it is set aside, the rest goes on.
        case damaged
        /// A format or a library that is missing here.
        case unsupported
        case cancelled
    }

    public let kind: Kind
    /// The remote for people: "nas.example:443", "/mnt/stick".
    public let remote: String
    /// What happened, as the end of a sentence that begins with the remote.
    public let reason: String

    public init(_ kind: Kind, _ remote: String, _ reason: String) {
        self.kind = kind
        self.remote = remote
        self.reason = reason
    }

    /// Whether it is tried again without an action by the user.
    public var isTemporary: Bool {
        switch kind {
        case .unreachable, .busy, .full: true
        case .refused, .untrusted, .wrongPlace, .sealed, .damaged, .unsupported, .cancelled: false
        }
    }

    public var userMessage: String {
        kind == .full ? "\(remote): \(reason). Free some space there." : "\(remote): \(reason)."
    }
}
