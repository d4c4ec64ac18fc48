public import Cards
internal import Synchronization

/// A Firebase Realtime Database with one node, `/cards`, as its REST documentation describes it: conditional writes with entity
/// tags, null and empty values are dropped, integer keys form an array. The real service is not tested.
///
/// It answers through a ``TestBackend``, whose faults and scripts take precedence.
public final class FirebaseBackend: Sendable {
    public let server: TestBackend
    private let token: String?
    private let nodes = Mutex<[String: JSON]>([:])

    /// - Parameter token: the required value of `auth`; nil for a public database.
    public init(token: String? = nil) throws {
        server = try TestBackend()
        self.token = token
    }

    public var url: String { server.url }

    @discardableResult
    public func start() -> FirebaseBackend {
        server.setUsual { [weak self] in self?.answer(to: $0) ?? .status(500) }
        server.start()
        return self
    }

    public func stop() { server.stop() }

    /// The stored cards by identifier.
    public var cards: [String: JSON] {
        get { nodes.withLock { $0 } }
        set { nodes.withLock { $0 = newValue.compactMapValues(Self.kept) } }
    }

    /// Writes one member of a card as another client would, immediately. False if the card does not exist.
    public func set(_ member: String, of key: String, to value: JSON) -> Bool {
        nodes.withLock { nodes in
            guard var members = nodes[key]?.object else { return false }
            members[member] = value
            nodes[key] = Self.kept(.object(members))
            return true
        }
    }

    private func answer(to request: TestBackend.Request) -> TestBackend.Answer {
        let parts = request.path.split(separator: "?", maxSplits: 1)
        let query = parts.count == 2 ? parts[1].split(separator: "&").map(String.init) : []
        if let token, !query.contains("auth=\(token)") {
            return TestBackend.Answer(status: 401, [.text(#"{"error":"Permission denied"}"#)])
        }
        guard let path = parts.first, path.hasSuffix(".json") else { return .status(404) }
        let location = path.dropLast(".json".count)
        if location == "/cards" {
            guard request.method == "GET" else { return .status(405) }
            let list = Self.listed(cards)
            return answer(with: list, request)
        }
        guard location.hasPrefix("/cards/") else { return .status(404) }
        let key = String(location.dropFirst("/cards/".count))
        return switch request.method {
        case "GET": answer(with: cards[key] ?? .null, request)
        case "PUT": write(request, to: key, isSilent: query.contains("print=silent"))
        case "DELETE": write(request, to: key, isSilent: false)
        default: .status(405)
        }
    }

    private func write(_ request: TestBackend.Request, to key: String, isSilent: Bool) -> TestBackend.Answer {
        let value = request.method == "DELETE" ? JSON.null : try? JSONParser.parse(request.body)
        guard let value else { return TestBackend.Answer(status: 400, [.text(#"{"error":"Invalid data"}"#)]) }
        return nodes.withLock { nodes in
            let current = nodes[key] ?? .null
            if let tag = request.headers["if-match"], tag != Self.tag(of: current) {
                return TestBackend.Answer(
                    status: 412, headers: ["Content-Type": "application/json", "ETag": Self.tag(of: current)],
                    [.bytes(JSONWriter.bytes(of: current))])
            }
            nodes[key] = Self.kept(value)
            return isSilent ? TestBackend.Answer(status: 204) : TestBackend.Answer([.bytes(request.body)])
        }
    }

    private func answer(with value: JSON, _ request: TestBackend.Request) -> TestBackend.Answer {
        var headers = ["Content-Type": "application/json; charset=utf-8"]
        if request.headers["x-firebase-etag"] == "true" { headers["ETag"] = Self.tag(of: value) }
        return TestBackend.Answer(headers: headers, [.bytes(JSONWriter.bytes(of: value))])
    }

    private static func tag(of value: JSON) -> String {
        value == .null ? "null_etag" : PhotoHash(of: JSONWriter.bytes(of: value)).text
    }

    /// The part of a value that the database keeps; nil for nothing.
    private static func kept(_ value: JSON) -> JSON? {
        switch value {
        case .null: return nil
        case .array(let elements):
            let kept = elements.compactMap(kept)
            if kept.isEmpty { return nil }
            if kept.count == elements.count { return .array(kept) }
            let members = elements.enumerated().compactMap { index, element in
                Self.kept(element).map { ("\(index)", $0) }
            }
            return .object(Dictionary(uniqueKeysWithValues: members))
        case .object(let members):
            let kept = JSONObject(members.compactMap { key, value in Self.kept(value).map { (key, $0) } })
            return kept.isEmpty ? nil : .object(kept)
        case .bool, .number, .string, .unpaired: return value
        }
    }

    /// Integer keys form an array if more than half of the indexes are used.
    private static func listed(_ members: [String: JSON]) -> JSON {
        if members.isEmpty { return .null }
        let indexes = members.keys.compactMap { Int($0) }.filter { $0 >= 0 }
        guard indexes.count == members.count, let last = indexes.max(), indexes.count * 2 > last else {
            return .object(members)
        }
        return .array((0...last).map { members["\($0)"] ?? .null })
    }
}
