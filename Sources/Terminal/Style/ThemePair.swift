/// The theme of a light terminal and that of a dark one; often one theme for both.
public struct ThemePair: Hashable, Sendable {
    public let light: Theme
    public let dark: Theme

    public init(light: Theme, dark: Theme) { (self.light, self.dark) = (light, dark) }
    public init(_ theme: Theme) { self.init(light: theme, dark: theme) }

    /// Whether it matters what the terminal's background is.
    public var dependsOnBackground: Bool { light != dark }

    public func theme(isLight: Bool) -> Theme { isLight ? light : dark }
}
