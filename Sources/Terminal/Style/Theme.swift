/// The meaning of a part of the screen, for styling. Screens name roles; only a theme knows colours.
public enum Role: Int, Hashable, Sendable, CaseIterable {
    /// Content.
    case text
    /// Names.
    case strong
    /// Labels, units and counts.
    case faint
    /// What can be pressed, and the mark at the edge of the selection.
    case accent
    /// The bar over the text of the selected row.
    case selection
    /// What is expired or wrong.
    case warning
    /// What is about to expire: today or tomorrow.
    case caution
    /// The characters that a search matched.
    case match
    /// Lines and frames.
    case rule
    /// What is beneath a dialog.
    case shaded
}

/// Maps roles to styles. Everything else names roles; only a theme has colours.
public struct Theme: Hashable, Sendable {
    public let name: String
    private let styles: [Style]

    public init(name: String, style: (Role) -> Style) {
        self.name = name
        styles = Role.allCases.map(style)
    }

    public subscript(role: Role) -> Style { styles[role.rawValue] }

    /// The user's own 16 colours on the terminal's own background. Roles differ by attribute as well as by colour, so
    /// that they are distinguishable on dark and light terminals and without colours.
    public static let terminal = Theme(name: "terminal") { role in
        switch role {
        case .text: Style()
        case .strong: Style(attributes: .bold)
        case .faint, .rule, .shaded: Style(attributes: .dim)
        case .accent: Style(foreground: .palette(4), attributes: .bold)
        case .selection: Style(attributes: .reverse)
        case .warning: Style(foreground: .palette(1))
        case .caution: Style(foreground: .palette(3))
        case .match: Style(attributes: [.bold, .underline])
        }
    }
}
