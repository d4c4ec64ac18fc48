internal import Terminal

extension Theme {
    /// What is read stands out from its ground by this at least, whatever the scheme's own colours do.
    static let textContrast = 4.5
    /// What lies beneath a dialog can still be made out.
    static let shadedContrast = 2.5
    /// The selection's bar against what is around it.
    static let barContrast = 1.8
    static let lineContrast = 2.0

    /// A scheme's colours in the roles of a screen. Every role has both colours of its own. A colour that does not stand out enough is
    /// moved just as far as it takes: a grey towards the scheme's strongest text, a hue towards black or white, which keeps it what it is.
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
        // Many schemes keep it so near the ground that it can hardly be seen.
        let bar = gray(scheme.selectionBackground, Self.barContrast)
        self.init(name: name) { role in
            switch role {
            case .text: on(ground, gray(scheme.foreground, Self.textContrast))
            case .strong: on(ground, gray(strong, Self.textContrast), .bold)
            // The fainter of the two greys, as far as it can be read: the other one is hardly fainter than text in some schemes.
            case .faint: on(ground, gray(scheme.comments, Self.textContrast, toward: scheme.darkForeground))
            case .accent: on(ground, hue(scheme.blue), .bold)
            case .selection: on(bar, strong.standingOut(by: Self.textContrast, from: bar, toward: []))
            case .warning: on(ground, hue(scheme.red))
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
