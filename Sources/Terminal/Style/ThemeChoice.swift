/// A theme that can be chosen by its name. It holds no colours until it is loaded.
public struct ThemeChoice: Sendable {
    public let name: String
    /// Dark text on a light ground; nil where that depends on the terminal, or is not known before it is loaded.
    public let isLight: Bool?
    /// Reads the theme; what it throws has words for the user.
    public let load: @Sendable () throws -> Theme

    public init(name: String, isLight: Bool?, load: @escaping @Sendable () throws -> Theme) {
        (self.name, self.isLight, self.load) = (name, isLight, load)
    }

    /// "light", "dark", or nothing where that is not known.
    public var words: String { isLight.map { $0 ? "light" : "dark" } ?? "" }

    /// The terminal's own colours.
    public static let terminal = ThemeChoice(name: Theme.terminal.name, isLight: nil) { .terminal }
}
