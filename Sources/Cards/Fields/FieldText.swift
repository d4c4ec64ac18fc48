internal import Basics

/// The value of a card's field as text; nil for none, and for photos, which are shown as pictures.
public enum FieldText {
    public static func text(for field: CardField, of card: Card, _ format: LocalFormat) -> String? {
        let value: String? =
            if case .unknown(let key) = field {
                moments(of: card, in: key.text, format) ?? card.unknownFields[key].map(text)
            } else {
                field.definition.flatMap { definition in
                    if card.unknownFields.isEmpty || definition.hasValue(in: card) {
                        text(of: definition, in: card, format)
                    } else {
                        card.unknownFields[definition.key].map(text) ?? text(of: definition, in: card, format)
                    }
                }
            }
        return value?.isEmpty == false ? value : nil
    }

    private static func text(of field: FieldDefinition, in card: Card, _ format: LocalFormat) -> String? {
        switch field.kind {
        // An unreadable value is shown as it was received.
        case .text(let access, .amount) where !access.get(card).isEmpty:
            format.text(Balance(amount: access.get(card), currency: card.currency))
        case .text(let access, _): access.get(card)
        case .currency(let access): BalanceUnit(code: access.get(card)).text
        case .texts(let access): access.get(card).joined(separator: ", ")
        case .day(let access): access.get(card).map(format.text)
        case .color(let access): access.get(card).map { $0.name ?? $0.text }
        case .time(let access): access.get(card)?.text
        case .flag(let access, let on, let off): access.get(card) ? on : off
        case .photo: nil
        case .barcode(let access): access.get(card).map(text)
        case .entries(let entries): entries.lines(card).joined(separator: "\n")
        }
    }

    private static func text(_ barcode: Barcode) -> String {
        barcode.format.label + (barcode.value.map { " \($0)" } ?? "")
            + (barcode.encoding.map { " (\($0))" } ?? "")
    }

    /// One in each line. Nil for another member, and where it has more than can be read.
    private static func moments(of card: Card, in key: String, _ format: LocalFormat) -> String? {
        guard key == Card.momentsKey else { return nil }
        let moments = card.moments
        if moments.isEmpty || moments.count != card.unknownFields[key]?.array?.count { return nil }
        return moments.map { $0.writtenText(format) }.joined(separator: "\n")
    }

    /// Cut: it may be a photo.
    private static func text(_ json: JSON) -> String {
        let text = json.string ?? String(decoding: JSONWriter.bytes(of: json), as: UTF8.self)
        return text.utf8.count <= longest ? text : String(text.unicodeScalars.prefix(longest)) + "…"
    }

    private static let longest = 100_000
}

/// Conversion between a field's value and typed text. Barcodes, photos and flags are not one text each: ``CardDraft`` assembles
/// them.
extension FieldDefinition {
    public func text(of card: Card, _ format: LocalFormat) -> String {
        switch kind {
        case .text(let access, .amount):
            format.amounts.typedText(Balance(amount: access.get(card), currency: card.currency))
        case .text(let access, _): access.get(card)
        case .currency(let access):
            // Otherwise the text of the balance has it.
            card.balance.isEmpty || !BalanceUnit(code: access.get(card)).isWrittenWithAmount
                ? access.get(card) ?? "" : ""
        case .texts(let access): LocalInput.text(ofGroups: access.get(card))
        case .day(let access): access.get(card).map(format.text) ?? unreadLine(of: card)
        case .color(let access): access.get(card).map { $0.name ?? $0.text } ?? unreadLine(of: card)
        case .time(let access): access.get(card)?.text ?? ""
        case .entries(let entries): entries.lines(card).joined(separator: "\n")
        case .flag, .photo, .barcode: ""
        }
    }

    /// The text that could not be read, where it fits into the field: it stays until it is changed.
    private func unreadLine(of card: Card) -> String {
        guard let text = card.unknownFields[key]?.string, text.utf8.count <= Self.longestUnreadLine,
            !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { return "" }
        return text.trimmed
    }

    private static let longestUnreadLine = 200

    /// Sets the value from a text; empty text removes it. Throws for invalid text and then sets nothing.
    /// - Parameter photos: those that a line can name, besides the card's own.
    public func set(
        _ text: String, in card: inout Card, _ input: LocalInput, photos: [PhotoHash] = []
    ) throws(TypingError) {
        if case .entries(let entries) = kind { try entries.set(text, photos + card.photos(in: field), &card) }
        card.unknownFields[key] = nil
        // A note is not trimmed, and may be long.
        if case .text(let access, .note) = kind { return access.set(&card, text) }
        let text = (field == .number ? text.withoutInvisible : text).trimmed
        switch kind {
        case .text(let access, .amount):
            let typed = text.isEmpty ? nil : try input.amount(from: text)
            if let typed, let problem = typed.unit?.problem(with: typed.amount) { throw TypingError(problem) }
            access.set(&card, typed?.amount ?? "")
        case .text(let access, .periods):
            if !text.isEmpty { _ = try ReminderPeriods(typed: text) }
            access.set(&card, text)
        case .text(let access, _): access.set(&card, text)
        case .currency(let access): access.set(&card, text.isEmpty ? nil : try input.unit(from: text).code)
        case .texts(let access): access.set(&card, LocalInput.groups(from: text, keeping: access.get(card)))
        case .day(let access):
            access.set(&card, text.isEmpty ? nil : try input.day(from: text, isStart: field == .validFrom))
        case .color(let access): access.set(&card, text.isEmpty ? nil : try input.color(from: text))
        case .time, .flag, .photo, .barcode, .entries: break
        }
    }
}

/// A text field without a dedicated position on the screens, see ``FieldDefinition/Text/detail(isLink:)``. It is never empty.
public struct CardDetail: Equatable, Sendable {
    public let field: CardField
    public let text: String
    private let isLink: Bool

    public var label: String { field.label }

    /// The link at the beginning of the text, with `https://` added if it has no scheme; nil if the text is not a link.
    public var link: String? {
        guard isLink else { return nil }
        let text = text.trimmed
        if let link = Self.link(beginning: text) { return link }
        guard !text.contains(bytesOf: "://"), let link = Self.link(beginning: "https://" + text) else { return nil }
        // A word without a dot is not an address.
        return link.contains(".") ? link : nil
    }

    private static func link(beginning text: String) -> String? {
        let links = NoteLinks(in: text, upTo: 1)
        return links.count == 0 ? nil : links[0]
    }

    init?(_ definition: FieldDefinition, of card: Card) {
        guard case .text(let access, .detail(let isLink)) = definition.kind else { return nil }
        let text = access.get(card)
        if text.isEmpty { return nil }
        self.field = definition.field
        self.text = text
        self.isLink = isLink
    }
}

extension Card {
    /// The details of this card, in reading order.
    public var details: [CardDetail] { FieldDefinition.details.compactMap { CardDetail($0, of: self) } }
}

extension FieldDefinition {
    fileprivate static let details = inReadingOrder.filter {
        if case .text(_, .detail) = $0.kind { true } else { false }
    }
}
