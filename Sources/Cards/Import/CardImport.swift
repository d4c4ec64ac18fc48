/// Imports cards from a source. It touches neither a file nor a store: a store calls ``run(known:apply:)`` inside one transaction,
/// so that all readable cards are imported, or none.
///
/// An element that is not a card is skipped and reported.
public struct CardImport {
    private let source: any CardSource

    public init(from source: any CardSource) { self.source = source }

    /// Reads the source and calls `apply` for each card that changes, in the order of the file. An existing card is changed only in
    /// the fields that differ; a difference in timestamps alone is ignored.
    ///
    /// `known` must return a card with all earlier patches applied: two elements may name the same card. Throws the source's
    /// errors, ``StoreError/stopped`` when the task is cancelled, and the errors of `known` and `apply`; the caller must then roll
    /// back.
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

/// The result of an import.
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

    /// "3 added, 1 changed, 2 unchanged, 1 skipped"; counts of zero are left out.
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

    /// Counts the effect of the patch, and returns what must be applied; nil for nothing.
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
