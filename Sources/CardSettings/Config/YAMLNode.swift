/// A value in a YAML file with its position. Text is kept as written: the reader of the settings interprets numbers and
/// booleans.
struct YAMLNode: Hashable {
    /// Line and column, from 1.
    struct Position: Hashable {
        var line: Int
        var column: Int
    }

    struct Member: Hashable {
        var key: String
        var keyPosition: Position
        var value: YAMLNode
    }

    enum Content: Hashable {
        /// `isPlain` distinguishes `true` from `"true"`: quoted text is always text.
        case text(String, isPlain: Bool)
        case list([YAMLNode])
        /// In the order of the file; keys may be duplicated.
        case map([Member])
    }

    var position: Position
    var content: Content

    /// The text of a scalar, quoted or not.
    var text: String? { if case .text(let text, _) = content { text } else { nil } }

    /// An empty value, `~` or `null`.
    var isNull: Bool {
        guard case .text(let text, isPlain: true) = content else { return false }
        return ["", "~", "null", "Null", "NULL"].contains(text)
    }

    /// The booleans of YAML 1.2, and `yes`, `no`, `on` and `off`.
    var bool: Bool? {
        guard case .text(let text, isPlain: true) = content else { return nil }
        switch text.lowercased() {
        case "true", "yes", "on": return true
        case "false", "no", "off": return false
        default: return nil
        }
    }

    /// The type's name for messages.
    var kind: String {
        switch content {
        case .text: "text"
        case .list: "a list"
        case .map: "a map of keys"
        }
    }
}

/// Why a text is not valid YAML or not supported, and where.
struct YAMLError: Error, Hashable {
    var position: YAMLNode.Position
    var reason: String
}
