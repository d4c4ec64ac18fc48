import CardViewModels
import Cards
import Terminal

/// What is before the camera: behind a card's outline until a key takes it, or whole until a barcode is seen in it.
@MainActor
final class CameraScreen: ScreenPart {
    private let model: CameraModel
    private let app: AppModel
    private let bindings: BindingTable<CameraAction>
    private let picture = OutlinedPicture()

    init(_ model: CameraModel, app: AppModel, keyMap: KeyMap) {
        (self.model, self.app) = (model, app)
        bindings = CameraAction.bindings(keyMap)
    }

    var takesText: Bool { false }
    var isWorking: Bool { picture.isWorking }
    var help: [HelpView.Section] { [HelpView.Section("Camera", bindings.help)] }
    var commands: [ScreenCommand] { bindings.commands(isEnabled: isEnabled) { [weak self] in self?.perform($0) } }

    // MARK: - Drawing

    func draw(into canvas: inout Canvas, style: ScreenStyle) {
        let screen = ScreenLayout(
            canvas.bounds, widest: .max, statusRows: StatusLine.rows(app, columns: canvas.size.columns))
        let theme = style.theme
        MessageLine(left: SafeText(title), leftStyle: theme[.strong]).draw(
            on: &canvas, in: screen.title)
        let layout = OutlineLayout(in: screen.content, cellAspect: style.medium.cellAspect)
        // A symbol shows about four by eight pixels of a cell; more would be decoded for nothing.
        model.previewSize = PixelSize(width: layout.area.columns * 4, height: layout.area.rows * 8)
        if let problem = model.problem {
            PicturePane.draw(
                problem + "\n\n↵ tries again; o chooses a picture from a folder.", on: &canvas, in: screen.content,
                style: theme[.warning])
        } else {
            if let image = model.image {
                picture.draw(
                    OutlinedPicture.Wish(image: image, crop: model.crop, layout: layout, medium: style.medium),
                    on: &canvas, style: style)
            }
            if !isScanning { layout.draw(on: &canvas, theme: theme, medium: style.medium) }
        }
        StatusLine(app: app, words: SafeText(words)).draw(on: &canvas, in: screen.status, theme: theme)
        style.footer(bindings.hints { isEnabled($0) && !($0 == .take && model.image == nil) }).draw(
            on: &canvas, in: screen.footer, theme: theme)
    }

    private var isScanning: Bool { model.purpose == .barcode }

    private var title: String {
        switch model.purpose {
        case .photo(let side): "Take the \(side.rawValue)"
        case .barcode: "Read a barcode"
        }
    }

    private var words: String {
        if model.problem != nil { return "" }
        if model.image == nil { return "waiting for the camera…" }
        return isScanning ? "hold the code before the camera" : "hold the card into the outline"
    }

    // MARK: - Input

    func handle(_ event: InputEvent) -> Bool {
        bindings.handle(event, isEnabled: isEnabled, perform: perform) { _ in }
    }

    private func isEnabled(_ action: CameraAction) -> Bool {
        switch action {
        case .take: model.problem != nil || (model.image != nil && !isScanning)
        case .turn: model.image != nil
        case .choose, .leave: true
        }
    }

    private func perform(_ action: CameraAction) {
        switch action {
        case .take: if model.problem == nil { app.take(model) } else { model.start() }
        case .turn: model.turn()
        case .choose: app.chooseInstead(of: model)
        case .leave: app.back()
        }
    }
}
