internal import Basics
internal import Cards

/// Takes a backend's credentials out of texts that came from outside: a server may send back the address or the header that it was
/// sent, and its words are kept in the store and shown. Printing it shows nothing of them.
struct SecretFilter: Sendable, CustomStringConvertible, CustomReflectable {
    /// Anything shorter is found in every other text, and protects nothing.
    private static let shortest = 4
    /// So much of the beginning of a longer one counts as well: the text may have been cut.
    private static let telling = 8
    private static let replacement = "…"

    /// The forms in which a secret travels, the longest first.
    private let forms: [[UInt8]]

    init(_ credentials: Credentials? = nil) {
        var texts = Set(credentials?.secretTexts ?? [])
        for text in texts {
            let escaped = PercentCoding.encoded(text, keeping: .unreserved)
            texts.formUnion([escaped, escaped.withLowercaseEscapes, Base64.text(of: Array(text.utf8))])
        }
        forms = texts.map { Array($0.utf8) }.filter { $0.count >= Self.shortest }.sorted { $0.count > $1.count }
    }

    /// The text without any of them.
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
    /// What nobody else may read: with a user's name, the password by itself too.
    fileprivate var secretTexts: [String] {
        switch kind {
        case .basic(_, let password): [token, password]
        case .bearer: [token]
        }
    }
}

extension String {
    /// `%2F` as `%2f`: both are written.
    fileprivate var withLowercaseEscapes: String {
        var left = 0
        return String(
            map { character in
                if character == "%" { left = 2 } else if left > 0 { left -= 1 } else { return character }
                return Character(character.lowercased())
            })
    }
}
