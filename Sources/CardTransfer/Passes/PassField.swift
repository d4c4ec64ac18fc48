internal import Cards

/// A field of a pass, with its label and its value in the language of the user.
struct PassField {
    /// The last ones are those of posters.
    private static let groupNames = ["header", "primary", "secondary", "auxiliary", "back", "additionalInfo"]
    /// A pass that was made to fill memory has more.
    static let maximumCount = TransferLimits.passFields

    let json: JSON
    let label: String
    /// As the pass has it: a date is ISO 8601, a number has a point.
    let value: String

    /// The line of the field in the note of an imported card.
    var noteText: String { label.isEmpty ? value : "\(label): \(value)" }

    /// The line of the field on the page of the card: days and amounts are those of the locale.
    func text(_ format: LocalFormat) -> String {
        let text = day(format) ?? amount(format) ?? value
        return label.isEmpty ? text : "\(label): \(text)"
    }

    /// The fields that have a value, by group, in the order in which a pass shows them. Without the last if there are too many.
    static func groups(
        of style: JSON?, _ strings: [ExactText: String]
    ) -> (groups: [[PassField]], isCut: Bool) {
        var (groups, count): ([[PassField]], Int) = ([], 0)
        for name in groupNames {
            var group: [PassField] = []
            for json in style?[name + "Fields"]?.array ?? [] {
                count += 1
                if count > maximumCount { break }
                let field = PassField(
                    json: json, label: strings.text(of: json["label"]), value: strings.text(of: json["value"]))
                if !field.value.isEmpty { group.append(field) }
            }
            if !group.isEmpty { groups.append(group) }
        }
        return (groups, count > maximumCount)
    }

    // MARK: - Styles

    /// Of a field with a style for dates or times; the time is the one that the pass writes, whatever zone it names.
    private func day(_ format: LocalFormat) -> String? {
        let styles = ["dateStyle", "timeStyle"].map { json[$0]?.string ?? "" }
        guard styles.contains(where: { !$0.isEmpty }), let day = CalendarDay(String(value.prefix(10))) else {
            return nil
        }
        let isLong = styles[0] == "PKDateStyleLong" || styles[0] == "PKDateStyleFull"
        let isWithout = styles[0].isEmpty || styles[0] == "PKDateStyleNone"
        let date: String? = isWithout ? nil : isLong ? format.fullText(day) : format.text(day)
        let time = styles[1].isEmpty || styles[1] == "PKDateStyleNone" ? nil : Self.time(value)
        let parts = [date, time].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    /// `10:30` of `2027-03-01T10:30+02:00`.
    private static func time(_ text: String) -> String? {
        let time = text.split(separator: "T", maxSplits: 1).dropFirst().first?.prefix(5) ?? ""
        let parts = time.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 && $0.utf8.allSatisfy(Self.isDigit) }) else {
            return nil
        }
        return String(time)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// Of a number.
    private func amount(_ format: LocalFormat) -> String? {
        guard case .number? = json["value"] else { return nil }
        if json["numberStyle"]?.string == "PKNumberStylePercent" {
            return Balance.amount(withExponent: value + "e2").map { format.amounts.typedText($0) + " %" }
        }
        guard let amount = Balance.amount(withExponent: value) else { return nil }
        guard let code = json["currencyCode"]?.string.flatMap(Balance.currency) else {
            return format.amounts.typedText(amount)
        }
        return format.text(Balance(amount: amount, currency: code))
    }
}

extension [ExactText: String] {
    /// A text or a number, translated; empty for anything else.
    func text(of value: JSON?) -> String {
        guard let text = value?.shownText else { return "" }
        return self[ExactText(text)] ?? text
    }
}
