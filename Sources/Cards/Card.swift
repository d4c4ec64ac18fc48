/// A loyalty, membership, gift, library or insurance card: everything about it that may be sent to a backend or written to a file.
///
/// It holds neither photo bytes (only their names, see ``PhotoHash``) nor what is local to this machine (last use, number of uses:
/// see ``CardUsage``). Empty text means that a field is absent.
/// Text is compared by its code points (``ExactText``).
public struct Card: Hashable, Sendable {
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
}
