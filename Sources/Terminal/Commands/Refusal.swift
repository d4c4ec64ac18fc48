/// Why the key of a command does nothing now: the rest of a sentence that begins with the key, "moves cards in manual order".
public struct Refusal: Hashable, Sendable, ExpressibleByStringLiteral {
    public let text: String
    /// The name of the command that helps, whose key is shown behind the text; nil for none.
    public let remedy: String?
    /// Whether the text is a whole sentence, which does not begin with the key.
    private let isSentence: Bool

    public init(_ text: String, remedy: String? = nil) { (self.text, self.remedy, isSentence) = (text, remedy, false) }

    public init(sentence: String) { (text, remedy, isSentence) = (sentence, nil, true) }

    public init(stringLiteral text: String) { self.init(text) }

    /// "J moves cards in manual order: o".
    /// - Parameter label: the readable key of the command of this name; nil if no key triggers it now.
    public func sentence(for key: String, label: (String) -> String?) -> String {
        (isSentence ? text : "\(key) \(text)") + (remedy.flatMap(label).map { ": \($0)" } ?? "")
    }
}
