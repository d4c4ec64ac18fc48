/// The keys of one screen for the manual page, from the screen's own bindings.
public struct KeySection: Sendable {
    public let title: String
    /// The action's name in the settings file, its keys and its description.
    public let keys: [(action: String, keys: String, title: String)]

    public init(title: String, keys: [(action: String, keys: String, title: String)]) {
        self.title = title
        self.keys = keys
    }
}
