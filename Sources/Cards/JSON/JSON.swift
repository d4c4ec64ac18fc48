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
    public var isNothing: Bool {
        switch self {
        case .null: true
        case .string(let text): text.isEmpty
        case .bool, .number, .unpaired, .array, .object: false
        }
    }

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

/// The members of a JSON object in their original order, so that unknown members are written back unchanged.
///
/// Keys are compared by code points (RFC 8259, 8.3). Of two members with the same key the last one wins, as in every common reader.
/// Objects with the same members are equal, whatever the order (RFC 8259, 4).
public struct JSONObject: Sendable {
    public typealias Member = (key: String, value: JSON)

    private struct Entry: Hashable, Sendable {
        let key: ExactText
        var value: JSON
    }

    private var entries: [Entry] = []
    /// The indexes of the keys, used once there are too many for a linear search.
    private var indexes: [ExactText: Int] = [:]
    private static let fewEntries = 12

    public init() {}

    /// Sorted by the keys' code points, since a dictionary has no order.
    public init(_ members: [String: JSON]) {
        for (key, value) in members.sorted(by: { ExactText($0.key) < ExactText($1.key) }) { self[key] = value }
    }

    public init(_ members: some Sequence<Member>) {
        for (key, value) in members { self[key] = value }
    }

    public var isEmpty: Bool { entries.isEmpty }
    public var count: Int { entries.count }
    public var first: Member? { entries.first.map { ($0.key.text, $0.value) } }
    public var keys: [ExactText] { entries.map(\.key) }

    /// Setting nil removes the member.
    public subscript(key: ExactText) -> JSON? {
        get { index(of: key).map { entries[$0].value } }
        set {
            switch (index(of: key), newValue) {
            case (let index?, let value?): entries[index].value = value
            case (let index?, nil): remove(at: index)
            case (nil, let value?): append(Entry(key: key, value: value))
            case (nil, nil): break
            }
        }
    }

    public subscript(key: String) -> JSON? {
        get { self[ExactText(key)] }
        set { self[ExactText(key)] = newValue }
    }

    public mutating func removeValue(forKey key: String) -> JSON? {
        let value = self[key]
        self[key] = nil
        return value
    }

    public func filter(_ isIncluded: (Member) throws -> Bool) rethrows -> JSONObject {
        var kept = JSONObject()
        for entry in entries where try isIncluded((entry.key.text, entry.value)) { kept.append(entry) }
        return kept
    }

    private func index(of key: ExactText) -> Int? {
        entries.count > Self.fewEntries ? indexes[key] : entries.firstIndex { $0.key == key }
    }

    private mutating func append(_ entry: Entry) {
        entries.append(entry)
        if entries.count == Self.fewEntries + 1 {
            indexAll()
        } else if entries.count > Self.fewEntries {
            indexes[entry.key] = entries.count - 1
        }
    }

    private mutating func remove(at index: Int) {
        entries.remove(at: index)
        indexAll()
    }

    private mutating func indexAll() {
        indexes = [:]
        guard entries.count > Self.fewEntries else { return }
        for (index, entry) in entries.enumerated() { indexes[entry.key] = index }
    }
}

extension JSONObject: Hashable {
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.count == right.count && left.entries.allSatisfy { right[$0.key] == $0.value }
    }

    /// Independent of the order of the members.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        hasher.combine(entries.reduce(0) { $0 ^ $1.hashValue })
    }
}

extension JSONObject: Sequence {
    public func makeIterator() -> some IteratorProtocol<Member> {
        entries.lazy.map { ($0.key.text, $0.value) }.makeIterator()
    }

    public var underestimatedCount: Int { count }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral members: (String, JSON)...) {
        for (key, value) in members { self[key] = value }
    }
}
