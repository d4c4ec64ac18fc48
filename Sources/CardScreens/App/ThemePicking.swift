import CardViewModels
import Cards
import Terminal

/// The theme of the screen, and the picker that previews the others.
@MainActor
final class ThemePicking {
    private(set) var current: Theme
    private let choices: () -> [ThemeChoice]
    /// The theme of the settings file; at the next start it overrides one that is picked on the screen. Nil for none.
    private let configured: String?
    private let model: AppModel

    init(_ current: Theme, choices: @escaping () -> [ThemeChoice], configured: String?, model: AppModel) {
        (self.current, self.choices, self.configured, self.model) = (current, choices, configured, model)
    }

    /// Each theme is previewed while it is selected.
    func makePicker() -> PickerScreen {
        let (choices, before) = (choices(), current)
        let options = choices.map { choice in
            PickerScreen.Option(
                title: choice.name, detail: choice.description, perform: { [weak self] in self?.pick(choice) })
        }
        let screen = PickerScreen(
            options, selecting: choices.firstIndex { $0.name == before.name } ?? 0, title: "Colours",
            placeholder: "a theme")
        screen.onSelect = { [weak self] index in self?.tryOn(choices[index]) }
        screen.onCancel = { [weak self] in self?.current = before }
        return screen
    }

    private func tryOn(_ choice: ThemeChoice) {
        do {
            current = try choice.load()
        } catch {
            model.messages.post(Message(error.message, kind: .warning))
        }
    }

    private func pick(_ choice: ThemeChoice) {
        tryOn(choice)
        model.viewState.keepTheme(current.name)
        if let configured, configured != current.name {
            model.messages.post(
                Message("\(current.name) until you quit: the settings file says theme: \(configured)."))
        }
    }
}
