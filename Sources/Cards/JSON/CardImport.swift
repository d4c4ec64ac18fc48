/// Turns a file of cards into changes: one array, one dictionary keyed by id, or JSON lines. It touches no store; the caller
/// looks up the cards that ``identifiers`` names and hands them to ``changes(known:)``.
///
/// Text that is not JSON imports nothing at all. An element that is JSON and no card is skipped and reported.
public struct CardImport: Sendable {
    /// An element that was not taken, and why.
    public struct Skipped: UserFacingError, Hashable {
        /// `card 3, line 7` or `card "A-1"`.
        public let place: String
        public let reason: String

        public var userMessage: String { "\(place): \(reason)" }
    }

    /// What an import comes to.
    public struct Outcome: Hashable, Sendable {
        public var changes: [CardChange] = []
        public var added = 0
        public var changed = 0
        public var unchanged = 0
        public var skipped: [Skipped] = []
    }

    private struct Element {
        let place: String
        let patch: Result<CardPatch, CardJSONError>
    }

    private var elements: [Element] = []

    /// Reads the whole text. `makeIdentifier` gives the cards without an identifier theirs. Throws ``CardImportError``.
    public init(_ bytes: [UInt8], makeIdentifier: () -> CardID = CardID.random) throws(CardImportError) {
        if let members = Self.dictionary(in: bytes) {
            for (key, value) in members.sorted(by: { $0.key < $1.key }) {
                let place = "card \"\(key.prefix(40))\""
                // The key counts only where the card does not name itself.
                let named = value["identifier"].map { !$0.isNothing } ?? false
                guard let identifier = CardID(key) ?? (named ? makeIdentifier() : nil) else {
                    elements.append(Element(place: place, patch: .failure(.badIdentifier(key))))
                    continue
                }
                take(value, place: place, identifier: identifier)
            }
        } else {
            try readElements(of: bytes, makeIdentifier)
        }
    }

    /// The cards that the file names, for the caller to look up. Those that got a new identifier are among them.
    public var identifiers: [CardID] { elements.compactMap { try? $0.patch.get().identifier } }

    /// The changes that make the store hold what the file says, in the order of the file. A known card is changed only in the
    /// fields that differ; what only says when something happened is no difference by itself.
    public func changes(known: [CardID: Card]) -> Outcome {
        var outcome = Outcome()
        // Two elements may name the same card: the second meets what the first made of it.
        var known = known
        for element in elements {
            var patch: CardPatch
            let before: Card?
            let after: Card
            do throws(CardJSONError) {
                patch = try element.patch.get()
                before = known[patch.identifier]
                after = patch.applied(to: before)
                if after.name.allSatisfy(\.isWhitespace) { throw CardJSONError.missingName }
            } catch {
                outcome.skipped.append(Skipped(place: element.place, reason: error.userMessage))
                continue
            }
            if let before {
                patch.fields = after.differences(from: before)
                if patch.fields.allSatisfy(\.isBookkeeping) {
                    outcome.unchanged += 1
                    continue
                }
                patch.photos = patch.photos.filter { after.photos.contains($0.key) }
                outcome.changed += 1
            } else {
                outcome.added += 1
            }
            known[patch.identifier] = after
            outcome.changes.append(.set(patch))
        }
        return outcome
    }

    private mutating func take(_ json: JSON, place: String, identifier: CardID) {
        let patch = Result { () throws(CardJSONError) in try CardJSON.patch(from: json, identifier: identifier) }
        elements.append(Element(place: place, patch: patch))
    }

    // MARK: - Reading

    /// The members of a text that is one object and no card: cards keyed by id.
    private static func dictionary(in bytes: [UInt8]) -> [String: JSON]? {
        let isObject = bytes.first { !isBlank($0) && ![0xEF, 0xBB, 0xBF].contains($0) } == UInt8(ascii: "{")
        // JSON lines end this at their second line.
        guard isObject, let json = try? JSONParser.parse(bytes), !isCard(json) else { return nil }
        return json.object
    }

    private static func isCard(_ json: JSON) -> Bool {
        json["name"]?.string != nil || json["identifier"]?.string != nil
    }

    private mutating func readElements(of bytes: [UInt8], _ makeIdentifier: () -> CardID) throws(CardImportError) {
        var splitter = JSONElementSplitter()
        var count = 0
        // Line by line, because where an element ends is known when its last byte was fed.
        var line = 1
        var rest = bytes[...]
        while !rest.isEmpty {
            let end = rest.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? rest.endIndex
            let complete: [[UInt8]]
            do {
                complete = try splitter.feed(rest[..<end])
            } catch {
                throw CardImportError(json: error, line: line)
            }
            for element in complete { try take(element, &count, endingInLine: line, makeIdentifier) }
            rest = rest[end...]
            if rest.startIndex > 0, bytes[rest.startIndex - 1] == UInt8(ascii: "\n") { line += 1 }
        }
        do {
            for element in try splitter.finish() { try take(element, &count, endingInLine: line, makeIdentifier) }
        } catch let error as JSONError {
            throw CardImportError(json: error, line: line)
        } catch let error as CardImportError {
            throw error
        } catch {
            throw CardImportError(json: JSONError(kind: .cutOff, offset: bytes.count), line: line)
        }
    }

    private mutating func take(
        _ bytes: [UInt8], _ count: inout Int, endingInLine last: Int, _ makeIdentifier: () -> CardID
    ) throws(CardImportError) {
        count += 1
        let first = last - bytes.count { $0 == UInt8(ascii: "\n") }
        do {
            let json = try JSONParser.parse(bytes)
            take(json, place: "card \(count), line \(first)", identifier: makeIdentifier())
        } catch {
            let line = first + bytes.prefix(error.offset).count { $0 == UInt8(ascii: "\n") }
            throw CardImportError(json: error, line: line, card: count)
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}

/// The text is not JSON, so that nothing of it was taken.
public struct CardImportError: UserFacingError, Hashable {
    public let json: JSONError
    /// From 1.
    public let line: Int
    /// Counts the elements from 1; the offset of `json` is then within this element, else from the start of the text.
    public let card: Int?

    public init(json: JSONError, line: Int, card: Int? = nil) { (self.json, self.line, self.card) = (json, line, card) }

    public var userMessage: String {
        "line \(line)\(card.map { ", card \($0)" } ?? ""): \(json.userMessage). Nothing was imported."
    }
}
