/// What a key can do on a screen. The raw value is the action's name in the config file, for example `list.open`.
public protocol BindableAction: RawRepresentable<String>, CaseIterable, Hashable, Sendable {}

/// One action with its keys and its words. Dispatch, footer, help, palette, manual and key map all read the same list.
public struct Binding<Action: BindableAction>: Sendable {
    public let action: Action
    public var keys: [Key]
    /// What the action does, for the help: "open the card".
    public let help: String
    /// One or two words for the footer; nil keeps it out of there.
    public let hint: String?

    public init(_ action: Action, _ keys: [Key], _ help: String, hint: String? = nil) {
        (self.action, self.keys, self.help, self.hint) = (action, keys, help, hint)
    }
}

/// The bindings of one screen, in the order of its help.
public struct BindingTable<Action: BindableAction>: Sendable {
    public let bindings: [Binding<Action>]
    private let actions: [Key: [Action]]

    /// The user's key map replaces the keys of the actions that it names.
    public init(_ bindings: [Binding<Action>], keyMap: KeyMap = .empty) {
        let mapped = bindings.map { binding in
            var binding = binding
            if let keys = keyMap.keys[binding.action.rawValue] { binding.keys = keys }
            return binding
        }
        self.bindings = mapped
        actions = Dictionary(
            mapped.flatMap { binding in binding.keys.map { ($0, [binding.action]) } }, uniquingKeysWith: +)
    }

    /// The first enabled action of that key.
    public func action(for key: Key, isEnabled: (Action) -> Bool = { _ in true }) -> Action? {
        actions[key]?.first(where: isEnabled)
    }

    /// Key and words of the enabled actions that have a hint, in order.
    public func hints(isEnabled: (Action) -> Bool = { _ in true }) -> [KeyHint] {
        bindings.compactMap { binding in
            guard let hint = binding.hint, let key = binding.keys.first, isEnabled(binding.action) else { return nil }
            return KeyHint(key: key.label, words: hint)
        }
    }

    /// All bindings that have a key, for the help.
    public var help: [KeyHint] { help(of: { _ in true }) }

    /// Those of some actions.
    public func help(of isShown: (Action) -> Bool) -> [KeyHint] {
        bindings.compactMap { binding in
            guard !binding.keys.isEmpty, isShown(binding.action) else { return nil }
            return KeyHint(key: binding.keys.map(\.label).joined(separator: " "), words: binding.help)
        }
    }
}

/// An action of whatever screen by its name, with the keys that it has by itself: what a key map is checked against.
public struct BoundAction: Hashable, Sendable {
    public let name: String
    public let keys: [Key]

    public init(_ name: String, _ keys: [Key]) { (self.name, self.keys) = (name, keys) }

    /// The first part of the name: `list` of `list.open`.
    public var screen: Substring { name.prefix { $0 != "." } }
}

/// A key's label and what it does, in words.
public struct KeyHint: Hashable, Sendable {
    public let key: String
    public let words: String

    public init(key: String, words: String) { (self.key, self.words) = (key, words) }

    /// With the names of keys in place of their signs, for where only ASCII can be drawn.
    public var spelledOut: KeyHint {
        let names = ["↵": "Enter", "↑": "Up", "↓": "Down", "←": "Left", "→": "Right"]
        let keys = key.split(separator: " ").map { names[String($0)] ?? String($0) }
        return KeyHint(key: keys.joined(separator: " "), words: words)
    }
}

/// The user's own keys, by action name; actions that are not named keep their default keys.
public struct KeyMap: Hashable, Sendable {
    public var keys: [String: [Key]]
    public init(keys: [String: [Key]]) { self.keys = keys }

    public static let empty = KeyMap(keys: [:])
}
