/// A key's label and what the key does.
public struct KeyHint: Equatable, Sendable {
    /// For display: "Ctrl-S"; may be several keys, one behind the other.
    public private(set) var key: String
    public let text: String
    /// The key that a click on the hint presses; nil for none, as with several keys.
    public let pressed: Key?
    /// Whether it is the way out: Esc, or another key that leaves.
    public let leaves: Bool

    /// A hint that names several keys, or a symbol.
    public init(key: String, text: String) { self.init(key: key, text: text, pressed: nil, leaves: false) }

    /// - Parameter leaves: whether the key leaves; Esc always does.
    public init(_ key: Key, _ text: String, leaves: Bool = false) {
        self.init(key: key.label, text: text, pressed: key, leaves: leaves || key == .escape)
    }

    /// All keys of a command, for the help.
    public init(_ keys: [Key], _ text: String) {
        self.init(key: keys.map(\.label).joined(separator: " "), text: text)
    }

    private init(key: String, text: String, pressed: Key?, leaves: Bool) {
        self.key = key
        self.text = text
        self.pressed = pressed
        self.leaves = leaves
    }

    /// The columns that it takes in a footer.
    var width: Int { SafeText(key).width + 1 + SafeText(text).width }

    /// With the names of keys instead of their symbols, for ASCII-only output.
    public var spelledOut: KeyHint {
        let names = ["↵": "Enter", "↑": "Up", "↓": "Down", "←": "Left", "→": "Right"]
        let keys = key.split(separator: " ").map { names[String($0)] ?? String($0) }
        var copy = self
        copy.key = keys.joined(separator: " ")
        return copy
    }
}
