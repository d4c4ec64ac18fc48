internal import Terminal

extension Theme {
    /// The minimum contrast of text with its background, whatever the scheme's colours are.
    static let textContrast = 4.5
    /// The contrast of text beneath a dialog, which should still be recognizable.
    static let shadedContrast = 2.5
    /// The contrast of the selection's bar with the background.
    static let barContrast = 1.8
    static let lineContrast = 2.0

    /// Assigns a scheme's colours to roles. Every role sets both colours. A colour without sufficient contrast is moved
    /// just as far as necessary: a grey towards the scheme's strongest text, a hue towards black or white, which keeps
    /// the hue.
    init(name: String, scheme: Scheme) {
        let ground = scheme.background
        let strong = scheme.strongForeground
        func on(_ ground: SchemeColor, _ color: SchemeColor, _ attributes: Style.Attributes = []) -> Style {
            Style(foreground: Color(color), background: Color(ground), attributes: attributes)
        }
        func gray(_ color: SchemeColor, _ ratio: Double, toward poles: SchemeColor...) -> SchemeColor {
            color.standingOut(by: ratio, from: ground, toward: poles + [strong])
        }
        func hue(_ color: SchemeColor) -> SchemeColor {
            color.standingOut(by: Self.textContrast, from: ground, toward: [])
        }
        // Many schemes keep it so close to the background that it is hardly visible.
        let bar = gray(scheme.selectionBackground, Self.barContrast)
        self.init(name: name) { role in
            switch role {
            case .text: on(ground, gray(scheme.foreground, Self.textContrast))
            case .strong: on(ground, gray(strong, Self.textContrast), .bold)
            // The fainter of the two greys, as far as it is readable: in some schemes the other one is hardly fainter
            // than text.
            case .faint: on(ground, gray(scheme.comments, Self.textContrast, toward: scheme.darkForeground))
            case .accent: on(ground, hue(scheme.blue), .bold)
            case .selection: on(bar, strong.standingOut(by: Self.textContrast, from: bar, toward: []))
            case .warning: on(ground, hue(scheme.red))
            case .caution: on(ground, hue(scheme.orange))
            case .match: on(ground, hue(scheme.yellow), [.bold, .underline])
            case .rule: on(ground, gray(scheme.comments, Self.lineContrast))
            case .shaded: on(ground, gray(scheme.comments, Self.shadedContrast))
            }
        }
    }
}

extension Color {
    fileprivate init(_ color: SchemeColor) { self = .rgb(color.red, color.green, color.blue) }
}
