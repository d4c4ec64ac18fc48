import CardViewModels
import Terminal

/// A question over the screen: its dialog, the keys that answer it, and the footer of what lies over the screen.
extension AppScreen {
    /// In place of the footer of the screen beneath, whose keys do not work now.
    func layoutFooter(_ hints: [KeyHint], _ style: ScreenStyle) {
        footer.layout(Footer(style.spelled(hints), help: nil), in: ScreenLayout(Rect(frameLayout.size)).footer)
    }

    func drawFooter(on canvas: inout Canvas, _ theme: Theme) {
        let row = ScreenLayout(canvas.bounds).footer.top
        canvas.fill(Rect(column: 0, row: row, columns: canvas.size.columns, rows: 1), style: theme[.text])
        footer.draw(on: &canvas, theme: theme)
    }

    /// The keys of its choices, and what Enter and Esc take.
    func hints(of question: Question) -> [KeyHint] {
        let choices = question.choices
        func words(of answer: Question.Answer) -> String { choices.first { $0.answer == answer }?.words ?? "back" }
        return choices.map { KeyHint(Key($0.key), $0.words) } + [
            KeyHint(.enter, words(of: question.marked)), KeyHint(.escape, words(of: question.escape)),
        ]
    }

    func dialog(of question: Question) -> Dialog {
        let choices = question.choices
        return Dialog(
            title: SafeText(question.title), message: question.words,
            choices: choices.map { Dialog.Choice(Key($0.key), SafeText($0.words)) },
            marked: choices.firstIndex { $0.answer == question.marked } ?? 0)
    }

    func answer(_ question: Question, _ event: InputEvent) {
        switch event {
        case .key(.enter): model.answer(question.marked)
        case .key(.escape): model.answer(question.escape)
        case .key(let key):
            guard let character = key.typedCharacter else { return }
            let typed = Character(character.lowercased())
            if let choice = question.choices.first(where: { $0.key == typed }) { model.answer(choice.answer) }
        case .mouse(let mouse):
            guard mouse.action == .press(.left),
                let index = frameLayout.choiceFrames.firstIndex(where: { $0.contains(mouse.position) }),
                question.choices.indices.contains(index)
            else { return }
            model.answer(question.choices[index].answer)
        case .paste: break
        }
    }
}
