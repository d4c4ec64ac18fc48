/// The relation of a card's validity dates to today, as shown in a row and on the card page.
public enum Validity: Hashable, Sendable {
    case none
    case expired(daysAgo: Int)
    case expires(inDays: Int)
    case notYetValid(inDays: Int)

    /// An expiry within this number of days is near and is described in text.
    public static let nearDays = 30

    public init(validFrom: CalendarDay?, expiry: CalendarDay?, today: CalendarDay) {
        if let expiry, expiry < today {
            self = .expired(daysAgo: today.daysSince1970 - expiry.daysSince1970)
        } else if let validFrom, validFrom > today {
            self = .notYetValid(inDays: validFrom.daysSince1970 - today.daysSince1970)
        } else if let expiry {
            self = .expires(inDays: expiry.daysSince1970 - today.daysSince1970)
        } else {
            self = .none
        }
    }

    /// Whether a row has to mention it.
    public var isUrgent: Bool {
        switch self {
        case .none: false
        case .expired, .notYetValid: true
        case .expires(let days): days <= Self.nearDays
        }
    }

    public var isExpired: Bool { if case .expired = self { true } else { false } }

    /// "expires today", "in 12 days", "expired 3 days ago"; empty without a date.
    public var text: String {
        switch self {
        case .none: ""
        case .expired(1): "expired yesterday"
        case .expired(let days): "expired \(Self.span(days)) ago"
        case .expires(0): "expires today"
        case .expires(1): "expires tomorrow"
        case .expires(let days): "in \(Self.span(days))"
        case .notYetValid(1): "valid tomorrow"
        case .notYetValid(let days): "valid in \(Self.span(days))"
        }
    }

    /// The description in at most 19 columns, for a row: dates long past are given without the number of days.
    public var shortText: String {
        if case .expired(let days) = self, days >= 60 { return "expired long ago" }
        return text
    }

    private static func span(_ days: Int) -> String {
        switch days {
        case ..<60: "\(days) days"
        case ..<730: "\(days / 30) months"
        default: "\(days / 365) years"
        }
    }
}
