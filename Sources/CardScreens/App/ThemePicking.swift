import CardViewModels
import Cards
import Terminal

/// The theme of the screen, and the picker that previews the others.
@MainActor
final class ThemePicking {
    private(set) var current: Theme
    /// The themes that stay when no other is picked.
    private var kept: ThemePair
    /// Whether the terminal's background is light; nil before it has told.
    private(set) var isLight: Bool?
    private let choices: () -> [ThemeChoice]
    /// The theme of the settings file; at the next start it overrides one that is picked on the screen. Nil for none.
    private var configured: String?
    private let model: AppModel

    init(
        _ themes: ThemePair, isLight: Bool?, choices: @escaping () -> [ThemeChoice], configured: String?,
        model: AppModel
    ) {
        self.isLight = isLight
        kept = themes
        current = themes.theme(isLight: isLight == true)
        self.choices = choices
        self.configured = configured
        self.model = model
    }

    /// Each theme is previewed while it is selected.
    func makePicker() -> Picker {
        let choices = choices()
        let options = choices.map { choice in
            Picker.Option(
                choice.name,
                detail: (choice.name == current.name ? ["current", choice.description] : [choice.description])
                    .filter { !$0.isEmpty }.joined(separator: " · ")
            ) { [weak self] in
                self?.pick(choice)
            }
        }
        var picker = Picker(
            "Theme", placeholder: "Choose a theme", options,
            selecting: choices.firstIndex { $0.name == current.name })
        picker.onSelect = { [weak self] index in self?.tryOn(choices[index]) }
        picker.onCancel = { [weak self] in self?.endPreview() }
        return picker
    }

    /// What the palette lists once "theme " is typed: "theme nord", with what previews each.
    func makeOptions() -> [(option: Picker.Option, preview: @MainActor () -> Void)] {
        choices().map { choice in
            var option = Picker.Option("theme \(choice.name)", detail: choice.description) { [weak self] in
                self?.pick(choice)
            }
            option.prefix = "theme "
            return (option, { [weak self] in self?.tryOn(choice) })
        }
    }

    /// Takes over what the settings say now.
    func adopt(_ themes: ThemePair?, configured: String?) {
        self.configured = configured
        guard let themes else { return }
        kept = themes
        endPreview()
    }

    /// Whether it matters what the terminal's background is.
    var dependsOnBackground: Bool { kept.dependsOnBackground || !current.hasOwnGround }

    /// Takes over what the terminal says of its background.
    func adopt(isLight: Bool) {
        model.viewState.keepBackground(isLight: isLight)
        guard isLight != self.isLight else { return }
        let isPreviewing = current != kept.theme(isLight: self.isLight == true)
        self.isLight = isLight
        if !isPreviewing { endPreview() }
    }

    /// Shows the theme again that was there before others were previewed.
    func endPreview() { current = kept.theme(isLight: isLight == true) }

    private func tryOn(_ choice: ThemeChoice) {
        do {
            current = try choice.load()
        } catch {
            model.messages.post(Message(error.message, kind: .warning))
        }
    }

    private func pick(_ choice: ThemeChoice) {
        tryOn(choice)
        kept = ThemePair(current)
        model.viewState.keepTheme(current.name)
        if let configured, configured != current.name {
            model.messages.post(
                Message("\(current.name) until you quit; the settings file sets theme: \(configured)."))
        }
    }
}
