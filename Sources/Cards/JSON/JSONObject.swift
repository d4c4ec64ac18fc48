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
