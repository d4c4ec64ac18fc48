internal import Basics
internal import Cards

/// What is new in a version of a pass, as words: "gate 12 → 14", "departs 14:05 → 14:35", or what the issuer says of it.
struct PassChanges {
    private static let longestValue = 40
    /// A sentence of the issuer.
    private static let longestMessage = 100
    private static let maximumShown = 5

    private let format: LocalFormat
    private let clock: CardClock
    private var parts: [String] = []

    /// - Parameters:
    ///   - note: of the card before: another device may have imported a version in between.
    ///   - fields: those of the card that the new version changed.
    init(
        from old: PassContents, to new: PassContents, note: String, fields: FieldSet, _ format: LocalFormat,
        _ clock: CardClock
    ) {
        (self.format, self.clock) = (format, clock)
        let (former, present) = (WalletPass(old, localDay: clock.day), WalletPass(new, localDay: clock.day))
        let lines = Set(note.split(separator: "\n").map { ExactText(String($0)) })
        addFields(from: Self.fields(of: old), to: Self.fields(of: new), new.strings, lines)
        let saysAmounts = !parts.isEmpty
        addMoments(from: former.card.moments, to: present.card.moments)
        if former.card.isArchived != present.card.isArchived {
            parts.append(
                !present.card.isArchived ? "valid again" : fields.contains(.isArchived) ? "voided; archived" : "voided")
        }
        addValues(from: former.card, to: present.card)
        if !saysAmounts { add("balance", balance(former.card), balance(present.card)) }
        addPlaces(from: former.places, to: present.places)
        if former.card.color != present.card.color { parts.append("a new color") }
        if !fields.isDisjoint(with: [.front, .icon]) { parts.append("a new picture") }
    }

    /// Empty for none that can be seen.
    var texts: [String] {
        let shown = parts.prefix(Self.maximumShown)
        return shown + (parts.count > shown.count ? ["\(parts.count - shown.count) more"] : [])
    }

    private mutating func add(_ name: String, _ former: String, _ value: String) {
        if former == value { return }
        let change = former.isEmpty ? value : "\(Self.short(former)) → \(Self.short(value))"
        parts.append(value.isEmpty ? "no \(name)" : "\(name) \(Self.short(change, to: 3 * Self.longestValue))")
    }

    // MARK: - Fields of the pass

    private mutating func addFields(
        from before: [PassField], to after: [PassField], _ strings: [ExactText: String], _ note: Set<ExactText>
    ) {
        for field in after {
            let value = Self.short(field.valueText(format, clock))
            let old = before.first { Self.key($0) == Self.key(field) }
            var former = old.map { Self.short($0.valueText(format, clock)) }
            if former == value || note.contains(ExactText(field.noteText)) { continue }
            if let old, !field.label.isEmpty, !old.noteText.contains("\n"), !note.contains(ExactText(old.noteText)) {
                let line = note.first { $0.text.hasPrefix("\(field.label): ") }
                former = line.map { Self.short(String($0.text.dropFirst(field.label.count + 2))) } ?? former
            }
            // "Gate changed to %@."
            let message = Self.short(strings.text(of: field.json["changeMessage"]), to: Self.longestMessage)
            guard message.isEmpty else {
                let told = message.replacing(bytesOf: "%@", with: value)
                parts.append(told.hasSuffix(".") ? String(told.dropLast()) : told)
                continue
            }
            parts.append("\(Self.name(field)) \(former.map { "\($0) → " } ?? "")\(value)")
        }
        for field in before where !after.contains(where: { Self.key($0) == Self.key(field) }) {
            parts.append("no \(Self.name(field))")
        }
    }

    private static func fields(of pass: PassContents) -> [PassField] {
        Array(PassField.groups(of: pass.style, pass.strings).groups.joined())
    }

    private static func key(_ field: PassField) -> String { field.json["key"]?.string ?? field.label }

    private static func name(_ field: PassField) -> String {
        let label = field.label.isEmpty ? field.json["key"]?.string ?? "" : field.label
        return short(label).lowercased()
    }

    // MARK: - What the card has of it

    private mutating func addMoments(from before: [CardMoment], to after: [CardMoment]) {
        var seen: Set<CardMoment.Kind> = []
        for kind in (after + before).map(\.kind) where seen.insert(kind).inserted {
            let (old, new) = (before.filter { $0.kind == kind }, after.filter { $0.kind == kind })
            for index in 0..<max(old.count, new.count) {
                let (former, moment) = (old.dropFirst(index).first, new.dropFirst(index).first)
                guard let moment else {
                    if let former { parts.append("no longer \(kind.label) \(text(former))") }
                    continue
                }
                guard let former, former != moment else {
                    if former == nil { parts.append("\(kind.label) \(text(moment))") }
                    continue
                }
                let isSameDay = start(former).day == start(moment).day
                let (from, to) = (text(former, isSameDay: isSameDay), text(moment, isSameDay: isSameDay))
                // The same moment may be written in another way.
                if from != to { parts.append("\(kind.label) \(from) → \(to)") }
            }
        }
    }

    private func start(_ moment: CardMoment) -> LocalMoment { LocalMoment(moment.start, clock) }

    /// "14:05", or with its day, and with its end.
    private func text(_ moment: CardMoment, isSameDay: Bool = false) -> String {
        func text(_ local: LocalMoment, _ isTime: Bool) -> String {
            isTime
                ? local.time ?? format.text(local.day)
                : [format.text(local.day), local.time].compactMap { $0 }
                    .joined(separator: " ")
        }
        let start = start(moment)
        guard let end = moment.end.map({ LocalMoment($0, clock) }), end > start else { return text(start, isSameDay) }
        return text(start, isSameDay) + "–" + text(end, end.day == start.day)
    }

    private mutating func addValues(from old: Card, to new: Card) {
        add("name", old.name, new.name)
        add("number", old.number, new.number)
        if old.number == new.number || old.barcode?.format != new.barcode?.format {
            let (former, code) = (old.barcode?.format.label ?? "", new.barcode?.format.label ?? "")
            if former == code, old.barcode != new.barcode { parts.append("a new barcode") }
            add("barcode", former, code)
        }
        // The day of a moment is told with it.
        let days = Set(new.moments.map { start($0).day })
        if new.validFrom.map({ !days.contains($0) }) ?? old.moments.isEmpty {
            add("valid from", old.validFrom.map(format.text) ?? "", new.validFrom.map(format.text) ?? "")
        }
        if let expiry = new.expiry {
            add("expires", old.expiry.map(format.text) ?? "", format.text(expiry))
        } else if old.expiry != nil {
            parts.append("no longer expires")
        }
    }

    private func balance(_ card: Card) -> String {
        card.balance.isEmpty ? "" : format.text(Balance(amount: card.balance, currency: card.currency))
    }

    private mutating func addPlaces(from before: [String], to after: [String]) {
        let (gone, new) = (before.filter { !after.contains($0) }, after.filter { !before.contains($0) })
        for index in 0..<max(gone.count, new.count) {
            let former = gone.dropFirst(index).first.map(Self.placeName) ?? ""
            let place = new.dropFirst(index).first.map(Self.placeName) ?? ""
            if former == place { parts.append("\(Self.short(place)) is elsewhere") }
            add("place", former, place)
        }
    }

    /// Of a line with a link to a map; one without a name is its coordinates.
    private static func placeName(_ line: String) -> String {
        guard let link = line.firstRange(bytesOf: PassPlaces.map) else { return line }
        let name = line[..<link.lowerBound]
        return name.hasSuffix(": ")
            ? String(name.dropLast(2)) : String(line[link.upperBound...]).replacing(bytesOf: "&mlon=", with: ", ")
    }

    private static func short(_ text: String, to length: Int = longestValue) -> String {
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ").shortened(to: length)
    }
}
