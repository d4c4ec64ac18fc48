/// The kinds of backends that there are. The raw value is the name in the settings.
public enum BackendKind: String, Sendable, CaseIterable {
    case myCards = "mycards"
    case firebase

    /// For people.
    public var name: String {
        switch self {
        case .myCards: "My Cards"
        case .firebase: "Firebase"
        }
    }
}
