import CardViewModels
import Terminal

/// What is over the screen: the dialog of a prompt, or a picker. It draws them and the footer meanwhile, and handles their keys. A prompt
/// goes before a picker.
///
/// It knows neither the screen beneath nor what a picker offers.
@MainActor
final class Overlay {
    private let prompts: Prompts
    private var picker: (number: Int, screen: PickerScreen)?
    /// The last layout, for drawing and the mouse.
    private var layout: (size: Size, style: ScreenStyle)?
    /// The frames of the dialog's choices.
    private var choiceFrames: [Rect] = []

    init(_ prompts: Prompts) { self.prompts = prompts }

    var isOpen: Bool { prompts.prompt != nil || prompts.picker != nil }

    /// Creates the sheet of a picker that was opened.
    func follow(_ keyMap: KeyMap, showsColors: Bool) {
        let number = prompts.pickerCount
        guard prompts.prompt == nil, let opened = prompts.picker, picker?.number != number else { return }
        picker = (number, PickerScreen(opened, keyMap, showsColors: showsColors))
    }

    // MARK: - Drawing

    func layout(_ size: Size, style: ScreenStyle) {
        layout = (size, style)
        if let prompt = prompts.prompt {
            layoutFooter(hints(of: prompt), size, style)
            choiceFrames = dialog(of: prompt).choiceFrames(in: Rect(size))
        } else if let picker {
            layoutFooter(picker.screen.hints, size, style)
            picker.screen.layout(size)
        }
    }

    /// Replaces the footer of the screen beneath, whose keys do not work now.
    private func layoutFooter(_ hints: [KeyHint], _ size: Size, _ style: ScreenStyle) {
        style.footer.layout(
            Footer(style.spelled(hints), help: nil, keepsEscape: true), in: ScreenLayout(Rect(size)).footer)
    }

    func draw(on canvas: inout Canvas, theme: Theme) {
        let row = ScreenLayout(canvas.bounds).footer.top
        canvas.fill(Rect(column: 0, row: row, columns: canvas.size.columns, rows: 1), style: theme[.text])
        layout?.style.footer.draw(on: &canvas, theme: theme)
        if let prompt = prompts.prompt {
            dialog(of: prompt).draw(on: &canvas, theme: theme)
        } else {
            picker?.screen.draw(on: &canvas, theme: theme)
        }
    }

    // MARK: - Input

    /// - Parameter goesBack: whether the key leaves every screen: it closes a picker that has no command for it.
    /// - Returns: false if nothing is open.
    func handle(_ event: InputEvent, goesBack: (Key) -> Bool) -> Bool {
        if let prompt = prompts.prompt {
            answer(prompt, event)
        } else if prompts.picker != nil, let picker {
            pick(picker.screen, event, goesBack)
        } else {
            return false
        }
        return true
    }

    /// The picker closes before its action runs: the action may open another one.
    private func pick(_ screen: PickerScreen, _ event: InputEvent, _ goesBack: (Key) -> Bool) {
        if !screen.handle(event), case .key(let key) = event, goesBack(key) { screen.cancel() }
        guard screen.isDone else { return }
        picker = nil
        prompts.endPicker()
        screen.finish()
    }

    private func answer(_ prompt: Prompt, _ event: InputEvent) {
        switch event {
        case .key(.enter): prompts.answer(prompt.defaultKey)
        case .key(.escape): prompts.answer(prompt.escapeKey)
        case .key(let key):
            if let character = key.typedCharacter { prompts.answer(Character(character.lowercased())) }
        case .mouse(let mouse):
            guard mouse.action == .press(.left),
                let index = choiceFrames.firstIndex(where: { $0.contains(mouse.position) }),
                prompt.choices.indices.contains(index)
            else { return }
            prompts.answer(prompt.choices[index].key)
        case .paste: break
        }
    }

    // MARK: - Prompts

    /// Which of the prompt's choices Enter and Esc pick; where both pick the same, what else there is instead of Enter.
    private func hints(of prompt: Prompt) -> [KeyHint] {
        func label(_ key: Character) -> String { prompt.choice(key)?.label ?? "back" }
        let others = prompt.choices.filter { $0.key != prompt.escapeKey }.map { KeyHint(Key($0.key), $0.label) }
        let first = prompt.defaultKey == prompt.escapeKey ? others : [KeyHint(.enter, label(prompt.defaultKey))]
        return first + [KeyHint(.escape, label(prompt.escapeKey))]
    }

    private func dialog(of prompt: Prompt) -> Dialog {
        let note = prompt.note.map { "\n" + $0.text { layout?.style.label(of: $0) } }
        return Dialog(
            title: SafeText(prompt.title), message: prompt.text + (note ?? ""), isWarning: prompt.isIrreversible,
            choices: prompt.choices.map { Dialog.Choice(Key($0.key), SafeText($0.label)) },
            defaultChoice: prompt.choices.firstIndex { $0.key == prompt.defaultKey } ?? 0)
    }
}
