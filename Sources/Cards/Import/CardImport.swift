/// Cards on their way from a source into a store. It touches neither a file nor a store: a store calls ``run(known:apply:)`` inside
/// one transaction, so that all cards that could be read are imported, or none.
///
/// An element that is no card is skipped and reported.
public struct CardImport {
    private let source: any CardSource

    public init(from source: any CardSource) { self.source = source }

    /// Reads the source and hands on what makes the store hold what it says, in the order of the file. A known card is changed
    /// only in the fields that differ; what only says when something happened is no difference by itself.
    ///
    /// `known` must give a card as the patches before have left it: two elements may name the same one. Throws what the source
    /// throws, ``StoreError/stopped`` when the task is cancelled, and what `known` and `apply` throw: then what was applied must be
    /// taken back.
    public func run(known: (CardID) throws -> Card?, apply: (CardPatch, Card?) throws -> Void) throws -> ImportReport {
        let source = ReadAhead(source)
        var report = ImportReport()
        while let cards = try source.next() {
            if Task.isCancelled { throw StoreError.stopped }
            for imported in cards {
                switch imported.content {
                case .rejected(let reason): report.skip(imported.position, because: reason)
                case .patch(let patch):
                    let card = try known(patch.identifier)
                    let namesIt = patch.fields.contains(.name)
                    if namesIt ? patch.values.hasBlankName : card?.hasBlankName ?? true {
                        report.skip(imported.position, because: CardJSONError.missingName.userMessage)
                    } else if let patch = report.count(patch, known: card) {
                        try apply(patch, card)
                    }
                }
            }
        }
        return report
    }
}

/// What an import came to.
public struct ImportReport: Hashable, Sendable {
    /// An element that was not imported, and why.
    public struct Skipped: UserFacingError, Hashable {
        /// `card 3, line 7` or `card "A-1"`.
        public let position: String
        public let reason: String

        public var userMessage: String { "\(position): \(reason)" }
    }

    public var added = 0
    public var changed = 0
    public var unchanged = 0
    public var skipped: [Skipped] = []

    public init() {}

    /// "3 added, 1 changed, 2 unchanged, 1 skipped"; only what there is.
    public var text: String {
        let parts = [(added, "added"), (changed, "changed"), (unchanged, "unchanged"), (skipped.count, "skipped")]
        let said = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
        return said.isEmpty ? "no cards in this file" : said.joined(separator: ", ")
    }
}

extension ImportReport {
    fileprivate mutating func skip(_ position: ImportedCard.Position, because reason: String) {
        skipped.append(Skipped(position: position.text, reason: reason))
    }

    /// Counts what the patch does to the card, and gives what is to be applied; nil when there is nothing.
    fileprivate mutating func count(_ patch: CardPatch, known card: Card?) -> CardPatch? {
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
}
