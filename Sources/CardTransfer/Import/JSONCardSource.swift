public import Cards
internal import Glibc
internal import Synchronization

/// Reads the cards of a JSON file in chunks: one array, one dictionary keyed by identifier, or JSON lines. It holds at most a chunk
/// and a card; of a file that begins with an object, as much as shows which kind it is.
///
/// Invalid JSON is an error for the whole file. A JSON element that is not a card is rejected with its reason.
public struct JSONCardSource: CardSource {
    /// The maximum size of a card in bytes, including photos.
    public static let maximumElementBytes = 64 << 20

    private static let file = OriginFile(program: FileFormat.json.rawValue)

    private let chunks: ByteChunks
    private let input: LocalInput
    private let makeIdentifier: @Sendable () -> CardID
    private var splitter = JSONElementSplitter()
    /// The elements are the members of an object.
    private var isDictionary = false
    private var isAtEnd = false
    private var hasBegun = false
    private var count = 0
    /// The line of the next byte, and the number of bytes read.
    private var line = 1
    private var offset = 0

    /// - Parameters:
    ///   - input: reads amounts that are no decimal text.
    ///   - makeIdentifier: makes identifiers for cards without one.
    public init(
        _ chunks: @escaping ByteChunks, _ input: LocalInput = LocalInput(format: .iso, today: .first),
        makeIdentifier: @escaping @Sendable () -> CardID = { .random() }
    ) {
        self.chunks = chunks
        self.input = input
        self.makeIdentifier = makeIdentifier
    }

    /// Reads a text that is in memory.
    public init(_ bytes: [UInt8], makeIdentifier: @escaping @Sendable () -> CardID = { .random() }) {
        let rest = Mutex(bytes)
        self.init(
            {
                rest.withLock { rest in
                    defer { rest = [] }
                    return rest
                }
            }, makeIdentifier: makeIdentifier)
    }

    /// The elements that the next chunk completes; nil at the end. Throws ``CardImportError``, and the errors of reading chunks.
    public mutating func next() throws -> [ImportedCard]? {
        guard hasBegun else {
            hasBegun = true
            return try begin()
        }
        if isAtEnd { return nil }
        let chunk = try chunks()
        if !chunk.isEmpty { return try elements(of: chunk) }
        isAtEnd = true
        return try lastElements()
    }

    // MARK: - Kind of file

    /// Reads until the kind of the file is known, and returns the elements so far.
    private mutating func begin() throws -> [ImportedCard] {
        var head = FileHead()
        while !head.isKindKnown {
            let chunk = try chunks()
            if chunk.isEmpty {
                isAtEnd = true
                break
            }
            head.append(chunk)
        }
        isDictionary = head.isDictionary
        splitter = JSONElementSplitter(cuttingObject: isDictionary, maximumBytes: Self.maximumElementBytes)
        var elements = try elements(of: head.bytes)
        guard isAtEnd else { return elements }
        elements += try lastElements()
        // Members of one object are sorted by key, so that the order does not depend on the program that wrote them.
        return isDictionary ? elements.sorted { ExactText($0.position.key) < ExactText($1.position.key) } : elements
    }

    // MARK: - A dictionary

    /// - Parameter bytes: `"key":value`.
    private mutating func member(_ bytes: [UInt8], endingIn last: Int) throws(CardImportError) -> ImportedCard {
        count += 1
        let first = last - Self.lines(in: bytes[...])
        do throws(JSONError) {
            let object = [UInt8(ascii: "{")] + bytes + [UInt8(ascii: "}")]
            let members = try JSONParser.members(object, maximumValues: CardBounds.values) ?? []
            guard let (key, value) = members.last else { throw JSONError(kind: .unexpectedCharacter, offset: 1) }
            return element(key: key, value)
        } catch {
            if error.kind == .tooMany {
                return Self.rejected(
                    .tooManyValues, at: FileHead.key(of: bytes).map { .key($0) } ?? .element(count, line: first))
            }
            // The offset includes the bracket that was inserted before the member.
            let offset = max(0, error.offset - 1)
            throw CardImportError(
                json: JSONError(kind: error.kind, offset: offset), line: first + Self.lines(in: bytes.prefix(offset)),
                card: count)
        }
    }

    private func element(key: String, _ value: JSON) -> ImportedCard {
        // The key is used only if the card has no identifier of its own.
        let isNamed = value["identifier"].map { !$0.isNothing } ?? false
        guard let identifier = CardID(key) ?? (isNamed ? makeIdentifier() : nil) else {
            return Self.rejected(.badIdentifier(key), at: .key(key))
        }
        return Self.imported(value.object.map { Array($0) }, at: .key(key), input, place: nil) { identifier }
    }

    // MARK: - A list

    private mutating func elements(of chunk: [UInt8]) throws(CardImportError) -> [ImportedCard] {
        var complete: [(bytes: [UInt8], end: Int)] = []
        var broken: JSONError?
        do {
            try splitter.feed(chunk) { complete.append(($0, $1)) }
        } catch {
            broken = error
        }
        var elements: [ImportedCard] = []
        elements.reserveCapacity(complete.count)
        var counted = 0
        for (bytes, end) in complete {
            line += Self.lines(in: chunk[counted..<(end - offset)])
            counted = end - offset
            elements.append(try isDictionary ? member(bytes, endingIn: line) : element(bytes, endingIn: line))
        }
        if let broken {
            line += Self.lines(in: chunk[counted..<min(max(broken.offset - offset, counted), chunk.count)])
            throw CardImportError(json: broken, line: line)
        }
        line += Self.lines(in: chunk[counted...])
        offset += chunk.count
        return elements
    }

    private mutating func lastElements() throws(CardImportError) -> [ImportedCard] {
        let complete: [[UInt8]]
        do {
            complete = try splitter.finish()
        } catch {
            throw CardImportError(json: error, line: line)
        }
        var elements: [ImportedCard] = []
        for bytes in complete {
            elements.append(try isDictionary ? member(bytes, endingIn: line) : element(bytes, endingIn: line))
        }
        return elements
    }

    private mutating func element(_ bytes: [UInt8], endingIn last: Int) throws(CardImportError) -> ImportedCard {
        count += 1
        let first = last - Self.lines(in: bytes[...])
        do {
            let members = try JSONParser.members(bytes, maximumValues: CardBounds.values)
            return Self.imported(
                members, at: .element(count, line: first), input, place: count - 1, identifier: makeIdentifier)
        } catch {
            // Valid JSON, but with too many values for a card.
            if error.kind == .tooMany { return Self.rejected(.tooManyValues, at: .element(count, line: first)) }
            throw CardImportError(json: error, line: first + Self.lines(in: bytes.prefix(error.offset)), card: count)
        }
    }

    /// - Parameters:
    ///   - members: nil for what is no object.
    ///   - place: of an element that should have an identifier.
    ///   - identifier: that of a card without one.
    private static func imported(
        _ members: [(key: String, value: JSON)]?, at position: ImportedCard.Position, _ input: LocalInput,
        place: Int?, identifier: () -> CardID
    ) -> ImportedCard {
        do throws(CardJSONError) {
            guard var members else { throw .notAnObject }
            let secrets = CardSecret.take(from: &members)
            let new = identifier()
            var patch = try CardJSON.patch(from: members, identifier: new)
            try patch.check()
            // Nothing is sent back to a file.
            patch.verbatim = [:]
            var remarks = patch.unreadFields.compactMap { field in
                patch.values.unreadText(of: field).map {
                    "the \(field.label) \($0) could not be read and was kept as it is"
                }
            }
            if let remark = patch.readAmount(input) { remarks.append(remark) }
            // One without an identifier is found again as those of other programs are.
            let origin = place.flatMap { place in
                patch.values.identifier == new && !patch.values.name.trimmed.isEmpty
                    ? CardOrigin(file: Self.file, key: patch.values.number, isIdentifier: false, place: place) : nil
            }
            return ImportedCard(
                .patch(patch), at: position, origin: origin, secrets: secrets.secrets,
                remarks: remarks + secrets.remarks)
        } catch {
            return rejected(error, at: position)
        }
    }

    private static func rejected(_ error: CardJSONError, at position: ImportedCard.Position) -> ImportedCard {
        ImportedCard(.rejected(reason: error.userMessage), at: position)
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

extension CardPatch {
    /// Reads a currency that is no code (`€`, `points`), a balance that is no decimal text, and the unit in it: `€3,50`, `1,250.00 EUR`,
    /// `7/10 stamps`. Returns a remark about a balance that is no amount, or that has another meaning, too.
    public mutating func readAmount(_ input: LocalInput) -> String? {
        // Cheap first: an import asks for each card.
        if fields.contains(.currency), let text = values.currency, Balance.currency(from: text) != text,
            let unit = try? input.unit(from: text)
        {
            values.currency = unit.code
        }
        let text = values.balance
        guard fields.contains(.balance), !text.isEmpty, Balance.amount(from: text) != text else { return nil }
        let own = fields.contains(.currency) ? values.currency : nil
        guard let typed = try? input.amount(from: text), own == nil || typed.unit.map({ $0.code == own }) ?? true else {
            return "the balance \"\(text.shortened(to: 30))\" is not an amount and was kept as it is"
        }
        values.balance = typed.amount
        if let unit = typed.unit {
            values.currency = unit.code
            fields.insert(.currency)
        }
        guard let other = input.deciding([text]).undecided?.other else { return nil }
        return "the balance \"\(text.shortened(to: 30))\" was read as \(typed.amount), but may mean \(other)"
    }
}

extension ImportedCard.Position {
    /// Empty for an element that has no key.
    fileprivate var key: String { if case .key(let key) = self { key } else { "" } }
}

/// The file is not valid JSON, and nothing was imported.
public struct CardImportError: UserFacingError, Equatable {
    public let json: JSONError
    /// From 1.
    public let line: Int
    /// The element's number, from 1, if the offset of `json` is within an element; otherwise the offset is from the start of the
    /// text.
    public let card: Int?

    public init(json: JSONError, line: Int, card: Int? = nil) { (self.json, self.line, self.card) = (json, line, card) }

    public var userMessage: String {
        if json.kind == .tooLarge {
            return
                "line \(line): one card is larger than \(JSONCardSource.maximumElementBytes >> 20) MB. Nothing was imported."
        }
        return "line \(line)\(card.map { ", card \($0)" } ?? ""): \(json.userMessage). Nothing was imported."
    }
}
