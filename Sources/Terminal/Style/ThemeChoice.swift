/// A theme that can be chosen by its name. It has no colours until it is loaded.
public struct ThemeChoice: Sendable {
    public let name: String
    /// Dark text on a light background; nil if that depends on the terminal, or is unknown before loading.
    public let isLight: Bool?
    /// Reads the theme; throws errors with a message for the user.
    public let load: @Sendable () throws -> Theme

    public init(name: String, isLight: Bool?, load: @escaping @Sendable () throws -> Theme) {
        self.name = name
        self.isLight = isLight
        self.load = load
    }

    /// "light", "dark", or "" if unknown.
    public var description: String { isLight.map { $0 ? "light" : "dark" } ?? "" }

    /// The terminal's own colours.
    public static let terminal = ThemeChoice(name: Theme.terminal.name, isLight: nil) { .terminal }
}
