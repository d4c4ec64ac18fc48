internal import Glibc

/// Gives the next bytes of a text, and none at its end. It may block.
public typealias BytePieces = @Sendable () throws -> [UInt8]

/// Reads a file of cards piece by piece: one array, one dictionary keyed by id, or JSON lines. Of a list no more than a piece
/// and one card is held; a dictionary is held whole, because only its end tells it from a card.
struct CardFileReader: Sendable {
    /// What one element of the file says.
    struct Element: Sendable {
        let place: Place
        let patch: Result<CardPatch, CardJSONError>
    }

    enum Place: Sendable {
        case element(Int, line: Int)
        case key(String)

        /// `card 3, line 7` or `card "A-1"`.
        var words: String {
            switch self {
            case .element(let number, let line): "card \(number), line \(line)"
            case .key(let key): "card \"\(key.prefix(40))\""
            }
        }
    }

    private let pieces: BytePieces
    private let makeIdentifier: @Sendable () -> CardID
    private var splitter = JSONElementSplitter()
    /// What was read to find out what the file is.
    private var head: [UInt8] = []
    private var state = State.start
    private var count = 0
    /// The line in which the next byte stands, and how many bytes were read.
    private var line = 1
    private var offset = 0

    private enum State { case start, list, end }

    init(_ pieces: @escaping BytePieces, makeIdentifier: @escaping @Sendable () -> CardID) {
        (self.pieces, self.makeIdentifier) = (pieces, makeIdentifier)
    }

    /// The elements that the next piece completes, nil at the end. Throws ``CardImportError``, and what the pieces throw.
    mutating func next() throws -> [Element]? {
        switch state {
        case .start:
            if let members = try readDictionary() {
                state = .end
                return members.sorted { ExactText($0.key) < ExactText($1.key) }.map { element(key: $0.key, $0.value) }
            }
            state = .list
            let piece = head
            head = []
            return try elements(of: piece)
        case .list:
            let piece = try pieces()
            if !piece.isEmpty { return try elements(of: piece) }
            state = .end
            return try lastElements()
        case .end: return nil
        }
    }

    // MARK: - A dictionary

    /// The members of a text that is one object and no card. Reads as far as it takes to know that it is not: a second value.
    private mutating func readDictionary() throws -> JSONObject? {
        var splitter = JSONElementSplitter()
        var isOneObject = true
        while isOneObject, case let piece = try pieces(), !piece.isEmpty {
            head += piece
            guard let first = head.first(where: { !Self.isBlank($0) && ![0xEF, 0xBB, 0xBF].contains($0) }) else {
                continue
            }
            do {
                var count = 0
                try splitter.feed(piece) { _, _ in count += 1 }
                self.count += count
                isOneObject = first == UInt8(ascii: "{") && self.count < 2
            } catch {
                // An object that is larger than a card may be can only be a dictionary.
                isOneObject = first == UInt8(ascii: "{") && error.kind == .tooLarge && self.count == 0
            }
        }
        self.count = 0
        guard isOneObject, let json = try? JSONParser.parse(head), !Self.isCard(json) else { return nil }
        return json.object
    }

    private func element(key: String, _ value: JSON) -> Element {
        // The key counts only where the card does not name itself.
        let isNamed = value["identifier"].map { !$0.isNothing } ?? false
        guard let identifier = CardID(key) ?? (isNamed ? makeIdentifier() : nil) else {
            return Element(place: .key(key), patch: .failure(.badIdentifier(key)))
        }
        return Element(
            place: .key(key),
            patch: Result { () throws(CardJSONError) in try CardJSON.patch(from: value, identifier: identifier) })
    }

    private static func isCard(_ json: JSON) -> Bool {
        json["name"]?.textOrDigits != nil || json["identifier"]?.textOrDigits != nil
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    // MARK: - A list

    private mutating func elements(of piece: [UInt8]) throws(CardImportError) -> [Element] {
        var complete: [(bytes: [UInt8], end: Int)] = []
        var broken: JSONError?
        do {
            try splitter.feed(piece) { complete.append(($0, $1)) }
        } catch {
            broken = error
        }
        var elements: [Element] = []
        elements.reserveCapacity(complete.count)
        var counted = 0
        for (bytes, end) in complete {
            line += Self.lines(in: piece[counted..<(end - offset)])
            counted = end - offset
            elements.append(try element(bytes, endingIn: line))
        }
        if let broken {
            line += Self.lines(in: piece[counted..<min(max(broken.offset - offset, counted), piece.count)])
            throw CardImportError(json: broken, line: line)
        }
        line += Self.lines(in: piece[counted...])
        offset += piece.count
        return elements
    }

    private mutating func lastElements() throws(CardImportError) -> [Element] {
        let complete: [[UInt8]]
        do {
            complete = try splitter.finish()
        } catch {
            throw CardImportError(json: error, line: line)
        }
        var elements: [Element] = []
        for bytes in complete { elements.append(try element(bytes, endingIn: line)) }
        return elements
    }

    private mutating func element(_ bytes: [UInt8], endingIn last: Int) throws(CardImportError) -> Element {
        count += 1
        let first = last - Self.lines(in: bytes[...])
        do {
            let members = try JSONParser.members(bytes)
            return Element(
                place: .element(count, line: first),
                patch: Result { () throws(CardJSONError) in
                    guard let members else { throw .notAnObject }
                    return try CardJSON.patch(from: members, identifier: makeIdentifier())
                })
        } catch {
            let line = first + Self.lines(in: bytes.prefix(error.offset))
            throw CardImportError(json: error, line: line, card: count)
        }
    }

    private static func lines(in bytes: ArraySlice<UInt8>) -> Int {
        bytes.withUnsafeBytes { bytes in
            var count = 0
            var rest = bytes[...]
            while let base = bytes.baseAddress, !rest.isEmpty,
                let found = memchr(base + rest.startIndex, 0x0A, rest.count)
            {
                count += 1
                rest = rest[(base.distance(to: UnsafeRawPointer(found)) + 1)...]
            }
            return count
        }
    }
}
