/// A loyalty, membership, gift, library or insurance card: everything about it that may travel to a backend or a file.
///
/// It does not hold photo bytes (only their names, see ``PhotoHash``), nor what belongs to this machine alone (last used,
/// number of uses: see ``CardUsage``). Empty text means that a field is not there.
/// Text is compared by its code points (``ExactText``).
public struct Card: Hashable, Sendable {
    /// The two faces of a card that can be photographed.
    public enum Side: String, Sendable, CaseIterable {
        case front, back

        public var other: Side { self == .front ? .back : .front }
    }

    public let identifier: CardID
    @ByCodePoints public var name: String
    @ByCodePoints public var number = ""
    public var barcode: Barcode?
    /// Of the shop, as people write it.
    @ByCodePoints public var phone = ""
    /// Of the shop, with its scheme or without.
    @ByCodePoints public var website = ""
    @ByCodePoints public var note = ""
    public var front: PhotoHash?
    public var back: PhotoHash?
    public var icon: PhotoHash?
    /// Decimal text, see ``Balance``; empty for none.
    @ByCodePoints public var balance = ""
    /// ISO 4217, nil for points.
    @ByCodePoints public var currency: String? = nil
    public var validFrom: CalendarDay?
    /// The last day on which the card is valid.
    public var expiry: CalendarDay?
    @ByCodePoints public var groups: [String] = []
    public var color: CardColor?
    public var isStarred = false
    public var isArchived = false
    public var created: Timestamp?
    public var modified: Timestamp?
    /// Fields from elsewhere that we do not know, kept to be written back.
    public var unknownFields: JSONObject = [:]

    public init(identifier: CardID, name: String) {
        self.identifier = identifier
        self.name = name
    }

    public subscript(side: Side) -> PhotoHash? {
        get { side == .front ? front : back }
        set { if side == .front { front = newValue } else { back = newValue } }
    }

    /// Every photo that the card names, so that its bytes are kept.
    public var photos: [PhotoHash] { [front, back, icon].compactMap { $0 } }

    /// What is left on the card, in words' order; nil when no amount is known.
    public var amountLeft: Balance? { balance.isEmpty ? nil : Balance(amount: balance, currency: currency) }
}
