/// A loyalty, membership, gift, library or insurance card: everything about it that may be sent to a backend or written to a file.
///
/// It holds neither photo bytes (only their names, see ``PhotoHash``) nor what is local to this machine (last use, number of uses:
/// see ``CardUsage``). Empty text means that a field is absent.
/// Text is compared by its code points (``ExactText``).
public struct Card: Equatable, Sendable {
    /// The photos that have a place of their own: the two faces of the card, and the icon that it is recognized by.
    public enum Side: String, Sendable, CaseIterable {
        case front, back, icon

        /// Those that show the card itself.
        public static let faces: [Side] = [.front, .back]

        /// "front photo", "icon".
        public var noun: String { self == .icon ? rawValue : "\(rawValue) photo" }
        public var field: CardField {
            switch self {
            case .front: .front
            case .back: .back
            case .icon: .icon
            }
        }
    }

    public private(set) var identifier: CardID
    @ByCodePoints public var name: String
    @ByCodePoints public var number = ""
    public var barcode: Barcode?
    /// The shop's phone number, as people write it.
    @ByCodePoints public var phone = ""
    /// The shop's website, with or without a scheme.
    @ByCodePoints public var website = ""
    @ByCodePoints public var note = ""
    public var front: PhotoHash?
    public var back: PhotoHash?
    public var icon: PhotoHash?
    /// Decimal text, see ``Balance``; empty for none.
    @ByCodePoints public var balance = ""
    /// ISO 4217, nil for points; what else it can be is a ``BalanceUnit``.
    @ByCodePoints public var currency: String? = nil
    public var validFrom: CalendarDay?
    /// The last day on which the card is valid.
    public var expiry: CalendarDay?
    /// How long before its last day the user is reminded, as typed, see ``ReminderPeriods``; empty for what the settings say.
    @ByCodePoints public var remindBefore = ""
    @ByCodePoints public var groups: [String] = []
    public var color: CardColor?
    public var isStarred = false
    public var isArchived = false
    /// The day on which a voucher was used up.
    public var used: CalendarDay?
    public var created: Timestamp?
    public var modified: Timestamp?
    /// The codes beside the barcode.
    public var codes: [FurtherCode] = []
    /// The fields whose names the owner chose.
    public var ownFields: [OwnField] = []
    /// The pictures beside front and back.
    public var pictures: [FurtherPicture] = []
    /// Unknown JSON members from other programs, kept so that they are written back; and under the key of a field a value that the field
    /// cannot read. The field has no value then. Only a card as a backend has it (``CardPatch/shadow(over:)``) has both: there the
    /// member is how the backend wrote the value.
    public var unknownFields: JSONObject = [:]

    public init(identifier: CardID, name: String) {
        self.identifier = identifier
        self.name = name
    }

    /// The same card with another identifier.
    func identified(by identifier: CardID) -> Card {
        var copy = self
        copy.identifier = identifier
        return copy
    }

    public subscript(side: Side) -> PhotoHash? {
        get {
            switch side {
            case .front: front
            case .back: back
            case .icon: icon
            }
        }
        set {
            switch side {
            case .front: front = newValue
            case .back: back = newValue
            case .icon: icon = newValue
            }
            // Whoever removes a photo that cannot be read means that one.
            unknownFields[side.rawValue] = nil
        }
    }

    /// All photos that the card references; a store must keep their bytes.
    public var photos: [PhotoHash] {
        let photos = [front, back, icon].compactMap { $0 }
        return pictures.isEmpty ? photos : photos + pictures.map(\.hash)
    }

    /// Puts the card away, or brings it back: then it is not used either.
    public mutating func setArchived(_ isOn: Bool) {
        isArchived = isOn
        if !isOn { used = nil }
    }

    /// The balance as a value; nil if no amount is known.
    public var amountLeft: Balance? { balance.isEmpty ? nil : Balance(amount: balance, currency: currency) }

    /// Whether it was used, and no money came onto it since.
    public var isUsedUp: Bool { used != nil && amountLeft?.isMoneyLeft != true }
}

extension Card {
    /// The fields that have a value in this card.
    public var filledFields: FieldSet {
        var fields = FieldSet()
        for definition in FieldDefinition.all where definition.isFilled(in: self) { fields.insert(definition.field) }
        for key in unknownKeys { fields.insert(.unknown(key)) }
        return fields
    }

    /// The fields in which the two cards differ; identifiers are not compared.
    public func differences(from other: Card) -> FieldSet {
        var fields = FieldSet()
        for definition in FieldDefinition.all where !definition.isEqual(self, other) { fields.insert(definition.field) }
        guard unknownFields != other.unknownFields else { return fields }
        for key in Set(unknownKeys + other.unknownKeys)
        where unknownFields[key] != other.unknownFields[key] {
            fields.insert(.unknown(key))
        }
        return fields
    }

    /// The keys of ``unknownFields`` that belong to no field.
    var unknownKeys: [ExactText] {
        unknownFields.keys.filter { FieldDefinition.withKey($0.text) == nil }
    }

    /// The fields with a value that cannot be read, in the order of the table. A photo that was readable once is shown still.
    public var unreadFields: [FieldDefinition] {
        if unknownFields.isEmpty { return [] }
        return FieldDefinition.all.filter { field in
            unknownFields[field.key] != nil && (field.hasPhotos || !field.hasValue(in: self))
        }
    }

    /// The value of a field that cannot be read, as text; nil for none. It may be a photo, and is cut.
    public func unreadText(of field: FieldDefinition) -> String? {
        unknownFields[field.key].map { value in
            let text = value.string.map { "\"\($0)\"" } ?? String(decoding: JSONWriter.bytes(of: value), as: UTF8.self)
            let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(60)))
            return start.utf8.count < text.utf8.count ? start + "…" : text
        }
    }

    /// Copies these fields from another card.
    public mutating func copy(_ fields: FieldSet, from other: Card) {
        for definition in fields.definitions { definition.copy(from: other, to: &self) }
        for key in fields.unknownKeys { unknownFields[key] = other.unknownFields[key] }
    }

    /// Whether both cards have the same value in the field.
    public func isEqual(to other: Card, in field: CardField) -> Bool {
        if case .unknown(let key) = field { return unknownFields[key] == other.unknownFields[key] }
        return field.definition?.isEqual(self, other) ?? true
    }

    /// The photos that the field references.
    public func photos(in field: CardField) -> [PhotoHash] {
        field == .pictures ? pictures.map(\.hash) : [photo(in: field)].compactMap { $0 }
    }

    /// The photo that the field references; nil without one, and for a field that is not a photo.
    public func photo(in field: CardField) -> PhotoHash? {
        if case .photo(let access)? = field.definition?.kind { access.get(self) } else { nil }
    }
}

extension FieldDefinition {
    public func isFilled(in card: Card) -> Bool {
        hasValue(in: card) || (!card.unknownFields.isEmpty && card.unknownFields[key] != nil)
    }

    /// Text is compared by its code points.
    func isEqual(_ left: Card, _ right: Card) -> Bool {
        hasEqualValue(left, right) && left.unknownFields[key] == right.unknownFields[key]
    }

    func hasEqualValue(_ left: Card, _ right: Card) -> Bool {
        switch kind {
        case .text(let access, _): access.get(left).isSameText(as: access.get(right))
        case .currency(let access): access.get(left).isSameText(as: access.get(right))
        case .texts(let access): access.get(left).isSameText(as: access.get(right))
        case .day(let access): access.get(left) == access.get(right)
        case .color(let access): access.get(left) == access.get(right)
        case .time(let access): access.get(left) == access.get(right)
        case .flag(let access, _, _): access.get(left) == access.get(right)
        case .photo(let access): access.get(left) == access.get(right)
        case .barcode(let access): access.get(left) == access.get(right)
        case .entries(let entries): entries.isEqual(left, right)
        }
    }

    func copy(from other: Card, to card: inout Card) {
        // A value that was set replaces what could not be read.
        let unread = other.unknownFields.isEmpty || hasValue(in: other) ? nil : other.unknownFields[key]
        if unread != nil || !card.unknownFields.isEmpty { card.unknownFields[key] = unread }
        switch kind {
        case .text(let access, _): access.set(&card, access.get(other))
        case .currency(let access): access.set(&card, access.get(other))
        case .texts(let access): access.set(&card, access.get(other))
        case .day(let access): access.set(&card, access.get(other))
        case .color(let access): access.set(&card, access.get(other))
        case .time(let access): access.set(&card, access.get(other))
        case .flag(let access, _, _): access.set(&card, access.get(other))
        case .photo(let access): access.set(&card, access.get(other))
        case .barcode(let access): access.set(&card, access.get(other))
        case .entries(let entries): entries.copy(other, &card)
        }
    }
}
