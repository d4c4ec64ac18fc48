internal import Cards

/// What is new in a version of a pass, as words: "gate 12 → 14".
struct PassChanges {
    private static let longestValue = 40
    private static let maximumShown = 5

    private let parts: [String]

    /// - Parameter fields: those of the card that the new version changed.
    init(from old: PassContents, to new: PassContents, fields: FieldSet, _ format: LocalFormat, _ clock: CardClock) {
        let (before, after) = (Self.fields(of: old), Self.fields(of: new))
        var parts: [String] = []
        for field in after {
            let value = Self.short(field.valueText(format, clock))
            let former = before.first { Self.key($0) == Self.key(field) }.map {
                Self.short($0.valueText(format, clock))
            }
            if former == value { continue }
            parts.append("\(Self.name(field)) \(former.map { "\($0) → " } ?? "")\(value)")
        }
        for field in before where !after.contains(where: { Self.key($0) == Self.key(field) }) {
            parts.append("no \(Self.name(field))")
        }
        // What the fields of the pass have said already; a member that is no field, such as the moments, is said in another way.
        let said: FieldSet = parts.isEmpty ? [.note] : [.note, .balance, .currency]
        let rest = fields.subtracting(said).inReadingOrder.filter { !$0.isBookkeeping }
        parts += rest.filter { $0.definition != nil }.map(\.label)
        if parts.isEmpty, rest.contains(where: { $0.definition == nil }) { parts = ["times"] }
        self.parts = parts
    }

    /// Empty for none that can be seen.
    var texts: [String] {
        let shown = parts.prefix(Self.maximumShown)
        return shown + (parts.count > shown.count ? ["\(parts.count - shown.count) more"] : [])
    }

    private static func fields(of pass: PassContents) -> [PassField] {
        Array(PassField.groups(of: pass.style, pass.strings).groups.joined())
    }

    private static func key(_ field: PassField) -> String { field.json["key"]?.string ?? field.label }

    private static func name(_ field: PassField) -> String {
        let label = field.label.isEmpty ? field.json["key"]?.string ?? "" : field.label
        return short(label).lowercased()
    }

    private static func short(_ text: String) -> String {
        let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.count <= longestValue ? line : line.prefix(longestValue) + "…"
    }
}
