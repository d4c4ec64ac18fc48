internal import Synchronization

/// A file of cards on its way into a store: one array, one dictionary keyed by id, or JSON lines. It touches no store; a store
/// ``run(known:apply:)``s it inside one transaction, so that all that could be read is taken, or nothing.
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

    /// What an import came to.
    public struct Outcome: Hashable, Sendable {
        public var added = 0
        public var changed = 0
        public var unchanged = 0
        public var skipped: [Skipped] = []
    }

    private let reader: CardFileReader
    /// A larger card ends the file.
    public static let maximumElementBytes = CardFileReader.maximumElementBytes

    /// `makeIdentifier` gives the cards without an identifier theirs.
    public init(_ pieces: @escaping BytePieces, makeIdentifier: @escaping @Sendable () -> CardID = { .random() }) {
        reader = CardFileReader(pieces, makeIdentifier: makeIdentifier)
    }

    /// Of text that is here as a whole.
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

    /// Reads the file and hands on what makes the store hold what it says, in the order of the file. A known card is changed
    /// only in the fields that differ; what only says when something happened is no difference by itself.
    ///
    /// `known` must give a card as the patches before have left it: two elements may name the same one. Throws
    /// ``CardImportError`` where the text is no JSON, ``StoreError/stopped`` when the task is cancelled, and what reading, `known`
    /// and `apply` throw: then what was applied must be taken back.
    public func run(known: (CardID) throws -> Card?, apply: (CardPatch, Card?) throws -> Void) throws -> Outcome {
        let reader = ReadAhead(reader)
        var outcome = Outcome()
        while let elements = try reader.next() {
            if Task.isCancelled { throw StoreError.stopped }
            for element in elements {
                do {
                    let patch = try element.patch.get()
                    let card = try known(patch.identifier)
                    if let patch = try outcome.take(patch, known: card) { try apply(patch, card) }
                } catch let error as CardJSONError {
                    outcome.skipped.append(Skipped(place: element.place.words, reason: error.userMessage))
                }
            }
        }
        return outcome
    }
}

extension CardImport.Outcome {
    /// Counts what the patch does to the card, and gives what is to be applied; nil when there is nothing.
    fileprivate mutating func take(_ patch: CardPatch, known card: Card?) throws(CardJSONError) -> CardPatch? {
        let namesIt = patch.fields.contains(.name)
        if namesIt ? patch.values.hasBlankName : card?.hasBlankName ?? true { throw .missingName }
        guard let card else {
            added += 1
            return patch
        }
        let after = patch.applied(to: card)
        var patch = patch
        patch.fields = after.differences(from: card)
        if patch.fields.allSatisfy(\.isBookkeeping) {
            unchanged += 1
            return nil
        }
        patch.photos = patch.photos.filter { after.photos.contains($0.key) }
        changed += 1
        return patch
    }

    /// "3 added, 1 changed, 2 unchanged, 1 skipped"; only what there is.
    public var words: String {
        let parts = [(added, "added"), (changed, "changed"), (unchanged, "unchanged"), (skipped.count, "skipped")]
        let said = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return said.isEmpty ? "no cards in this file" : said.joined(separator: ", ")
    }
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
        if json.kind == .tooLarge {
            return
                "line \(line): one card is larger than \(CardFileReader.maximumElementBytes >> 20) MB. Nothing was imported."
        }
        return "line \(line)\(card.map { ", card \($0)" } ?? ""): \(json.userMessage). Nothing was imported."
    }
}
