/// A JSON value (RFC 8259). Numbers are kept as they were written, so that a field we do not know is written back unchanged.
public enum JSON: Hashable, Sendable {
    case null
    case bool(Bool)
    /// The number's own text.
    case number(String)
    case string(String)
    case array([JSON])
    /// The last of two equal keys counts, as in every common reader.
    case object([String: JSON])

    public var string: String? { if case .string(let text) = self { text } else { nil } }
    public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    public var array: [JSON]? { if case .array(let elements) = self { elements } else { nil } }
    public var object: [String: JSON]? { if case .object(let members) = self { members } else { nil } }

    /// Whether the value says "nothing here": null, or empty text.
    public var isNothing: Bool { self == .null || self == .string("") }

    /// Whether it is as good as absent, as some backends see it: they drop what is empty.
    var isEmpty: Bool { isNothing || self == .array([]) || self == .object([:]) }

    public subscript(key: String) -> JSON? { object?[key] }
}
