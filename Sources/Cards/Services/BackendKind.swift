/// The kinds of backends. The raw value is the name in the settings.
public enum BackendKind: String, Sendable, CaseIterable {
    case myCards = "mycards"
    case firebase

    /// The name for display.
    public var name: String {
        switch self {
        case .myCards: "My Cards"
        case .firebase: "Firebase"
        }
    }
}
