/// The relation of a card's validity dates to today, as shown in a row and on the card page.
public enum Validity: Equatable, Sendable {
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

    /// For where there is no room for the whole text: "in 12 days", "expired", "not valid".
    public var shortText: String {
        switch self {
        case .none: ""
        case .expired: "expired"
        case .expires(let day, let today): day.relativeText(today: today)
        case .notYetValid: "not valid"
        }
    }
}

/// The rule that a new card must meet before the form saves it. A card that exists needs its name only: it may come from another
/// source, and is kept whatever it lacks.
public enum CardValidation: String, Sendable, CaseIterable {
    /// A name, and something to show at the counter: a number or a photo.
    case standard
    /// The rule of My Cards: a name and both photos.
    case bothPhotos = "both-photos"

    /// The missing parts, in the order of the form; empty if the card can be saved.
    public func missing(in card: Card, isNew: Bool = true) -> [MissingPart] {
        var missing: [MissingPart] = []
        if card.name.allSatisfy(\.isWhitespace) { missing.append(.name) }
        guard isNew else { return missing }
        switch self {
        case .standard:
            let hasNumber = !card.number.allSatisfy(\.isWhitespace) || card.barcode?.value?.isEmpty == false
            if !hasNumber && card.front == nil && card.back == nil { missing.append(.numberOrPhoto) }
        case .bothPhotos:
            if card.front == nil { missing.append(.photo(.front)) }
            if card.back == nil { missing.append(.photo(.back)) }
        }
        return missing
    }

    /// A part without which a card cannot be saved.
    public enum MissingPart: Equatable, Sendable {
        case name, numberOrPhoto, photo(Card.Side)

        public var description: String {
            switch self {
            case .name: "a name"
            case .numberOrPhoto: "a number or a photo"
            case .photo(let side): "a \(side.rawValue) photo"
            }
        }
    }
}

extension [CardValidation.MissingPart] {
    /// "a name and a number or a photo".
    public var text: String { map(\.description).joined(separator: " and ") }
}
