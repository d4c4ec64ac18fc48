import CardViewModels
import Cards
import Terminal

/// The camera's picture: behind a card's outline until it is captured, or whole until a barcode is found in it.
@MainActor
final class CameraScreen: ModelScreen, TableScreen {
    let model: CameraModel
    let app: AppModel
    let table: CommandTable<CameraScreen>
    private let picture = OutlinedPicture()
    /// The last layout.
    private var screen = ScreenLayout(.zero)
    private var layout = OutlineLayout(in: .zero, cellAspect: PictureMedium.usualAspect)

    init(_ model: CameraModel, _ setup: ScreenSetup) {
        self.model = model
        app = setup.app
        table = CameraCommands.table.mapped(by: setup.keyMap)
    }

    var isWorking: Bool { picture.isWorking }
    // MARK: - Drawing

    func layout(_ size: Size, style: ScreenStyle) {
        screen = ScreenLayout(
            Rect(size), width: .picture, statusRows: StatusLine.rows(app, style, columns: size.columns))
        layout = OutlineLayout(
            in: screen.content, cellAspect: style.medium.cellAspect, proportion: model.crop.proportion)
        // A symbol shows about four by eight pixels of a cell; decoding more would be wasted.
        model.previewSize = PixelSize(width: layout.area.columns * 4, height: layout.area.rows * 8)
        if let request = pictureRequest(style) { picture.request(request, style: style) }
        style.layoutFooter(table.hints(on: self), keepsEscape: true, in: screen.footer)
    }

    private func pictureRequest(_ style: ScreenStyle) -> OutlinedPicture.Request? {
        guard model.problem == nil, let image = model.image else { return nil }
        return OutlinedPicture.Request(image: image, crop: model.crop, layout: layout, medium: style.medium)
    }

    func draw(into canvas: inout Canvas, style: ScreenStyle) {
        let theme = style.theme
        MessageLine(left: SafeText(title), leftStyle: theme[.strong]).draw(
            on: &canvas, in: screen.title)
        if let problem = model.problem {
            PicturePane.draw(problem, on: &canvas, in: screen.content, style: theme[.warning])
        } else {
            if let request = pictureRequest(style) { picture.draw(request, on: &canvas, style: style) }
            if hasOutline { layout.draw(on: &canvas, theme: theme, medium: style.medium) }
        }
        StatusLine(app: app, style: style, text: SafeText(status)).draw(on: &canvas, in: screen.status, theme: theme)
        style.drawFooter(on: &canvas)
    }

    var isScanning: Bool { model.purpose == .barcode }

    /// Whether a card has to be held into an outline.
    private var hasOutline: Bool { if case .photo = model.purpose { true } else { false } }

    private var title: String {
        switch model.purpose {
        case .picture: "Take a picture"
        case .photo(let side): "Take the \(side.noun)"
        case .barcode, .importCards: "Scan a barcode"
        }
    }

    private var status: String {
        if model.problem != nil { return "" }
        if model.image == nil { return "waiting for the camera…" }
        if isScanning { return "hold the code in front of the camera" }
        return hasOutline ? "hold the card within the outline" : "all of the picture is kept"
    }

    // MARK: - Input

    func capture() { if model.problem == nil { app.pictures.capture(model) } else { model.start() } }
}

/// The commands of the camera's screen.
enum CameraCommands {
    static let table = CommandTable([CommandTable.Section("Camera", commands)])

    static let capture = Command<CameraScreen>(
        "camera.take", [.enter, " "], "take the picture, or try again if there is none",
        hintNow: { $0.model.problem == nil ? "take picture" : "try again" },
        also: ["shoot", "capture", "retry", "photo", "picture", "save"],
        when: Requirement("is not needed: barcodes are read automatically") {
            $0.model.problem != nil || !$0.isScanning
        }.and(
            Requirement("takes the picture, but the camera shows none yet") {
                $0.model.problem != nil || $0.model.image != nil
            })
    ) {
        $0.capture()
    }
    static let choose = Command<CameraScreen>(
        "camera.choose", ["o"], "choose a picture from a folder", hint: "choose a file", also: ["open", "browse"]
    ) {
        $0.app.pictures.chooseInstead(of: $0.model)
    }

    private static let commands: [Command<CameraScreen>] = [
        capture,
        Command(
            "camera.turn", ["r"], "turn by 90°", hint: "turn", also: ["rotate"],
            when: Requirement("turns the picture, but the camera shows none yet") { $0.model.image != nil }
        ) {
            $0.model.turn()
        },
        choose,
        .leave("camera"),
    ]
}
