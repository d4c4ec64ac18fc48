/// A value of a YAML file with the place where it stands. It holds text as it was written: what is a number or a truth value is for
/// the reader of the settings to say.
struct YAMLNode: Hashable {
    /// Line and column, from 1.
    struct Place: Hashable {
        var line: Int
        var column: Int
    }

    struct Member: Hashable {
        var key: String
        var keyPlace: Place
        var value: YAMLNode
    }

    enum Content: Hashable {
        /// `isPlain` tells `true` from `"true"`: only text without quotes can be anything but text.
        case text(String, isPlain: Bool)
        case list([YAMLNode])
        /// In the order of the file; keys may come twice.
        case map([Member])
    }

    var place: Place
    var content: Content

    /// The text of a scalar, quoted or not.
    var text: String? { if case .text(let text, _) = content { text } else { nil } }

    /// An empty value, `~` or `null`.
    var isNull: Bool {
        guard case .text(let text, isPlain: true) = content else { return false }
        return ["", "~", "null", "Null", "NULL"].contains(text)
    }

    /// The truth values of YAML 1.2, and the `yes` and `on` that people write.
    var bool: Bool? {
        guard case .text(let text, isPlain: true) = content else { return nil }
        switch text.lowercased() {
        case "true", "yes", "on": return true
        case "false", "no", "off": return false
        default: return nil
        }
    }

    /// What it is, for a message.
    var kind: String {
        switch content {
        case .text: "text"
        case .list: "a list"
        case .map: "a map of keys"
        }
    }
}

/// Why a text is not YAML that we read, and where.
struct YAMLError: Error, Hashable {
    var place: YAMLNode.Place
    var reason: String
}
