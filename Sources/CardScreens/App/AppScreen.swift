public import CardViewModels
import Cards
import Observation
public import Terminal

/// The whole program on one terminal: the screen on top, the dialog over it, and the keys that work everywhere.
///
/// It keeps a ``ScreenPart`` for each destination while that is open, and nothing that a user would miss.
@MainActor
public final class AppScreen: Screen {
    private let model: AppModel
    private let theme: Theme
    /// Only ASCII is drawn.
    public var isPlain: Bool
    private let keyMap: KeyMap
    private let bindings: BindingTable<AppAction>
    private weak var terminal: (any TerminalControl)?
    private var list: CardListScreen
    private var parts: [(destination: Destination, part: any ScreenPart)] = []
    private var helpScreen: HelpScreen?
    /// What came in while something else was on its way to the top.
    private var held: [InputEvent] = []
    /// Whether the last frame only said that it has no room.
    private var isTooSmall = false
    /// Where the choices of the dialog stand, as last drawn, for the mouse.
    private var choicePlaces: [Rect] = []

    private static let maximumHeld = 4096

    public init(model: AppModel, theme: Theme = .terminal, isPlain: Bool = false, keyMap: KeyMap = .empty) {
        (self.model, self.theme, self.isPlain, self.keyMap) = (model, theme, isPlain, keyMap)
        bindings = AppAction.bindings(keyMap)
        list = CardListScreen(model: model, keyMap: keyMap)
    }

    public func attach(to terminal: any TerminalControl) {
        self.terminal = terminal
        model.onCopy = { [weak terminal] in terminal?.copy(SafeText($0)) }
    }

    public func terminalWillEnd() { model.stop() }

    // MARK: - Drawing

    public func draw(into canvas: inout Canvas) {
        let smallest = ScreenLayout.smallest
        isTooSmall = canvas.size.columns < smallest.columns || canvas.size.rows < smallest.rows
        if isTooSmall {
            canvas.write("Too small", at: .zero, style: theme[.text])
            canvas.write(SafeText("\(quitKey.label) quits"), at: Point(column: 0, row: 1), style: theme[.faint])
        } else {
            let style = ScreenStyle(
                theme: theme, colors: terminal?.colors ?? .sixteen, isPlain: isPlain,
                helpKey: KeyHint(key: top.takesText ? "F1" : "?", words: "help"))
            (helpScreen ?? top).draw(into: &canvas, style: style)
            if let question = model.question { draw(question, on: &canvas) }
        }
        if isPlain { canvas.reduceToASCII() }
    }

    private func draw(_ question: Question, on canvas: inout Canvas) {
        let choices = question.choices
        let dialog = Dialog(
            title: SafeText(question.title), message: question.words,
            choices: choices.map { Dialog.Choice(Key($0.key), SafeText($0.words)) },
            marked: choices.firstIndex { $0.answer == question.marked } ?? 0)
        choicePlaces = dialog.draw(on: &canvas, theme: theme)
    }

    /// The part on top, made when its destination is first seen.
    private var top: any ScreenPart {
        // What was left is let go of at once, with its pictures.
        parts.removeAll { !model.path.contains($0.destination) }
        guard let destination = model.path.last else { return listPart }
        if let known = parts.first(where: { $0.destination == destination }) { return known.part }
        let part: any ScreenPart =
            switch destination {
            case .card(let card): CardScreen(card, app: model, keyMap: keyMap)
            case .form(let form): CardFormScreen(form, app: model, keyMap: keyMap)
            case .photo(let photo): PhotoScreen(photo, app: model, keyMap: keyMap)
            case .importFile(let file): ImportScreen(file, app: model)
            }
        parts.append((destination, part))
        return part
    }

    /// The demo has a list of its own.
    private var listPart: CardListScreen {
        if list.model !== model.list { list = CardListScreen(model: model, keyMap: keyMap) }
        return list
    }

    // MARK: - Input

    /// Over a slow line many keys come at once. A key behind one that opens or saves is meant for what follows, not for what is
    /// still on the screen: it waits for that.
    public func handle(_ event: InputEvent) {
        if isTooSmall { return handleUnseen(event) }
        if case .key(let key) = event {
            // These two are about the terminal, not about what is on it: they wait for nothing.
            if let action = bindings.action(for: key), [.redraw, .suspend].contains(action) { return perform(action) }
            model.dismissMessage()
        }
        guard held.isEmpty, !model.isBusy else { return hold(event) }
        perform(event)
    }

    private func hold(_ event: InputEvent) {
        if held.isEmpty { goOnWhenReady() }
        if held.count < Self.maximumHeld { held.append(event) }
    }

    private func goOnWhenReady() {
        withObservationTracking {
            _ = model.isBusy
        } onChange: { [weak self] in
            // Before the change.
            Task { @MainActor in self?.goOn() }
        }
    }

    /// Does what was held. A message that came meanwhile was not seen by who pressed these keys, so it stays.
    private func goOn() {
        while !held.isEmpty {
            guard !model.isBusy else { return goOnWhenReady() }
            perform(held.removeFirst())
        }
        terminal?.setNeedsDraw()
    }

    private func perform(_ event: InputEvent) {
        defer { afterwards() }
        if let question = model.question { return answer(question, event) }
        if let help = helpScreen {
            if !help.handle(event) || help.isDone { helpScreen = nil }
            return
        }
        if top.handle(event) { return }
        guard case .key(let key) = event else { return }
        let isText = top.takesText && key.typedCharacter != nil
        guard !isText, let action = bindings.action(for: key) else { return }
        perform(action)
    }

    /// Below the smallest size nobody sees what a key would do, so only leaving works; a form is kept for the next start.
    private func handleUnseen(_ event: InputEvent) {
        switch event {
        case .key(quitKey):
            model.stop()
            terminal?.quit(status: 0)
        case .key(let key) where bindings.action(for: key) == .suspend: terminal?.suspend()
        default: break
        }
    }

    private var quitKey: Key { bindings.bindings.first { $0.action == .quit }?.keys.first ?? Key("q") }

    private func perform(_ action: AppAction) {
        switch action {
        case .help: helpScreen = HelpScreen(top.help + [HelpView.Section("Everywhere", bindings.help)])
        case .back: model.back()
        case .quit: model.quit()
        case .redraw: terminal?.repaint()
        case .suspend: terminal?.suspend()
        case .mouse:
            guard let terminal else { return }
            terminal.isMouseOn.toggle()
            model.say(
                Message(terminal.isMouseOn ? "The mouse is on." : "The mouse is off: select text with it as usual."))
        }
    }

    private func answer(_ question: Question, _ event: InputEvent) {
        switch event {
        case .key(.enter): model.answer(question.marked)
        case .key(.escape): model.answer(question.escape)
        case .key(let key):
            guard let character = key.typedCharacter else { return }
            let typed = Character(character.lowercased())
            if let choice = question.choices.first(where: { $0.key == typed }) { model.answer(choice.answer) }
        case .mouse(let mouse):
            guard mouse.action == .press(.left),
                let index = choicePlaces.firstIndex(where: { $0.contains(mouse.position) }),
                question.choices.indices.contains(index)
            else { return }
            model.answer(question.choices[index].answer)
        case .paste: break
        }
    }

    /// What an event left to be done outside of the screen.
    private func afterwards() {
        if model.isOver { terminal?.quit(status: 0) }
    }
}
