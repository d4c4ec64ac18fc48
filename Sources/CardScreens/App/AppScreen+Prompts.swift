import CardViewModels
import Terminal

/// A prompt over the screen: its dialog, its keys, and the footer while a prompt or a picker is open.
extension AppScreen {
    /// Replaces the footer of the screen beneath, whose keys do not work now.
    func layoutFooter(_ hints: [KeyHint], _ style: ScreenStyle) {
        footer.layout(
            Footer(style.spelled(hints), help: nil, keepsEscape: true), in: ScreenLayout(Rect(frameLayout.size)).footer)
    }

    func drawFooter(on canvas: inout Canvas, _ theme: Theme) {
        let row = ScreenLayout(canvas.bounds).footer.top
        canvas.fill(Rect(column: 0, row: row, columns: canvas.size.columns, rows: 1), style: theme[.text])
        footer.draw(on: &canvas, theme: theme)
    }

    /// Which of the prompt's choices Enter and Esc pick. The choices themselves stand in the dialog, with their keys.
    func hints(of prompt: Prompt) -> [KeyHint] {
        func label(_ key: Character) -> String { prompt.choice(key)?.label ?? "back" }
        return [KeyHint(.enter, label(prompt.defaultKey)), KeyHint(.escape, label(prompt.escapeKey))]
    }

    private func text(of prompt: Prompt) -> String {
        prompt.text + (prompt.note.map { "\n" + $0.text { frameLayout.style?.label(of: $0) } } ?? "")
    }

    func dialog(of prompt: Prompt) -> Dialog {
        Dialog(
            title: SafeText(prompt.title), message: text(of: prompt), isWarning: prompt.isIrreversible,
            choices: prompt.choices.map { Dialog.Choice(Key($0.key), SafeText($0.label)) },
            defaultChoice: prompt.choices.firstIndex { $0.key == prompt.defaultKey } ?? 0)
    }

    func answer(_ prompt: Prompt, _ event: InputEvent) {
        switch event {
        case .key(.enter): model.prompts.answer(prompt.defaultKey)
        case .key(.escape): model.prompts.answer(prompt.escapeKey)
        case .key(let key):
            if let character = key.typedCharacter { model.prompts.answer(Character(character.lowercased())) }
        case .mouse(let mouse):
            guard mouse.action == .press(.left),
                let index = frameLayout.choiceFrames.firstIndex(where: { $0.contains(mouse.position) }),
                prompt.choices.indices.contains(index)
            else { return }
            model.prompts.answer(prompt.choices[index].key)
        case .paste: break
        }
    }
}
