/// One movement of a card's balance. It never changes: a later entry takes it back. Two devices merge their entries by union.
public struct LedgerEntry: Hashable, Sendable, Identifiable {
    public typealias ID = HexID<32, LedgerEntry>

    public enum Content: Hashable, Sendable {
        case spend
        case receive
        /// The balance became this text: typed in the form, or from a backend, an import or a conflict.
        case set(String)
        /// The other entry no longer counts; nor does this one once it is cancelled itself.
        case cancel(ID)

        /// `spend`, in stores and files.
        public var name: String {
            switch self {
            case .spend: "spend"
            case .receive: "receive"
            case .set: "set"
            case .cancel: "cancel"
            }
        }
    }

    public let id: ID
    public let card: CardID
    public let content: Content
    /// What it adds to the balance, as decimal text: negative for what was spent. Zero for one that cancels another.
    public let amount: String
    /// ISO 4217; nil means points.
    public let currency: String?
    /// The day that it belongs to, which may be before it was recorded.
    public let day: CalendarDay
    public let recorded: Timestamp
    public let note: String

    public init(
        id: ID = .random(), card: CardID, _ content: Content, amount: String, currency: String?, day: CalendarDay,
        recorded: Timestamp, note: String = ""
    ) {
        self.id = id
        self.card = card
        self.content = content
        self.amount = amount
        self.currency = currency
        self.day = day
        self.recorded = recorded
        self.note = note
    }

    /// What it adds, with all the decimals of its currency; of stamps only how many, not the part of a full card.
    public var sum: Balance { Balance(amount: amount, currency: unit.sumUnit.code).inFull }

    public var unit: BalanceUnit { BalanceUnit(code: currency) }

    /// One that cancels this one.
    public func cancelling(on day: CalendarDay, at time: Timestamp, id: ID = .random()) -> LedgerEntry {
        LedgerEntry(id: id, card: card, .cancel(self.id), amount: "0", currency: currency, day: day, recorded: time)
    }

    /// The entry that it cancels.
    public var cancelled: ID? { if case .cancel(let id) = content { id } else { nil } }

    /// Zero for an amount that is no decimal number.
    public var value: ExactDecimal { ExactDecimal(amount) ?? .zero }

    /// The order of a ledger: by day, those of a day as they were recorded. The same on every device.
    public static func isBefore(_ left: LedgerEntry, _ right: LedgerEntry) -> Bool {
        (left.day, left.recorded, left.id) < (right.day, right.recorded, right.id)
    }
}

extension LedgerEntry.ID {
    /// Names what several devices may note of one event, each by itself: they begin alike, and of those that are not taken back one counts.
    /// - Parameter event: the same on every device.
    public init(of event: [String]) {
        let hash = PhotoHash(of: Array(event.joined(separator: "\n").utf8)).text
        text = String(hash.prefix(Self.eventDigits)) + String(Self.random().text.suffix(Self.eventDigits))
    }

    /// How the identifiers of one event begin. No two others do: 64 bits.
    public var event: String { String(text.prefix(Self.eventDigits)) }

    private static var eventDigits: Int { 16 }
}
