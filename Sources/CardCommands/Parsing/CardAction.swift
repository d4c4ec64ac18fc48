public import Cards

/// A change that a command makes to any number of cards, as one step.
public enum CardAction: Hashable, Sendable {
    case set(CardToggle, Bool)
    /// Vouchers that are used up.
    case use(CalendarDay)
    case duplicate
    /// Into the trash.
    case remove

    /// "Starred Tesco".
    func done(_ object: String) -> String {
        switch self {
        case .set(.star, let isOn): "\(isOn ? "Starred" : "Unstarred") \(object)"
        case .set(.archive, let isOn): "\(isOn ? "Archived" : "Unarchived") \(object)"
        case .set(.group(let name), true): "Added \(object) to \(name)"
        case .set(.group(let name), false): "Removed \(object) from \(name)"
        case .use: "Used \(object)"
        case .duplicate: "Copied \(object)"
        case .remove: "Removed \(object)"
        }
    }
}

/// The cards that a command is about: each text finds one card, the filter any number.
public struct CardTargets: Hashable, Sendable {
    public var texts: [String] = []
    public var filter: CardFilter?

    public init(_ texts: [String] = [], filter: CardFilter? = nil) { (self.texts, self.filter) = (texts, filter) }

    /// Whether no card is named, and none is searched for.
    var areMissing: Bool { texts.isEmpty && filter == nil }
}

/// How a command that changes cards runs and reports.
public struct ActionForm: Hashable, Sendable {
    /// Shows the cards and changes nothing.
    public var isDryRun = false
    public var isJSON = false
    /// Whether `--yes` has answered the question of a command that asks.
    public var isConfirmed = false

    public init(isDryRun: Bool = false, isJSON: Bool = false, isConfirmed: Bool = false) {
        self.isDryRun = isDryRun
        self.isJSON = isJSON
        self.isConfirmed = isConfirmed
    }
}
