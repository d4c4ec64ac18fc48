internal import Glibc

/// Gives the next bytes of a text, and none at its end. It may block.
public typealias BytePieces = @Sendable () throws -> [UInt8]

/// Reads a file of cards piece by piece: one array, one dictionary keyed by id, or JSON lines. No more than a piece and one card is
/// held, and of a file that begins like one object so much that it is clear what it is.
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

        /// Empty for an element that has no key.
        var key: String { if case .key(let key) = self { key } else { "" } }
    }

    /// A card may have as many bytes, photos and all.
    static let maximumElementBytes = 64 << 20

    private let pieces: BytePieces
    private let makeIdentifier: @Sendable () -> CardID
    private var splitter = JSONElementSplitter()
    /// The elements are the members of an object.
    private var isDictionary = false
    private var isAtEnd = false
    private var hasBegun = false
    private var count = 0
    /// The line in which the next byte stands, and how many bytes were read.
    private var line = 1
    private var offset = 0

    init(_ pieces: @escaping BytePieces, makeIdentifier: @escaping @Sendable () -> CardID) {
        (self.pieces, self.makeIdentifier) = (pieces, makeIdentifier)
    }

    /// The elements that the next piece completes, nil at the end. Throws ``CardImportError``, and what the pieces throw.
    mutating func next() throws -> [Element]? {
        guard hasBegun else {
            hasBegun = true
            return try begin()
        }
        if isAtEnd { return nil }
        let piece = try pieces()
        if !piece.isEmpty { return try elements(of: piece) }
        isAtEnd = true
        return try lastElements()
    }

    // MARK: - What the file is

    /// Reads until it is clear what the file is, and gives the elements so far.
    private mutating func begin() throws -> [Element] {
        var head = FileHead()
        while !head.isClear {
            let piece = try pieces()
            if piece.isEmpty {
                isAtEnd = true
                break
            }
            head.append(piece)
        }
        isDictionary = head.isDictionary
        splitter = JSONElementSplitter(cuttingObject: isDictionary, maximumBytes: Self.maximumElementBytes)
        var elements = try elements(of: head.bytes)
        guard isAtEnd else { return elements }
        elements += try lastElements()
        // Of members that came at once the order is that of their keys, whoever wrote them.
        return isDictionary ? elements.sorted { ExactText($0.place.key) < ExactText($1.place.key) } : elements
    }

    // MARK: - A dictionary

    /// - Parameter bytes: `"key":value`.
    private mutating func member(_ bytes: [UInt8], endingIn last: Int) throws(CardImportError) -> Element {
        count += 1
        let first = last - Self.lines(in: bytes[...])
        do throws(JSONError) {
            let object = [UInt8(ascii: "{")] + bytes + [UInt8(ascii: "}")]
            let members = try JSONParser.members(object, maximumValues: CardBounds.values) ?? []
            guard let (key, value) = members.last else { throw JSONError(kind: .unexpectedCharacter, offset: 1) }
            return element(key: key, value)
        } catch {
            if error.kind == .tooMany {
                return Self.tooMany(FileHead.key(of: bytes).map { .key($0) } ?? .element(count, line: first))
            }
            // The offset counts the bracket that we put before it.
            let offset = max(0, error.offset - 1)
            throw CardImportError(
                json: JSONError(kind: error.kind, offset: offset), line: first + Self.lines(in: bytes.prefix(offset)),
                card: count)
        }
    }

    private func element(key: String, _ value: JSON) -> Element {
        // The key counts only where the card does not name itself.
        let isNamed = value["identifier"].map { !$0.isNothing } ?? false
        guard let identifier = CardID(key) ?? (isNamed ? makeIdentifier() : nil) else {
            return Element(place: .key(key), patch: .failure(.badIdentifier(key)))
        }
        return Element(
            place: .key(key),
            patch: Result { () throws(CardJSONError) in
                try CardJSON.patch(from: value, identifier: identifier).checked()
            })
    }

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
            elements.append(try isDictionary ? member(bytes, endingIn: line) : element(bytes, endingIn: line))
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
        for bytes in complete {
            elements.append(try isDictionary ? member(bytes, endingIn: line) : element(bytes, endingIn: line))
        }
        return elements
    }

    private mutating func element(_ bytes: [UInt8], endingIn last: Int) throws(CardImportError) -> Element {
        count += 1
        let first = last - Self.lines(in: bytes[...])
        do {
            let members = try JSONParser.members(bytes, maximumValues: CardBounds.values)
            return Element(
                place: .element(count, line: first),
                patch: Result { () throws(CardJSONError) in
                    guard let members else { throw .notAnObject }
                    return try CardJSON.patch(from: members, identifier: makeIdentifier()).checked()
                })
        } catch {
            if error.kind == .tooMany { return Self.tooMany(.element(count, line: first)) }
            throw CardImportError(json: error, line: first + Self.lines(in: bytes.prefix(error.offset)), card: count)
        }
    }

    /// An element that is JSON, and no card because it holds far too much.
    private static func tooMany(_ place: Place) -> Element { Element(place: place, patch: .failure(.tooManyValues)) }

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
