internal import Cards

/// Parses a list of cards as it arrives: an array, or for a keyed service an object of cards by identifier. An invalid
/// card is counted and skipped; only an answer that is no list, or a broken one, is an error.
struct CardListReader<Service: BackendService> {
    private enum State { case start, list }

    private let host: String
    private var splitter = JSONElementSplitter(cuttingObject: Service.isKeyed, skippingLarge: true)
    private var state = State.start
    /// The beginning of an answer that may still be `null`.
    private var word: [UInt8] = []
    /// The index in the list: in a keyed list that is sent as an array it is the card's identifier.
    private var count = 0
    private var bad = 0
    private var firstBad: String?

    init(host: String) { self.host = host }

    /// Whether it is known to be a list.
    var hasBegun: Bool { state == .list }

    /// The number of invalid cards, and the reason of the first.
    var rejected: Int { bad + splitter.skipped }
    var firstRejection: String? { firstBad ?? (splitter.skipped > 0 ? "a card is larger than any card can be" : nil) }

    /// Parses the next bytes and appends the cards that they complete. If the list is broken, the cards before that
    /// point are appended.
    mutating func read(_ bytes: [UInt8], into patches: inout [CardPatch]) throws(NetworkError) {
        if state == .start { try start(bytes) }
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
        guard state == .list else { throw .notAList(host: host) }
        do {
            _ = try splitter.finish()
        } catch {
            throw .brokenList(host: host, cause: error)
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
            case UInt8(ascii: "<"): throw .webPage(host: host)
            case UInt8(ascii: "n") where Service.isKeyed: break
            default: throw .notAList(host: host)
            }
        }
        word += visible
        guard Array("null".utf8).starts(with: word) else { throw .notAList(host: host) }
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
                if firstBad == nil { firstBad = error.message }
            }
        }
    }
}
