/// Imports cards from a source. It touches neither a file nor a store: a store calls ``run(known:match:apply:keep:book:hide:)`` inside
/// one transaction, so that all readable cards are imported, or none.
///
/// An element that is not a card is skipped and reported.
public struct CardImport {
    /// A card that is here already, and that an element of the file is.
    public struct Match {
        public let card: Card
        /// The card as the file had it when it was imported last; nil if it never was.
        public let base: Card?
        /// The file that is kept of that import: see ``CardOrigin/attachment``.
        public let file: [UInt8]?
        /// Of these fields those that another device imported, and that nobody changed since: they are no changes made here.
        public let imported: (FieldSet) throws -> FieldSet

        public init(
            card: Card, base: Card?, file: [UInt8]? = nil,
            imported: @escaping (FieldSet) throws -> FieldSet = { _ in [] }
        ) {
            self.card = card
            self.base = base
            self.file = file
            self.imported = imported
        }
    }

    /// What is kept of a card of another program, beside the card here.
    public struct Kept {
        public let origin: CardOrigin
        /// The card here.
        public let card: CardID
        /// The card as the file has it.
        public let base: Card
        /// The file itself, where the card keeps it: see ``CardOrigin/attachment``.
        public let attachment: [UInt8]?
        /// See ``ImportedCard/reduced``.
        public let reduced: (@Sendable ([UInt8]) -> [UInt8]?)?
        /// How the file's card was merged with the one here; nil for a new card.
        public let merge: CardMerge?
        /// The photos that the file has in fields in conflict.
        public let contestedPhotos: [PhotoHash: [UInt8]]
    }

    private let source: any CardSource
    private let options: ImportOptions
    /// Of cards that are added beside those with their identifiers.
    private let identifiers = CardIDSequence()

    public init(from source: any CardSource, options: ImportOptions = ImportOptions()) {
        self.source = source
        self.options = options
    }

    /// Reads the source and calls `apply` for each card that changes, in the order of the file. An existing card is changed only in
    /// the fields that differ; a difference in timestamps alone is ignored.
    ///
    /// `known` must return a card with all earlier patches applied: two elements may name the same card. Throws the source's
    /// errors, ``StoreError/stopped`` when the task is cancelled, and the errors of the closures; the caller must then roll back.
    /// - Parameters:
    ///   - match: the card that is here for one of another program, which is the element with this index.
    ///   - keep: keeps the origin of a card, the card as the file has it, and the fields in conflict.
    ///   - book: writes the entries of a card's ledger that are not here, before the card is added or changed under the identifier that it has
    ///     in the file; of a card of another program only where it is new. Returns how many a card that is here got.
    ///   - hide: writes a secret field of a card that is here by then.
    public func run(
        known: (CardID) throws -> Card?, match: (Int, CardOrigin, Card) throws -> Match? = { _, _, _ in nil },
        apply: (CardPatch, Card?) throws -> Void, keep: (Kept) throws -> Void = { _ in },
        book: ([LedgerEntry], Card) throws -> Int = { _, _ in 0 },
        hide: (CardSecret, CardID) throws -> SecretOutcome = { _, _ in .same }
    ) throws -> ImportReport {
        let source = ReadAhead(source)
        var report = ImportReport()
        var index = -1
        while let cards = try source.next() {
            if Task.isCancelled { throw StoreError.stopped }
            for imported in cards {
                index += 1
                if options.isDryRun, let detail = options.detail, index > detail { return report }
                guard case .patch(let patch) = imported.content else {
                    if case .rejected(let reason) = imported.content { report.skip(imported.position, because: reason) }
                    continue
                }
                let step = Step(
                    index: index, imported: imported, patch: patch, listsCards: options.listsCards,
                    duplicates: options.duplicates)
                if options.leavingOut.contains(index) {
                    report.add(step, .leftOut, [])
                } else if let origin = imported.origin {
                    try take(step, origin, match: match, apply: apply, keep: keep, book: book, hide: hide, &report)
                } else {
                    try take(step, known: known, apply: apply, book: book, hide: hide, &report)
                }
            }
        }
        return report
    }

    /// A card of our own format: it names the card that it changes.
    private func take(
        _ step: Step, known: (CardID) throws -> Card?, apply: (CardPatch, Card?) throws -> Void,
        book: ([LedgerEntry], Card) throws -> Int, hide: (CardSecret, CardID) throws -> SecretOutcome,
        _ report: inout ImportReport
    ) throws {
        var patch = step.patch
        var card = try known(patch.identifier)
        let namesIt = patch.fields.contains(.name)
        if namesIt ? patch.values.hasBlankName : card?.hasBlankName ?? true {
            return report.skip(step.imported.position, because: CardJSONError.missingName.userMessage)
        }
        var isCopy = false
        if card != nil {
            switch step.duplicates {
            case .merge: break
            case .skip: return report.add(step, .known, [])
            case .add:
                patch.values = patch.values.identified(by: identifiers.next())
                (card, isCopy) = (nil, true)
            }
        }
        var booked = 0
        if !isCopy, let entries = step.imported.ledger { booked = try book(entries, patch.applied(to: card)) }
        try change(patch, card, [], step, isBooked: booked > 0, apply: apply, &report)
        try take(step.imported.secrets, of: patch.identifier, step, hide: hide, &report)
    }

    private func take(
        _ secrets: [CardSecret], of card: CardID, _ step: Step, hide: (CardSecret, CardID) throws -> SecretOutcome,
        _ report: inout ImportReport
    ) throws {
        for secret in secrets {
            switch try hide(secret, card) {
            case .set: report.secrets += 1
            case .same: break
            case .tooMany: report.remark(step.imported.position, SecretError.tooMany.userMessage)
            }
        }
    }

    /// A card of another program: what changed there since the last import is changed here, unless it was changed here, too.
    private func take(
        _ step: Step, _ origin: CardOrigin, match: (Int, CardOrigin, Card) throws -> Match?,
        apply: (CardPatch, Card?) throws -> Void, keep: (Kept) throws -> Void,
        book: ([LedgerEntry], Card) throws -> Int,
        hide: (CardSecret, CardID) throws -> SecretOutcome, _ report: inout ImportReport
    ) throws {
        var patch = step.patch
        let attachment = step.imported.attachment
        let match = step.duplicates == .add ? nil : try match(step.index, origin, patch.values)
        guard let match else {
            if let entries = step.imported.ledger { _ = try book(entries, patch.values) }
            try change(patch, nil, [], step, apply: apply, &report)
            // Of a card that is here, a secret of the file could undo one that was changed here.
            try take(step.imported.secrets, of: patch.identifier, step, hide: hide, &report)
            return try keep(
                Kept(
                    origin: origin, card: patch.identifier, base: patch.values, attachment: attachment,
                    reduced: step.imported.reduced, merge: nil, contestedPhotos: [:]))
        }
        if step.duplicates == .skip { return report.add(step, .known, []) }
        if let base = match.base, let file = match.file, let sameMoments = step.imported.sameMoments {
            patch.values.copy(sameMoments(file), from: base)
        }
        if step.imported.guessesDayOfUse, patch.values.used != nil, let known = match.base?.used ?? match.card.used {
            patch.values.used = known
        }
        // What the file had, and has no longer, was removed there.
        let complete = step.imported.complete
        if !complete.isEmpty, let base = match.base {
            patch.fields.formUnion(base.filledFields.intersection(complete))
        }
        var merge = CardMerge(patch, into: match.card, base: match.base)
        if !merge.conflicts.isEmpty {
            let imported = try match.imported(merge.conflicts)
            var base = match.base ?? Card(identifier: match.card.identifier, name: "")
            base.copy(imported, from: match.card)
            if !imported.isEmpty { merge = CardMerge(patch, into: match.card, base: base) }
        }
        let merged = CardPatch(from: match.card, to: merge.card, photos: patch.photos)
        try change(merged, match.card, merge.conflicts, step, apply: apply, &report)
        let contested = Set(merge.conflicts.flatMap { patch.values.photos(in: $0) })
        try keep(
            Kept(
                origin: origin, card: match.card.identifier, base: merge.shadow, attachment: attachment,
                reduced: step.imported.reduced, merge: merge,
                contestedPhotos: step.patch.photos.filter { contested.contains($0.key) }))
    }

    private func change(
        _ patch: CardPatch, _ card: Card?, _ conflicts: FieldSet, _ step: Step, isBooked: Bool = false,
        apply: (CardPatch, Card?) throws -> Void, _ report: inout ImportReport
    ) throws {
        guard let card else {
            if step.index == options.detail {
                report.detail = ImportReport.Detail(before: nil, after: patch.applied(to: nil))
            }
            report.add(step, .new, [])
            return try apply(patch, nil)
        }
        let after = patch.applied(to: card)
        if step.index == options.detail { report.detail = ImportReport.Detail(before: card, after: after) }
        var patch = patch
        patch.fields = after.differences(from: card)
        if patch.fields.allSatisfy(\.isBookkeeping) {
            return report.add(step, isBooked ? .changed([.balance]) : .same, conflicts)
        }
        patch.photos = patch.photos.filter { after.photos.contains($0.key) }
        report.add(step, .changed(patch.fields), conflicts, formerName: after.name == card.name ? nil : card.name)
        try apply(patch, card)
    }
}

/// An element of the file with a card.
private struct Step {
    let index: Int
    let imported: ImportedCard
    let patch: CardPatch
    let listsCards: Bool
    let duplicates: ImportOptions.Duplicates
}

extension ImportReport {
    /// About the card that was added last.
    fileprivate mutating func remark(_ position: ImportedCard.Position, _ reason: String) {
        remarks.append(Skipped(position: position.text, reason: reason))
        if let last = entries.indices.last { entries[last].isPartlyRead = true }
    }

    fileprivate mutating func skip(_ position: ImportedCard.Position, because reason: String) {
        skipped.append(Skipped(position: position.text, reason: reason))
    }

    fileprivate mutating func add(
        _ step: Step, _ outcome: Outcome, _ conflicts: FieldSet, formerName: String? = nil
    ) {
        switch outcome {
        case .new: added += 1
        case .same: unchanged += 1
        case .changed: changed += 1
        case .known, .leftOut: leftOut += 1
        }
        var notes = step.imported.remarks
        if !conflicts.isEmpty {
            self.conflicts += 1
            let labels = conflicts.inReadingOrder.map(\.label).joined(separator: ", ")
            notes.append("changed both here and in the file: \(labels). Your values were kept")
        }
        for note in notes { remarks.append(Skipped(position: step.imported.position.text, reason: note)) }
        let values = step.patch.values
        photos += step.patch.photos.count
        for group in values.groups { groups.insert(ExactText(group)) }
        guard step.listsCards else { return }
        entries.append(
            Entry(
                index: step.index, name: values.name, number: values.number, formerName: formerName, outcome: outcome,
                conflicts: conflicts, isPartlyRead: !step.imported.remarks.isEmpty || !conflicts.isEmpty))
    }
}
