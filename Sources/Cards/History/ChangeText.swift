internal import Basics

/// What a change did, in words.
public struct ChangeText: Sendable {
    /// A line for each field that changed: "note: old → new", "front photo: 84 kB → 120 kB", or one for all: "added".
    public let lines: [String]
    /// The fields only: "changed the note", "changed number, note".
    public let summary: String

    /// A value is cut to this many characters.
    private static let valueLength = 60
    /// Of a long value, this much before the first difference is kept.
    private static let contextLength = 8
    static let none = "none"

    public init(_ change: PastChange, _ format: LocalFormat) {
        guard case .changed(let changed, let old, let new) = change.content else {
            let text = Self.text(of: change)
            lines = [text]
            summary = text
            return
        }
        let fields = Self.shown(changed.filter { !$0.isBookkeeping }, new)
        let lines = fields.map { field in
            Self.photoLine(for: field, from: old, to: new, sizes: change.photoSizes)
                ?? Self.line(for: field, from: old, to: new, isAmountOnly: true, format)
        }
        // An import that only finds conflicts is a step, and changes no field.
        var nothing = "only timestamps changed"
        if case .imported = change.source { nothing = "only conflicts: your values were kept" }
        self.lines = lines.isEmpty ? [nothing] : lines
        let isFlag = fields.count == 1 && [.isStarred, .isArchived, .used].contains(fields[0])
        let labels = fields.map(\.label).joined(separator: ", ")
        summary = fields.isEmpty || isFlag ? self.lines[0] : "changed \(labels)"
    }

    private static func text(of change: PastChange) -> String {
        switch change.content {
        case .added: change.source == .restored || change.source == .undo ? "restored" : "added"
        case .deleted: "deleted"
        case .changed: "changed"
        case .secret: "changed a secret field"
        case .unreadable: "this change cannot be read"
        }
    }

    /// The lines of these fields of two whole cards.
    public static func lines(_ fields: [CardField], from old: Card, to new: Card, _ format: LocalFormat) -> [String] {
        shown(fields, new).map { line(for: $0, from: old, to: new, isAmountOnly: false, format) }
    }

    /// The line of a balance names its currency; a card that is used is archived, too.
    private static func shown(_ fields: [CardField], _ new: Card) -> [CardField] {
        fields.filter { field in
            switch field {
            case .currency: !fields.contains(.balance)
            case .isArchived: !(fields.contains(.used) && new.used != nil)
            case .used: new.used != nil || !fields.contains(.isArchived)
            default: true
            }
        }
    }

    /// - Parameter isAmountOnly: whether the cards may lack the currency, because it did not change.
    private static func line(
        for field: CardField, from old: Card, to new: Card, isAmountOnly: Bool, _ format: LocalFormat
    ) -> String {
        switch (field, field.definition?.kind) {
        case (.isStarred, _): return new.isStarred ? "starred" : "unstarred"
        case (.used, _): return new.used.map { "used on \(format.text($0))" } ?? "not used"
        case (.isArchived, _): return new.isArchived ? "archived" : "unarchived"
        case (_, .photo(let access)?):
            let name = field.definition?.noun ?? field.label
            let verb = access.get(old) == nil ? "added" : access.get(new) == nil ? "removed" : "changed"
            return "\(name) \(verb)"
        case (.balance, _) where isAmountOnly && old.currency == nil && new.currency == nil:
            let amounts = [old, new].map { $0.balance.isEmpty ? nil : format.amounts.typedText($0.balance) }
            return line(field.label, amounts[0], amounts[1])
        default:
            return line(
                field.label, FieldText.text(for: field, of: old, format), FieldText.text(for: field, of: new, format))
        }
    }

    /// With the sizes; nil where no size is known, and for what is no photo.
    private static func photoLine(
        for field: CardField, from old: Card, to new: Card, sizes: [PhotoHash: Int]
    ) -> String? {
        guard let definition = field.definition, case .photo(let access) = definition.kind else { return nil }
        let photos = [access.get(old), access.get(new)]
        guard photos.contains(where: { photo in photo.flatMap { sizes[$0] } != nil }) else { return nil }
        let texts = photos.map { photo in photo.map { sizes[$0]?.byteText ?? "not stored" } ?? none }
        return "\(definition.noun ?? field.label): \(texts[0]) → \(texts[1])"
    }

    private static func line(_ label: String, _ old: String?, _ new: String?) -> String {
        let (old, new) = excerpts(old, new)
        return "\(label): \(old ?? none) → \(new ?? none)"
    }

    /// Both values in one line each. Where both are long, they begin shortly before they differ.
    private static func excerpts(_ old: String?, _ new: String?) -> (String?, String?) {
        guard let old, let new, min(old.utf8.count, new.utf8.count) > valueLength else {
            return (old.map { excerpt($0[...]) }, new.map { excerpt($0[...]) })
        }
        // By bytes: a note may have a megabyte.
        let common = zip(old.utf8, new.utf8).prefix { $0 == $1 }.count
        return (excerpt(Self.end(of: old, after: common)), excerpt(Self.end(of: new, after: common)))
    }

    /// The text from a few characters before this byte on; the whole text where that would spare little.
    private static func end(of text: String, after bytes: Int) -> Substring {
        guard bytes > valueLength / 2 else { return text[...] }
        var index = text.utf8.index(text.startIndex, offsetBy: bytes)
        // A scalar is not cut.
        while index < text.endIndex, text.utf8[index] & 0xC0 == 0x80 { text.utf8.formIndex(before: &index) }
        return text[(text.index(index, offsetBy: -contextLength, limitedBy: text.startIndex) ?? text.startIndex)...]
    }

    private static func excerpt(_ text: Substring) -> String {
        let start = text.startIndex == text.base.startIndex ? "" : "…"
        let shown = text.prefix(valueLength)
        let line = shown.split(whereSeparator: \.isNewline).joined(separator: " ")
        return start + line + (shown.endIndex < text.endIndex ? "…" : "")
    }
}
