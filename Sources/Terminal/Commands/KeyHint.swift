/// A key's label and what the key does.
public struct KeyHint: Hashable, Sendable {
    /// For display: "Ctrl-S"; may be several keys, one behind the other.
    public let key: String
    public let words: String
    /// The key that a click on the hint presses; nil for none, as with several keys.
    public let pressed: Key?

    /// A hint that names several keys, or a symbol.
    public init(key: String, words: String) { (self.key, self.words, pressed) = (key, words, nil) }

    public init(_ key: Key, _ words: String) { (self.key, self.words, pressed) = (key.label, words, key) }

    /// All keys of a command, for the help.
    public init(_ keys: [Key], _ words: String) {
        self.init(key: keys.map(\.label).joined(separator: " "), words: words, pressed: nil)
    }

    private init(key: String, words: String, pressed: Key?) {
        (self.key, self.words, self.pressed) = (key, words, pressed)
    }

    /// With the names of keys instead of their symbols, for ASCII-only output.
    public var spelledOut: KeyHint {
        let names = ["↵": "Enter", "↑": "Up", "↓": "Down", "←": "Left", "→": "Right"]
        let keys = key.split(separator: " ").map { names[String($0)] ?? String($0) }
        return KeyHint(key: keys.joined(separator: " "), words: words, pressed: pressed)
    }
}
