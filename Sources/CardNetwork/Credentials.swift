internal import Basics
internal import Cards

/// Credentials for a backend. They are sent with requests only; their description does not contain them.
public struct Credentials: Equatable, Sendable, CustomStringConvertible, CustomReflectable {
    enum Kind: Equatable, Sendable, CustomStringConvertible, CustomReflectable {
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

/// Removes a backend's credentials from untrusted texts: a server may return the URL or the header that it received,
/// and its messages are stored and shown. Its description contains no secret.
struct SecretFilter: Sendable, CustomStringConvertible, CustomReflectable {
    /// Shorter secrets occur in every other text by chance and protect nothing.
    private static let shortest = 4
    /// A prefix of this length of a longer secret is removed, too: the text may have been truncated.
    private static let telling = 8
    private static let replacement = "…"

    /// The encodings of the secrets, longest first.
    private let forms: [[UInt8]]

    init(_ credentials: Credentials? = nil) {
        var texts = Set(credentials?.secretTexts ?? [])
        for text in texts {
            let escaped = PercentCoding.encoded(text, keeping: .unreserved)
            texts.formUnion([escaped, escaped.withLowercaseEscapes, Base64.text(of: Array(text.utf8))])
        }
        forms = texts.map { Array($0.utf8) }.filter { $0.count >= Self.shortest }.sorted { $0.count > $1.count }
    }

    /// The text with all secrets replaced by `…`.
    func clean(_ text: String) -> String {
        var bytes = Array(text.utf8)
        for form in forms { Self.replace(form, in: &bytes) }
        return String(decoding: bytes, as: UTF8.self)
    }

    func isIn(_ text: String) -> Bool { clean(text) != text }

    private static func replace(_ form: [UInt8], in bytes: inout [UInt8]) {
        let least = min(form.count, telling)
        var result: [UInt8] = []
        var start = 0
        while start < bytes.count {
            let length = zip(bytes[start...], form).prefix { $0 == $1 }.count
            if length >= least {
                result += Array(replacement.utf8)
                start += length
            } else {
                result.append(bytes[start])
                start += 1
            }
        }
        bytes = result
    }

    var description: String { "secrets" }
    var customMirror: Mirror { Mirror(self, children: []) }
}

extension Credentials {
    /// The secret parts: with a user name, also the password alone.
    fileprivate var secretTexts: [String] {
        switch kind {
        case .basic(_, let password): [token, password]
        case .bearer, .pass: [token]
        }
    }
}

extension String {
    /// Converts `%2F` to `%2f`: both forms are in use.
    fileprivate var withLowercaseEscapes: String {
        var left = 0
        return String(
            map { character in
                if character == "%" { left = 2 } else if left > 0 { left -= 1 } else { return character }
                return Character(character.lowercased())
            })
    }
}
