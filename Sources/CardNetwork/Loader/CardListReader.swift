internal import Cards

/// Parses a list of cards as it arrives: an array, or for a keyed service an object of cards by identifier. An invalid
/// card is counted and skipped; only an answer that is no list, or a broken one, is an error.
struct CardListReader<Service: BackendService> {
    private enum State { case start, list, object }

    private let host: String
    private var splitter = JSONElementSplitter(cuttingObject: Service.isKeyed, skippingLarge: true)
    private var state = State.start
    /// The beginning of an answer that may still be `null`, and of an object that may say what is wrong.
    private var word: [UInt8] = []
    /// The index in the list: in a keyed list that is sent as an array it is the card's identifier.
    private var count = 0
    private var bad = 0
    private var named: [RejectedCard] = []

    init(host: String) { self.host = host }

    /// Whether it is known to be a list.
    var hasBegun: Bool { state == .list }

    /// The number of invalid cards.
    var rejected: Int { bad + splitter.skipped }
    /// The first of them with their reasons.
    var rejections: [RejectedCard] {
        let large = (0..<min(splitter.skipped, ListReport.maximumRejections - named.count)).map { _ in
            RejectedCard(name: nil, reason: "the card is too large")
        }
        return named + large
    }

    /// Parses the next bytes and appends the cards that they complete. If the list is broken, the cards before that
    /// point are appended.
    mutating func read(_ bytes: [UInt8], into patches: inout [CardPatch]) throws(NetworkError) {
        switch state {
        case .start: try start(bytes)
        case .object: try readObject(bytes)
        case .list: break
        }
        guard state == .list else { return }
        var elements: [[UInt8]] = []
        defer { append(elements, into: &patches) }
        do {
            try splitter.feed(bytes, into: &elements)
        } catch {
            throw .brokenList(host: host, cause: error)
        }
    }

    mutating func finish() throws(NetworkError) {
        // A database without cards is null, not an empty list.
        if Service.isKeyed, String(decoding: word, as: UTF8.self) == "null" { return }
        guard state == .list else { throw notAList }
        do {
            _ = try splitter.finish()
        } catch {
            throw .brokenList(host: host, cause: error)
        }
    }

    /// Why an answer that has ended is no list.
    private var notAList: NetworkError {
        if state == .object, let reason = BackendMessage.text(in: word).flatMap(BackendMessage.oneLine) {
            return .answeredError(host: host, reason: reason)
        }
        if state == .object { return .notAList(host: host, found: .object) }
        switch word {
        case []: return .notAList(host: host, found: .nothing)
        case Array("null".utf8): return .notAList(host: host, found: .null)
        default: return .notAList(host: host)
        }
    }

    /// The first significant byte determines the type of the answer.
    private mutating func start(_ bytes: [UInt8]) throws(NetworkError) {
        let blanks: [UInt8] = [0x20, 0x0A, 0x0D, 0x09, 0xEF, 0xBB, 0xBF]
        let visible = bytes.filter { !blanks.contains($0) }.prefix(5)
        if word.isEmpty {
            switch visible.first {
            case nil: return
            case UInt8(ascii: "["): return state = .list
            case UInt8(ascii: "{") where Service.isKeyed: return state = .list
            case UInt8(ascii: "{"):
                state = .object
                return try readObject(bytes.drop { blanks.contains($0) })
            case UInt8(ascii: "<"): throw .webPage(host: host)
            case UInt8(ascii: "n"): break
            default: throw .notAList(host: host)
            }
        }
        word += visible
        guard Array("null".utf8).starts(with: word) else { throw .notAList(host: host) }
    }

    /// An object in place of a list may say what is wrong, if it is short.
    private mutating func readObject(_ bytes: some Sequence<UInt8>) throws(NetworkError) {
        word += bytes
        if word.count > BackendMessage.maximumBytes { throw .notAList(host: host, found: .object) }
    }

    private mutating func append(_ elements: [[UInt8]], into patches: inout [CardPatch]) {
        for element in elements {
            defer { count += 1 }
            do {
                if Service.isKeyed, !splitter.isObject {
                    // Indices without a card.
                    if element == Array("null".utf8) { continue }
                    patches.append(try Service.Element.parse(JSONMember.object(key: "\(count)", value: element)))
                } else {
                    patches.append(
                        try Service.Element.parse(Service.isKeyed ? JSONMember.object(element) : element))
                }
            } catch {
                bad += 1
                guard named.count < ListReport.maximumRejections else { continue }
                named.append(RejectedCard(name: Self.name(of: element), reason: error.message))
            }
        }
    }

    /// The name of an element that is no card, or its identifier or key; nil if it has none.
    private static func name(of element: [UInt8]) -> String? {
        let text = Service.isKeyed ? JSONMember.object(element) : element
        guard let json = try? JSONParser.parse(text, maximumValues: CardBounds.values) else { return nil }
        let member = Service.isKeyed ? json.object?.first : nil
        let card = member?.value ?? json
        return card["name"]?.string.flatMap(BackendMessage.oneLine)
            ?? card["identifier"]?.string.flatMap(BackendMessage.oneLine) ?? member?.key
    }
}

/// Requests a backend's list again after an ambiguous answer to a write: a web page may be from the backend or from a
/// captive portal, and "not found" may concern the card or the whole backend.
struct ListProbe<Service: BackendService> {
    private static var maximumListBytes: Int { 256 << 20 }

    let client: HTTPClient
    let service: Service

    /// Throws ``NetworkError`` unless the answer begins as a list of cards: `webPage` for a captive portal.
    func requireList() async throws {
        try await client.withResponse(
            to: service.listRequest, maximumBodyBytes: Self.maximumListBytes, isUseRepeatable: true
        ) { response in
            try await response.requireSuccess()
            var reader = CardListReader<Service>(host: service.base.hostAndPort)
            var patches: [CardPatch] = []
            while !reader.hasBegun, let chunk = try await response.nextChunk() {
                try reader.read(chunk, into: &patches)
                patches = []
            }
            if !reader.hasBegun { try reader.finish() }
            try await response.drain()
        }
    }

    /// How many elements the list has, readable or not.
    func count() async throws -> Int {
        try await client.withResponse(to: service.listRequest, maximumBodyBytes: Self.maximumListBytes) { response in
            try await response.requireSuccess()
            var reader = CardListReader<Service>(host: service.base.hostAndPort)
            var count = 0
            while let chunk = try await response.nextChunk() {
                var patches: [CardPatch] = []
                try reader.read(chunk, into: &patches)
                count += patches.count
            }
            try reader.finish()
            return count + reader.rejected
        }
    }

    /// The identifiers of all cards in the list; nil if it is not completely valid, so that no card may be considered absent.
    func identifiers() async throws -> Set<CardID>? {
        try await client.withResponse(
            to: service.listRequest, maximumBodyBytes: Self.maximumListBytes, isUseRepeatable: true
        ) { response in
            try await response.requireSuccess()
            var reader = CardListReader<Service>(host: service.base.hostAndPort)
            var identifiers: Set<CardID> = []
            while let chunk = try await response.nextChunk() {
                var patches: [CardPatch] = []
                try reader.read(chunk, into: &patches)
                identifiers.formUnion(patches.map(\.identifier))
            }
            try reader.finish()
            return reader.rejected == 0 ? identifiers : nil
        }
    }
}

/// Writes JSON objects with one member.
enum JSONMember {
    /// `{"key":value}`
    static func object(key: String, value: [UInt8]) -> [UInt8] {
        object(JSONWriter.bytes(of: .string(key)) + [0x3A] + value)
    }

    /// Wraps a member that is JSON text already.
    static func object(_ member: [UInt8]) -> [UInt8] { [UInt8(ascii: "{")] + member + [UInt8(ascii: "}")] }
}
