internal import Cards

/// Reads a list of cards as it comes. One bad card is counted and passed over; only a list that is none, or breaks, is an error.
struct CardListReader<Element: ResponseParsing> where Element.Result == CardPatch {
    private let host: String
    private var splitter = JSONElementSplitter()
    private var hasStarted = false
    private(set) var rejected = 0
    private(set) var firstRejection: String?

    init(host: String) { self.host = host }

    /// Takes the next bytes and appends the cards that they complete; where the list breaks, those before the break were
    /// appended.
    mutating func read(_ bytes: [UInt8], into patches: inout [CardPatch]) throws(NetworkError) {
        if !hasStarted { try start(bytes) }
        var elements: [[UInt8]] = []
        defer { take(elements, into: &patches) }
        do {
            try splitter.feed(bytes, into: &elements)
        } catch {
            throw .brokenList(host: host, cause: error)
        }
    }

    mutating func finish() throws(NetworkError) {
        guard hasStarted else { throw .notAList(host: host) }
        do {
            _ = try splitter.finish()
        } catch {
            throw .brokenList(host: host, cause: error)
        }
    }

    /// The first byte that counts says what the answer is.
    private mutating func start(_ bytes: [UInt8]) throws(NetworkError) {
        let blanks: [UInt8] = [0x20, 0x0A, 0x0D, 0x09, 0xEF, 0xBB, 0xBF]
        switch bytes.first(where: { !blanks.contains($0) }) {
        case nil: return
        case UInt8(ascii: "["): hasStarted = true
        case UInt8(ascii: "<"): throw .webPage(host: host)
        default: throw .notAList(host: host)
        }
    }

    private mutating func take(_ elements: [[UInt8]], into patches: inout [CardPatch]) {
        for element in elements {
            do {
                patches.append(try Element.parse(element))
            } catch {
                rejected += 1
                if firstRejection == nil { firstRejection = words(for: error) }
            }
        }
    }
}
