internal import Basics
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
    /// The text and the links that stand for the value; empty without them.
    let attributed: String

    /// The line of the field in the note of an imported card.
    var noteText: String { line(attributed.isEmpty ? valueWithCurrency : attributed) }

    /// The same as it was written before amounts had their currency there, and values their links.
    var formerNoteText: String { line(value) }

    /// The line of the field on the page of the card: days and amounts are those of the locale, times those of the reader's zone.
    func text(_ format: LocalFormat, _ clock: CardClock) -> String { line(valueText(format, clock)) }

    /// The same without its label.
    func valueText(_ format: LocalFormat, _ clock: CardClock) -> String {
        attributed.isEmpty ? day(format, clock) ?? amount(format) ?? value : attributed
    }

    private func line(_ text: String) -> String { label.isEmpty ? text : "\(label): \(text)" }

    var currency: String? { json["currencyCode"]?.string.flatMap(Balance.currency) }

    /// The amount, also of a text: `$21.75`.
    var balance: Balance? {
        if case .number? = json["value"] {
            return Balance.amount(withExponent: value).map {
                Balance(amount: Balance.withoutBinaryError($0, in: currency), currency: currency)
            }
        }
        guard let typed = try? AmountFormat.plain.amount(from: value) else { return nil }
        return Balance(amount: typed.amount, currency: typed.unit?.code ?? currency)
    }

    private var valueWithCurrency: String {
        guard let balance else { return value }
        if case .number? = json["value"] {
            if let currency { return "\(balance.amount) \(currency)" }
            return Balance.amount(withExponent: value) == balance.amount ? value : balance.amount
        }
        let isBare = value.allSatisfy { !$0.isLetter && !$0.isCurrencySymbol }
        return isBare ? currency.map { "\(value) \($0)" } ?? value : value
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
                    json: json, label: strings.text(of: json["label"]), value: strings.text(of: json["value"]),
                    attributed: AttributedText.plain(strings.text(of: json["attributedValue"])))
                if !field.value.isEmpty || !field.attributed.isEmpty { group.append(field) }
            }
            if !group.isEmpty { groups.append(group) }
        }
        return (groups, count > maximumCount)
    }

    // MARK: - Styles

    /// Of a field with a style for dates or times: a moment is shown in the reader's zone, unless the pass says that zones do not matter.
    private func day(_ format: LocalFormat, _ clock: CardClock) -> String? {
        let styles = ["dateStyle", "timeStyle"].map { json[$0]?.string ?? "" }
        // "Tomorrow" is shown as its day.
        let isRelative = json["isRelative"]?.bool == true && styles.allSatisfy(\.isEmpty)
        guard isRelative || styles.contains(where: { !$0.isEmpty }), let moment = Moment(value) else { return nil }
        let instant = json["ignoresTimeZone"]?.bool == true ? nil : moment.instant
        let isLong = styles[0] == "PKDateStyleLong" || styles[0] == "PKDateStyleFull"
        let isWithout = styles[0].isEmpty && !isRelative || styles[0] == "PKDateStyleNone"
        let day = instant.map(clock.day) ?? moment.day
        let date: String? = isWithout ? nil : isLong ? format.fullText(day) : format.text(day)
        let isTimeless = styles[1].isEmpty || styles[1] == "PKDateStyleNone"
        let time = isTimeless ? nil : instant.map(clock.timeOfDay) ?? moment.time
        let parts = [date, time].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }

    /// Of a number, or of a text beside a currency.
    private func amount(_ format: LocalFormat) -> String? {
        guard case .number? = json["value"] else { return currency == nil ? nil : balance.map(format.text) }
        if json["numberStyle"]?.string == "PKNumberStylePercent" {
            return Balance.amount(withExponent: value + "e2").map { format.amounts.typedText($0) + " %" }
        }
        guard let balance else { return nil }
        return balance.currency == nil ? format.amounts.typedText(balance.amount) : format.text(balance)
    }
}

extension [ExactText: String] {
    /// A text or a number, translated; empty for anything else.
    func text(of value: JSON?) -> String {
        guard let text = value?.shownText else { return "" }
        return self[ExactText(text)] ?? text
    }
}

/// The text and the links of the little HTML that the values of passes may have.
enum AttributedText {
    /// Each is looked for in the whole text.
    private static let maximumLinks = 20

    /// `Offers https://shop.example` of `<a href='https://shop.example'>Offers</a>`.
    static func plain(_ html: String) -> String {
        var (text, links, rest): (String, [String], Substring) = ("", [], html[...])
        while let start = rest.firstIndex(of: "<") {
            text += rest[..<start]
            rest = rest[start...]
            guard let end = rest.firstIndex(of: ">") else { break }
            let tag = rest[rest.index(after: start)..<end]
            if links.count < maximumLinks, let link = link(in: tag) { links.append(unescaped(link)) }
            if tag.lowercased().hasPrefix("br") { text += "\n" }
            rest = rest[rest.index(after: end)...]
        }
        text = unescaped(text + rest)
        for link in links where !text.contains(bytesOf: link) { text += (text.isEmpty ? "" : " ") + link }
        return text
    }

    private static func link(in tag: Substring) -> Substring? {
        guard tag.lowercased().hasPrefix("a "), let start = tag.lowercased().firstRange(bytesOf: "href=") else {
            return nil
        }
        let offset = tag.lowercased().distance(from: tag.lowercased().startIndex, to: start.upperBound)
        let value = tag.dropFirst(offset)
        guard let quote = value.first, quote == "'" || quote == "\"" else { return value.prefix { $0 != " " } }
        return value.dropFirst().prefix { $0 != quote }
    }

    private static let entities = ["lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "amp": "&"]

    private static func unescaped(_ text: some StringProtocol) -> String {
        var (result, rest) = ("", Substring(text))
        while let start = rest.firstIndex(of: "&") {
            result += rest[..<start]
            let name = rest[rest.index(after: start)...].prefix(10).prefix { $0 != ";" }
            rest = rest[start...]
            if rest.dropFirst(name.count + 1).first == ";", let value = value(of: name) {
                result += value
                rest = rest.dropFirst(name.count + 2)
            } else {
                result.append("&")
                rest = rest.dropFirst()
            }
        }
        return result + rest
    }

    private static func value(of name: Substring) -> String? {
        guard name.hasPrefix("#") else { return entities[name.lowercased()] }
        let digits = name.dropFirst()
        let number = digits.lowercased().hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        return number.flatMap(Unicode.Scalar.init).map { String(Character($0)) }
    }
}
