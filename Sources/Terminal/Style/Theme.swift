/// What a piece of the screen is, as far as its look goes. Screens name roles; only a theme knows colours.
public enum Role: Int, Hashable, Sendable, CaseIterable {
    /// What one reads.
    case text
    /// Names.
    case strong
    /// Labels, units, counts.
    case faint
    /// What can be pressed, and the mark at the selection's edge.
    case accent
    /// The bar over the selected row's text.
    case selection
    /// What is past or wrong.
    case warning
    /// The letters that a filter found.
    case match
    /// Lines and frames.
    case rule
    /// What lies beneath a dialog.
    case shaded
}

/// Roles to styles. The rooms above ask for roles; this is the one place that answers with colours.
public struct Theme: Hashable, Sendable {
    public let name: String
    private let styles: [Style]

    public init(name: String, style: (Role) -> Style) {
        self.name = name
        styles = Role.allCases.map(style)
    }

    public subscript(role: Role) -> Style { styles[role.rawValue] }

    /// The user's own 16 colours on the terminal's own background. Roles differ by attribute as well as by colour, so that it
    /// reads the same on dark and light terminals and without colours at all.
    public static let terminal = Theme(name: "terminal") { role in
        switch role {
        case .text: Style()
        case .strong: Style(attributes: .bold)
        case .faint, .rule, .shaded: Style(attributes: .dim)
        case .accent: Style(foreground: .palette(4), attributes: .bold)
        case .selection: Style(attributes: .reverse)
        case .warning: Style(foreground: .palette(1))
        case .match: Style(attributes: [.bold, .underline])
        }
    }
}
