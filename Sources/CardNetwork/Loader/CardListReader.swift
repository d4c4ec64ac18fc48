internal import Cards

/// Reads a list of cards as it comes: an array, or for a service that keeps them so an object with the cards under their
/// identifiers. One bad card is counted and passed over; only a list that is none, or breaks, is an error.
struct CardListReader<Service: BackendService> {
    private enum Place { case start, list }

    private let host: String
    private var splitter = JSONElementSplitter(cuttingObject: Service.isKeyed, skippingLarge: true)
    private var place = Place.start
    /// What came of a list that is none, as far as it can still be `null`.
    private var word: [UInt8] = []
    /// Where in the list we are: the identifier of a card in a list whose keys are whole numbers.
    private var count = 0
    private var bad = 0
    private var firstBad: String?

    init(host: String) { self.host = host }

    /// Whether it is known to be a list.
    var hasBegun: Bool { place == .list }

    /// How many cards could not be taken, and why the first could not.
    var rejected: Int { bad + splitter.skipped }
    var firstRejection: String? { firstBad ?? (splitter.skipped > 0 ? "a card is larger than any card can be" : nil) }

    /// Takes the next bytes and appends the cards that they complete; where the list breaks, those before the break were
    /// appended.
    mutating func read(_ bytes: [UInt8], into patches: inout [CardPatch]) throws(NetworkError) {
        if place == .start { try start(bytes) }
        guard place == .list else { return }
        var elements: [[UInt8]] = []
        defer { take(elements, into: &patches) }
        do {
            try splitter.feed(bytes, into: &elements)
        } catch {
            throw .brokenList(host: host, cause: error)
        }
    }

    mutating func finish() throws(NetworkError) {
        // A database without cards has nothing, not an empty list.
        if Service.isKeyed, String(decoding: word, as: UTF8.self) == "null" { return }
        guard place == .list else { throw .notAList(host: host) }
        do {
            _ = try splitter.finish()
        } catch {
            throw .brokenList(host: host, cause: error)
        }
    }

    /// The first byte that counts says what the answer is.
    private mutating func start(_ bytes: [UInt8]) throws(NetworkError) {
        let blanks: [UInt8] = [0x20, 0x0A, 0x0D, 0x09, 0xEF, 0xBB, 0xBF]
        let visible = bytes.filter { !blanks.contains($0) }.prefix(5)
        if word.isEmpty {
            switch visible.first {
            case nil: return
            case UInt8(ascii: "["): return place = .list
            case UInt8(ascii: "{") where Service.isKeyed: return place = .list
            case UInt8(ascii: "<"): throw .webPage(host: host)
            case UInt8(ascii: "n") where Service.isKeyed: break
            default: throw .notAList(host: host)
            }
        }
        word += visible
        guard Array("null".utf8).starts(with: word) else { throw .notAList(host: host) }
    }

    private mutating func take(_ elements: [[UInt8]], into patches: inout [CardPatch]) {
        for element in elements {
            defer { count += 1 }
            do {
                if Service.isKeyed, !splitter.isObject {
                    // Places without a card.
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
