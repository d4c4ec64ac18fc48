/// A key: a character or a named key, with its modifiers.
///
/// Its text form, as in the config file and the help: `a`, `?`, `ctrl-s`, `alt-f`, `shift-tab`, `pagedown`, `f1`, `space`.
public struct Key: Hashable, Sendable {
    public enum Code: Hashable, Sendable {
        case character(Character)
        case enter, tab, escape, backspace, delete, insert
        case up, down, left, right, home, end, pageUp, pageDown
        case function(Int)
    }

    public struct Modifiers: OptionSet, Hashable, Sendable {
        public let rawValue: UInt8
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        public static let control = Modifiers(rawValue: 1)
        public static let alt = Modifiers(rawValue: 2)
        /// Only with named keys: a shifted character is another character.
        public static let shift = Modifiers(rawValue: 4)
    }

    public var code: Code
    public var modifiers: Modifiers

    public init(_ code: Code, _ modifiers: Modifiers = []) { (self.code, self.modifiers) = (code, modifiers) }

    /// A plain character.
    public init(_ character: Character) { self.init(.character(character)) }

    public static func control(_ character: Character) -> Key { Key(.character(character), .control) }
    public static func alt(_ character: Character) -> Key { Key(.character(character), .alt) }
    public static let enter = Key(.enter)
    public static let tab = Key(.tab)
    public static let shiftTab = Key(.tab, .shift)
    public static let escape = Key(.escape)
    public static let backspace = Key(.backspace)
    public static let delete = Key(.delete)
    public static let up = Key(.up)
    public static let down = Key(.down)
    public static let left = Key(.left)
    public static let right = Key(.right)
    public static let home = Key(.home)
    public static let end = Key(.end)
    public static let pageUp = Key(.pageUp)
    public static let pageDown = Key(.pageDown)
    public static func function(_ number: Int) -> Key { Key(.function(number)) }

    /// The character that the key types into a field; nil for other keys.
    public var typedCharacter: Character? {
        guard case .character(let character) = code, modifiers.isEmpty else { return nil }
        return character
    }
}

/// A plain character, written as it is typed: `"j"`.
extension Key: ExpressibleByExtendedGraphemeClusterLiteral {
    public init(extendedGraphemeClusterLiteral character: Character) { self.init(character) }
}

extension Key {
    private static let names: [(name: String, code: Code)] = [
        ("enter", .enter), ("tab", .tab), ("esc", .escape), ("backspace", .backspace), ("delete", .delete),
        ("insert", .insert), ("up", .up), ("down", .down), ("left", .left), ("right", .right), ("home", .home),
        ("end", .end), ("pageup", .pageUp), ("pagedown", .pageDown), ("space", .character(" ")),
    ]

    /// Parses the text form; nil if there is no such key.
    public init?(name text: String) {
        var modifiers: Modifiers = []
        var rest = text[...]
        let prefixes: [(String, Modifiers)] = [("ctrl-", .control), ("alt-", .alt), ("shift-", .shift)]
        while let (prefix, modifier) = prefixes.first(where: {
            rest.lowercased().hasPrefix($0.0) && rest.count > $0.0.count
        }) {
            modifiers.insert(modifier)
            rest = rest.dropFirst(prefix.count)
        }
        if rest.count == 1, let character = rest.first {
            self.init(
                .character(modifiers.contains(.control) ? Character(character.lowercased()) : character), modifiers)
        } else if let named = Self.names.first(where: { $0.name == rest.lowercased() }) {
            self.init(named.code, modifiers)
        } else if rest.lowercased().first == "f", let number = Int(rest.dropFirst()), (1...20).contains(number) {
            self.init(.function(number), modifiers)
        } else {
            return nil
        }
    }

    /// The text form, as parsed by ``init(name:)``.
    public var name: String {
        var text = ""
        if modifiers.contains(.control) { text += "ctrl-" }
        if modifiers.contains(.alt) { text += "alt-" }
        if modifiers.contains(.shift) { text += "shift-" }
        switch code {
        case .character(" "): text += "space"
        case .character(let character): text.append(character)
        case .function(let number): text += "f\(number)"
        default: text += Self.names.first { $0.code == code }?.name ?? ""
        }
        return text
    }

    /// The short form for the footer and the help: `↵`, `^S`, `⇧Tab`, `PgDn`.
    public var label: String {
        var text = modifiers.contains(.alt) ? "Alt-" : ""
        switch code {
        case .character(let character) where modifiers.contains(.control):
            return text + "Ctrl-" + character.uppercased()
        case .character(" "): text += "Space"
        case .character(let character): text.append(character)
        case .enter: text += "↵"
        case .escape: text += "Esc"
        case .up: text += "↑"
        case .down: text += "↓"
        case .left: text += "←"
        case .right: text += "→"
        case .pageUp: text += "PgUp"
        case .pageDown: text += "PgDn"
        case .tab where modifiers.contains(.shift): return text + "Shift-Tab"
        case .function(let number): text += "F\(number)"
        default: text += name.prefix(1).uppercased() + name.dropFirst()
        }
        return text
    }
}
