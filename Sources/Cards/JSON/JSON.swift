/// A JSON value (RFC 8259). The text of numbers and the order of members are preserved, so that an unknown field is written back
/// unchanged. Text is compared by code points.
public enum JSON: Sendable {
    case null
    case bool(Bool)
    /// The number as written.
    case number(String)
    case string(String)
    /// A string with unpaired surrogates (RFC 8259, 8.2), which no text can hold: what is between its quotes, as it was written. ``string``
    /// has U+FFFD in their place.
    case unpaired(String)
    case array([JSON])
    case object(JSONObject)

    /// Members whose order does not matter; they are sorted by key.
    public static func object(_ members: [String: JSON]) -> JSON { .object(JSONObject(members)) }

    public var string: String? {
        switch self {
        case .string(let text): text
        case .unpaired(let source): JSONParser.text(of: source)
        default: nil
        }
    }
    /// Text, or a number as written: some programs write card numbers and balances as JSON numbers.
    var textOrDigits: String? {
        switch self {
        case .string(let text), .number(let text): text
        default: string
        }
    }

    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    public var array: [JSON]? { if case .array(let elements) = self { elements } else { nil } }
    public var object: JSONObject? { if case .object(let members) = self { members } else { nil } }

    /// Whether the value means "no value": null, or empty text.
    public var isNothing: Bool { self == .null || self == .string("") }

    /// Whether it is or holds a string that no text can hold. JSON is not nested deeper than ``JSONParser/maximumDepth``.
    var hasUnpaired: Bool {
        switch self {
        case .unpaired: true
        case .array(let elements): elements.contains(where: \.hasUnpaired)
        case .object(let members): members.contains { $0.value.hasUnpaired }
        case .null, .bool, .number, .string: false
        }
    }

    /// Whether some backends treat the value as absent: they drop empty values.
    var isEmpty: Bool { isNothing || self == .array([]) || object?.isEmpty == true }

    public subscript(key: String) -> JSON? { object?[key] }
}

extension JSON: Hashable {
    public static func == (left: JSON, right: JSON) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let left), .bool(let right)): left == right
        case (.number(let left), .number(let right)), (.string(let left), .string(let right)),
            (.unpaired(let left), .unpaired(let right)):
            left.isSameText(as: right)
        case (.array(let left), .array(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        default: false
        }
    }

    public func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        case .bool(let value): hasher.combine(value)
        case .number(let text), .string(let text), .unpaired(let text): text.hashText(into: &hasher)
        case .array(let elements): hasher.combine(elements)
        case .object(let members): hasher.combine(members)
        }
    }
}
