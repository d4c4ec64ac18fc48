/// The relation of a card's validity dates to today, as shown in a row and on the card page.
public enum Validity: Hashable, Sendable {
    case none
    case expired(CalendarDay, today: CalendarDay)
    case expires(CalendarDay, today: CalendarDay)
    case notYetValid(CalendarDay, today: CalendarDay)

    /// An expiry within this number of days is near and is described in text.
    public static let nearDays = 30

    public init(validFrom: CalendarDay?, expiry: CalendarDay?, today: CalendarDay) {
        if let expiry, expiry < today {
            self = .expired(expiry, today: today)
        } else if let validFrom, validFrom > today {
            self = .notYetValid(validFrom, today: today)
        } else if let expiry {
            self = .expires(expiry, today: today)
        } else {
            self = .none
        }
    }

    /// How urgently it is shown.
    public enum Urgency: Hashable, Sendable {
        case none
        /// A row has to mention it.
        case near
        /// Today or tomorrow is the last day.
        case last
        case past
    }

    public var urgency: Urgency {
        switch self {
        case .none: .none
        case .expired: .past
        case .notYetValid: .near
        case .expires(let day, let today):
            switch day.daysSince1970 - today.daysSince1970 {
            case ...1: .last
            case ...Self.nearDays: .near
            default: .none
            }
        }
    }

    /// Whether a row has to mention it.
    public var isUrgent: Bool { urgency != .none }

    public var isExpired: Bool { urgency == .past }

    /// Whether the last day is near or has passed.
    public var isEnding: Bool {
        if case .notYetValid = self { return false }
        return isUrgent
    }

    /// "expires today", "expires in 12 days", "expired 3 days ago", "valid tomorrow"; empty without a date.
    public var text: String {
        switch self {
        case .none: ""
        case .expired(let day, let today): "expired " + day.relativeText(today: today)
        case .expires(let day, let today): "expires " + day.relativeText(today: today)
        case .notYetValid(let day, let today): "valid " + day.relativeText(today: today)
        }
    }
}
