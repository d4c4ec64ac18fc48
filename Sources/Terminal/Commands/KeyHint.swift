/// A key's label and what the key does.
public struct KeyHint: Hashable, Sendable {
    /// For display: "Ctrl-S"; may be several keys, one behind the other.
    public let key: String
    public let text: String
    /// The key that a click on the hint presses; nil for none, as with several keys.
    public let pressed: Key?

    /// A hint that names several keys, or a symbol.
    public init(key: String, text: String) { (self.key, self.text, pressed) = (key, text, nil) }

    public init(_ key: Key, _ text: String) { (self.key, self.text, pressed) = (key.label, text, key) }

    /// All keys of a command, for the help.
    public init(_ keys: [Key], _ text: String) {
        self.init(key: keys.map(\.label).joined(separator: " "), text: text, pressed: nil)
    }

    private init(key: String, text: String, pressed: Key?) {
        (self.key, self.text, self.pressed) = (key, text, pressed)
    }

    /// With the names of keys instead of their symbols, for ASCII-only output.
    public var spelledOut: KeyHint {
        let names = ["↵": "Enter", "↑": "Up", "↓": "Down", "←": "Left", "→": "Right"]
        let keys = key.split(separator: " ").map { names[String($0)] ?? String($0) }
        return KeyHint(key: keys.joined(separator: " "), text: text, pressed: pressed)
    }
}
