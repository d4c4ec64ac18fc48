import CardViewModels
import Cards
import Terminal

/// A photo behind a card's outline: moved, zoomed, turned and straightened until the card fills the outline.
@MainActor
final class CropScreen: ModelScreen, TableScreen {
    let model: PhotoCropModel
    let app: AppModel
    let table: CommandTable<CropScreen>
    private let picture = OutlinedPicture()
    let scrubber: ScrubberControl
    /// The last layout, for drawing and the mouse.
    private var screen = ScreenLayout(.zero)
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
    var widgetKeys: [HelpView.Section] { scrubber.help }

    // MARK: - Drawing

    func layout(_ size: Size, style: ScreenStyle) {
        screen = ScreenLayout(
            Rect(size), width: .picture, statusRows: StatusLine.rows(app, style, columns: size.columns))
        layout = OutlineLayout(
            in: screen.content, cellAspect: style.medium.cellAspect, proportion: model.crop.proportion)
        picture.request(pictureRequest(style), style: style)
        layoutStatus()
        style.layoutFooter(
            scrubber.hints + hints, keepsEscape: scrubber.isLabel,
            in: screen.footer)
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
        ).draw(on: &canvas, in: screen.title)
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

    private var showsSlider: Bool { !scrubber.isLabel && !model.crop.isWhole }
    private var zoomLabel: SafeText { SafeText("zoom \(model.crop.zoom) %") }

    private func layoutStatus() {
        guard showsSlider || (app.message == nil && !model.crop.isWhole) else { return scrubber.hide() }
        let labels = ScrubberControl.Labels(
            label: TailedText("", tail: zoomLabel), lowest: "-", highest: "+",
            passing: { TailedText(SafeText("\($0) %")) })
        scrubber.layout(labels, in: screen.status.inset(left: 1, right: 1))
    }

    private func drawStatus(on canvas: inout Canvas, style: ScreenStyle) {
        let position = model.crop.isWhole ? "the whole picture" : zoomLabel
        let line = StatusLine(app: app, style: style, text: "", position: position)
        if showsSlider { return line.draw(scrubber, on: &canvas, in: screen.status, theme: style.theme) }
        line.draw(on: &canvas, in: screen.status, theme: style.theme)
    }

    // MARK: - Input

    func isCommandKey(_ key: Key) -> Bool { !scrubber.accepts(key) }

    func handle(_ event: InputEvent) -> Bool {
        if case .key(let key) = event, scrubber.handle(key) { return true }
        return table.handle(event, on: self, mouse: handle)
    }

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
