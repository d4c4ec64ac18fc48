/// Sets the backend while the program runs: tries it, and writes it into the settings. Existing settings stay as they are.
public protocol BackendSetup: Sendable {
    /// Credentials are about to be typed: from now on the process leaves no core dump.
    func prepare()

    /// Requests the backend's list and returns how many cards it has; nothing is stored. A cancelled task ends the request. Throws
    /// errors with messages for people.
    func tryOut(_ proposal: BackendProposal) async throws -> Int

    /// Writes the settings, and the credentials into a file of their own, and returns the started loader.
    func save(_ proposal: BackendProposal) async throws -> any CardLoader
}

/// A backend as typed. Its description does not contain the credentials.
public struct BackendProposal: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    public var url: String
    public var kind: BackendKind
    /// `user:password` or a token; empty for none.
    public var credentials: String

    public init(url: String = "", kind: BackendKind = .myCards, credentials: String = "") {
        self.url = url
        self.kind = kind
        self.credentials = credentials
    }

    /// The same with a scheme where none was typed: http for a server on this machine, which has a port, otherwise https.
    public var withScheme: BackendProposal {
        if url.contains("://") { return self }
        var proposal = self
        let host = url.prefix { $0 != "/" }.lowercased()
        let isHere = ["localhost:", "127.", "[::1]:"].contains { host.hasPrefix($0) }
        let hasPort = host.split(separator: "]").last?.contains(":") == true
        proposal.url = (isHere && hasPort ? "http://" : "https://") + url
        return proposal
    }

    public var description: String { "\(url) (\(kind.rawValue))" }
    public var customMirror: Mirror { Mirror(self, children: ["url": url, "kind": kind]) }
}

/// The kinds of backends. The raw value is the name in the settings.
public enum BackendKind: String, Sendable, CaseIterable {
    case myCards = "mycards"
    case firebase

    /// The name for display.
    public var name: String {
        switch self {
        case .myCards: "My Cards"
        case .firebase: "Firebase"
        }
    }
}
