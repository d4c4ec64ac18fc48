import CardViewModels
import Cards
import Terminal

/// A photo behind a card's outline: moved, zoomed, turned and straightened until the card fills the outline.
@MainActor
final class CropScreen: ZoomScreen {
    let model: PhotoCropModel
    let app: AppModel
    let table: CommandTable<CropScreen>
    private let picture = OutlinedPicture()
    let scrubber: ScrubberControl
    /// The last layout, for drawing and the mouse.
    private(set) var screenLayout = ScreenLayout(.zero)
    private var layout = OutlineLayout(in: .zero, cellAspect: PictureMedium.usualAspect)
    /// Where the mouse began to drag the photo, and the crop at that time.
    private var hold: (point: Point, crop: PhotoCrop)?

    /// The step of a key: the fraction of the outline's size by which it moves, and the percent by which it zooms.
    static let (moveStep, zoomStep) = (0.05, 10)

    init(_ model: PhotoCropModel, _ setup: ScreenSetup) {
        self.model = model
        app = setup.app
        table = CropCommands.table.mapped(by: setup.keyMap)
        scrubber = ScrubberControl(
            step: 5, direction: .growsUpward, clock: setup.clock, isMotionReduced: setup.isMotionReduced
        ) {
            (model.crop.zooms, model.crop.zoom)
        } onChange: {
            model.zoom(to: $0)
        }
    }

    var isWorking: Bool { picture.isWorking }

    // MARK: - Drawing

    func layout(_ size: Size, style: ScreenStyle) {
        screenLayout = ScreenLayout(
            Rect(size), width: .picture, statusRows: StatusLine.rows(app, style, columns: size.columns))
        layout = OutlineLayout(
            in: screenLayout.content, cellAspect: style.medium.cellAspect, proportion: model.crop.proportion)
        picture.request(pictureRequest(style), style: style)
        layoutStatus()
        style.layoutFooter(
            scrubber.hints + hints, keepsEscape: scrubber.isLabel,
            in: screenLayout.footer)
    }

    private var hints: [KeyHint] {
        table.commands.compactMap { command in
            guard let hint = table.hint(of: command, on: self, reaches: isCommandKey) else { return nil }
            guard let opposite = CropCommands.opposites[command.name] else { return hint }
            return table.hint(ofAll: [command.name, opposite], hint.text) ?? hint
        }
    }

    private func pictureRequest(_ style: ScreenStyle) -> OutlinedPicture.Request {
        OutlinedPicture.Request(image: model.image, crop: model.crop, layout: layout, medium: style.medium)
    }

    func draw(into canvas: inout Canvas, style: ScreenStyle) {
        let theme = style.theme
        MessageLine(
            left: SafeText("Crop the \(model.side.noun)"), leftStyle: theme[.strong],
            right: SafeText(model.image.isDamaged ? PicturePane.damageText : angleLabel),
            rightStyle: theme[model.image.isDamaged ? .warning : .faint]
        ).draw(on: &canvas, in: screenLayout.title)
        picture.draw(pictureRequest(style), on: &canvas, style: style)
        if !model.crop.isWhole { layout.draw(on: &canvas, theme: theme, medium: style.medium) }
        drawStatus(on: &canvas, style: style)
        style.drawFooter(on: &canvas)
    }

    private var angleLabel: String {
        let crop = model.crop
        let turned = crop.quarterTurns == 0 ? "" : "turned by \(crop.quarterTurns * 90)°"
        guard crop.tilt != 0, !crop.isWhole else { return turned }
        let tenths = abs(crop.tilt)
        let degrees = "\(tenths / 10)\(tenths % 10 == 0 ? "" : ".\(tenths % 10)")°"
        return turned + (turned.isEmpty ? "" : ", ")
            + "straightened \(degrees) to the \(crop.tilt > 0 ? "right" : "left")"
    }

    var canZoom: Bool { !model.crop.isWhole }
    var label: TailedText {
        TailedText("", tail: canZoom ? SafeText("zoom \(model.crop.zoom) %") : "the whole picture")
    }
    func zoomLabel(_ zoom: Int) -> SafeText { SafeText("\(zoom) %") }

    // MARK: - Input

    func keep() {
        scrubber.dismiss()
        app.photos.keep(model)
    }

    func cropIcon() {
        scrubber.dismiss()
        app.photos.cropIcon(from: model)
    }

    /// - Parameter percent: added to the current zoom.
    func zoom(by percent: Int) { change { $0.zoom(to: $0.crop.zoom + percent) } }

    /// Closes the slider first: it has its own value.
    func change(_ change: (PhotoCropModel) -> Void) {
        scrubber.dismiss()
        change(model)
    }

    func handle(_ mouse: MouseEvent) {
        if scrubber.handle(mouse) { return }
        switch mouse.action {
        case .wheelUp: zoom(by: Self.zoomStep)
        case .wheelDown: zoom(by: -Self.zoomStep)
        case .press(.left): hold = layout.area.contains(mouse.position) ? (mouse.position, model.crop) : nil
        case .drag:
            // The photo follows the mouse, measured from the press.
            guard let (from, before) = hold else { return }
            let inside = layout.inside
            model.restore(before)
            model.move(
                right: Double(from.column - mouse.position.column) / Double(max(1, inside.columns)),
                down: Double(from.row - mouse.position.row) / Double(max(1, inside.rows)))
        case .release: hold = nil
        default: break
        }
    }
}

/// The commands for cropping a photo.
enum CropCommands {
    static let table = CommandTable([CommandTable.Section("Crop", commands)])

    private static let commands: [Command<CropScreen>] =
        [
            Command("crop.keep", [.enter], "use the part in the outline", hint: "use it", also: ["save", "done"]) {
                $0.keep()
            },
            Command(
                "crop.zoom-in", ["+", "="], "zoom in", hint: "zoom", also: ["zoom", "closer", "larger", "size"],
                when: .outline
            ) {
                $0.zoom(by: CropScreen.zoomStep)
            },
            Command("crop.zoom-out", ["-"], "zoom out", also: ["zoom", "smaller", "size"], when: .outline) {
                $0.zoom(by: -CropScreen.zoomStep)
            },
            Command(
                "crop.scrub", ["s"], "zoom slider: arrows, digits", also: ["zoom", "size", "slider"], when: .outline
            ) {
                $0.scrubber.focus()
            },
        ] + moves + [
            Command("crop.turn", ["r"], "turn by 90°", hint: "turn", also: ["rotate"]) {
                $0.change { $0.turn(right: true) }
            },
            Command("crop.turn-back", ["R"], "turn back by 90°", also: ["rotate"]) {
                $0.change { $0.turn(right: false) }
            },
            tilt("crop.straighten-left", ",", "straighten by 0.5° to the left", -5, hint: "straighten"),
            tilt("crop.straighten-right", ".", "straighten by 0.5° to the right", 5),
            tilt("crop.tilt-left", "<", "straighten by 5° to the left", -50),
            tilt("crop.tilt-right", ">", "straighten by 5° to the right", 50),
            Command("crop.whole", ["w"], "use the whole picture or the outline", hint: "whole picture") {
                $0.change { $0.toggleWhole() }
            },
            Command("crop.reset", ["0"], "reset", also: ["undo"]) {
                $0.change { $0.reset() }
            },
            Command(
                "crop.icon", ["i"], "use a part of the picture as the icon", hint: "icon", also: ["logo", "symbol"],
                when: Requirement("makes an icon of a photo, but this is the icon") { $0.model.side != .icon }
            ) {
                $0.cropIcon()
            },
            .leave("crop"),
        ]

    /// What undoes a step of those in the footer: one hint has the keys of both.
    static let opposites = ["crop.zoom-in": "crop.zoom-out", "crop.straighten-left": "crop.straighten-right"]

    private static let moves: [Command<CropScreen>] = [
        move("crop.left", [.left, "h"], "move the outline left", right: -1, down: 0),
        move("crop.right", [.right, "l"], "move the outline right", right: 1, down: 0),
        move("crop.up", [.up, "k"], "move the outline up", right: 0, down: -1),
        move("crop.down", [.down, "j"], "move the outline down", right: 0, down: 1),
    ]

    private static func move(
        _ name: String, _ keys: [Key], _ title: String, right: Double, down: Double
    ) -> Command<CropScreen> {
        Command(name, keys, title, when: .outline) {
            $0.change { $0.move(right: right * CropScreen.moveStep, down: down * CropScreen.moveStep) }
        }
    }

    /// - Parameter tenths: tenths of a degree, clockwise.
    private static func tilt(
        _ name: String, _ key: Key, _ title: String, _ tenths: Int, hint: String? = nil
    ) -> Command<CropScreen> {
        Command(name, [key], title, hint: hint, also: ["rotate"], when: .outline) {
            $0.change { $0.tilt(by: tenths) }
        }
    }
}

extension Requirement<CropScreen> {
    fileprivate static var outline: Requirement {
        Requirement(Refusal("needs the outline, but the whole picture is used", remedy: "crop.whole")) {
            !$0.model.crop.isWhole
        }
    }
}
