import CardViewModels
import Cards
import Terminal

/// What can be done on a photo over the whole screen.
enum PhotoAction: String, BindableAction {
    case flip = "photo.flip"
    case front = "photo.front"
    case back = "photo.back"
    case leave = "photo.leave"
    case copy = "photo.copy"

    static func bindings(_ keyMap: KeyMap) -> BindingTable<PhotoAction> {
        BindingTable(
            [
                Binding(.flip, [.tab], "the other side", hint: "other side"),
                Binding(.front, [Key("1")], "front photo"),
                Binding(.back, [Key("2")], "back photo"),
                Binding(.copy, [Key("y")], "copy the number", hint: "copy number"),
                Binding(.leave, [.escape, Key("h"), Key(.left)], "back", hint: "back"),
            ], keyMap: keyMap)
    }
}

/// One side of a card, as large as the terminal allows.
@MainActor
final class PhotoScreen: ScreenPart {
    private let model: PhotoModel
    private let app: AppModel
    private let bindings: BindingTable<PhotoAction>

    init(_ model: PhotoModel, app: AppModel, keyMap: KeyMap) {
        (self.model, self.app) = (model, app)
        bindings = PhotoAction.bindings(keyMap)
    }

    var takesText: Bool { false }
    var help: [HelpView.Section] { [HelpView.Section("Photo", bindings.help)] }
    var commands: [ScreenCommand] { bindings.commands(isEnabled: { _ in true }) { [weak self] in self?.perform($0) } }

    func draw(into canvas: inout Canvas, style: ScreenStyle) {
        let layout = ScreenLayout(canvas.bounds, widest: .max)
        let theme = style.theme
        MessageLine(
            left: SafeText(model.card?.name ?? ""), leftStyle: theme[.strong], right: SafeText(model.side.rawValue),
            rightStyle: theme[.faint]
        ).draw(on: &canvas, in: layout.title)
        PicturePane(state: model.picture).draw(on: &canvas, in: layout.content, style: style)
        StatusLine(app: app, words: SafeText(model.card?.number ?? "")).draw(
            on: &canvas, in: layout.status, theme: theme)
        style.footer(bindings.hints()).draw(on: &canvas, in: layout.footer, theme: theme)
    }

    func handle(_ event: InputEvent) -> Bool {
        guard case .key(let key) = event else { return true }
        guard let action = bindings.action(for: key) else { return false }
        perform(action)
        return true
    }

    private func perform(_ action: PhotoAction) {
        switch action {
        case .flip: model.flip()
        case .front: model.show(.front)
        case .back: model.show(.back)
        case .copy: app.copyNumber()
        case .leave: app.back()
        }
    }
}
