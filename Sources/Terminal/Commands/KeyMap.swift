/// The user's own keys, by command name; commands that are not named keep their default keys.
public struct KeyMap: Hashable, Sendable {
    public var keys: [String: [Key]]
    public init(keys: [String: [Key]]) { self.keys = keys }

    public static let empty = KeyMap(keys: [:])
}

/// The name and default keys of a command of any screen: a key map is checked against these.
public struct CommandKeys: Hashable, Sendable {
    public let name: String
    public let keys: [Key]
    /// Whether text is typed where the command works.
    public let isInText: Bool
    /// Whether it works over a screen, where the commands that work everywhere do not.
    public let isOverScreen: Bool
    /// The name that it shares with commands of other screens; nil for none.
    public let shared: String?

    public init(
        _ name: String, _ keys: [Key], isInText: Bool = false, isOverScreen: Bool = false, shared: String? = nil
    ) {
        self.name = name
        self.keys = keys
        self.isInText = isInText
        self.isOverScreen = isOverScreen
        self.shared = shared
    }

    /// The first part of the name: `list` of `list.open`.
    public var screen: Substring { name.prefix { $0 != "." } }
}
