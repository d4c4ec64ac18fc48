public import Cards
public import Terminal

/// The settings that the screen can take over while it runs.
public struct ScreenSettings: Sendable {
    /// Nil keeps them.
    public var themes: ThemePair?
    /// The theme that the file names; nil for none.
    public var configuredTheme: String?
    public var keyMap: KeyMap
    /// Nil if the file does not say.
    public var isMouseOn: Bool?
    public var isMotionReduced: Bool
    public var outcome: SettingsOutcome

    public init(
        themes: ThemePair?, configuredTheme: String?, keyMap: KeyMap, isMouseOn: Bool?, isMotionReduced: Bool,
        outcome: SettingsOutcome
    ) {
        self.themes = themes
        self.configuredTheme = configuredTheme
        self.keyMap = keyMap
        self.isMouseOn = isMouseOn
        self.isMotionReduced = isMotionReduced
        self.outcome = outcome
    }

    @MainActor
    func apply(to screen: AppScreen) {
        screen.themes.adopt(themes, configured: configuredTheme)
        screen.table = AppCommands.table.mapped(by: keyMap)
        screen.screens.adopt(keyMap, isMotionReduced: isMotionReduced || screen.plain.isOn)
        if let isMouseOn { screen.terminal?.isMouseOn = isMouseOn }
    }
}
