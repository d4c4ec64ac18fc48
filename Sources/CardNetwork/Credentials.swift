/// Credentials for a backend. They are sent with requests only; their description does not contain them.
public struct Credentials: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    enum Kind: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
        case basic(user: String, password: String)
        case bearer(token: String)
        /// Of a pass (Apple Wallet).
        case pass(token: String)

        var description: String { "credentials" }
        var customMirror: Mirror { Mirror(self, children: []) }
    }

    let kind: Kind

    private init(kind: Kind) { self.kind = kind }

    /// The whole text, for a service that expects it in the query. The item must be marked as secret.
    var token: String {
        switch kind {
        case .basic(let user, let password): user + ":" + password
        case .bearer(let token), .pass(let token): token
        }
    }

    /// The token of a pass. Nil if no header can hold it.
    package static func ofPass(_ token: String) -> Credentials? {
        guard !token.isEmpty, token.utf8.count <= 4096, token.utf8.allSatisfy({ (0x21..<0x7F).contains($0) }) else {
            return nil
        }
        return Credentials(kind: .pass(token: token))
    }

    /// Parses `user:password` (sent as Basic) or a token (sent as Bearer). Nil if the text is empty or contains a
    /// control character, which could end the header.
    public init?(_ text: String) {
        guard !text.isEmpty, text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
            return nil
        }
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2 {
            kind = .basic(user: String(parts[0]), password: String(parts[1]))
        } else {
            kind = .bearer(token: text)
        }
    }

    public var description: String { "credentials" }
    public var customMirror: Mirror { Mirror(self, children: []) }
}
