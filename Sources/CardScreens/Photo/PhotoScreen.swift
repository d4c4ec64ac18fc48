import CardViewModels
import Cards
import Terminal

/// One photo of a card, as large as the terminal allows and larger: zoomed, moved, turned, inverted.
///
/// The view options of each photo end with the screen; the card's photo is not changed.
@MainActor
final class PhotoScreen: ModelScreen, TableScreen {
    let model: PhotoModel
    let app: AppModel
    let table: CommandTable<PhotoScreen>
    private let transforms = PhotoTransforms()
    /// Whether the terminal has more pixels for a photo than the size it is first loaded in.
    private let usesPixels: Bool
    let scrubber: ScrubberControl
    /// The last layout, for drawing and moving.
    private var layout = ScreenLayout(.zero)
    private var medium = PictureMedium(colors: .trueColor)
    /// Where the mouse began to drag the picture, and its transform at that time.
    private var hold: (point: Point, transform: PictureTransform)?

    init(_ model: PhotoModel, _ setup: ScreenSetup) {
        self.model = model
        app = setup.app
        usesPixels = setup.usesPixels
        table = PhotoCommands.table.mapped(by: setup.keyMap)
        scrubber = ScrubberControl(
            step: 5, direction: .growsUpward, clock: setup.clock, isMotionReduced: setup.isMotionReduced
        ) { [transforms] in
            (PictureTransform.zooms, transforms[model.photo].zoom)
        } onChange: { [transforms] zoom in
            transforms[model.photo].zoom(to: zoom)
            if zoom > PictureTransform.zooms.lowerBound { model.loadLargerPicture() }
        }
        if usesPixels { model.loadLargerPicture() }
    }

    var cardName: String? { model.card?.name }
    var widgetKeys: [HelpView.Section] { scrubber.help }

    // MARK: - Drawing

    func layout(_ size: Size, style: ScreenStyle) {
        layout = ScreenLayout(
            Rect(size), width: .picture, statusRows: StatusLine.rows(app, style, columns: size.columns))
        medium = style.medium
        PicturePane(state: model.picture).request(area.size, style: style, transform: transform, photo: model.hash)
        layoutStatus()
        style.layoutFooter(
            scrubber.hints + table.hints(on: self, reaches: isCommandKey), keepsEscape: scrubber.isLabel,
            in: layout.footer)
    }

    private var area: Rect { layout.content }
    private var closeBox: CloseBox { CloseBox(in: layout.title) }

    func draw(into canvas: inout Canvas, style: ScreenStyle) {
        let theme = style.theme
        MessageLine(
            left: SafeText(model.card?.name ?? ""), leftStyle: theme[.strong],
            right: SafeText(model.label + (isDamaged ? ", \(PicturePane.damageText)" : "")),
            rightStyle: theme[isDamaged ? .warning : .faint]
        ).draw(on: &canvas, in: closeBox.title)
        closeBox.draw(on: &canvas, style: theme[.faint])
        PicturePane(state: model.picture).draw(
            on: &canvas, in: area, style: style, transform: transform, photo: model.hash)
        drawStatus(on: &canvas, style: style)
        style.drawFooter(on: &canvas)
    }

    private var showsSlider: Bool { !scrubber.isLabel && image != nil }

    /// The number, followed by the zoom.
    private var label: TailedText {
        let number = SafeText(model.card?.number ?? "")
        let zoom = image == nil ? "" : SafeText((number.isEmpty ? "" : " · ") + zoomLabel(transform.zoom))
        return TailedText(number, tail: zoom)
    }

    private func layoutStatus() {
        guard showsSlider || (app.message == nil && image != nil) else { return scrubber.hide() }
        let labels = ScrubberControl.Labels(
            label: label, lowest: "-", highest: "+", passing: { [self] in TailedText(SafeText(zoomLabel($0))) })
        scrubber.layout(labels, in: layout.status.inset(left: 1, right: 1))
    }

    private func drawStatus(on canvas: inout Canvas, style: ScreenStyle) {
        let line = StatusLine(app: app, style: style, text: label.text, position: label.tail)
        if showsSlider { return line.draw(scrubber, on: &canvas, in: layout.status, theme: style.theme) }
        line.draw(on: &canvas, in: layout.status, theme: style.theme)
    }

    private func zoomLabel(_ zoom: Int) -> String {
        zoom == PictureTransform.zooms.lowerBound ? "whole picture" : "\(zoom) %"
    }

    var transform: PictureTransform { transforms[model.photo] }

    var image: PixelImage? { if case .shown(let image) = model.picture { image } else { nil } }

    private var isDamaged: Bool { image?.isDamaged == true }

    // MARK: - Input

    func isCommandKey(_ key: Key) -> Bool { !scrubber.accepts(key) }

    func handle(_ event: InputEvent) -> Bool {
        if case .key(let key) = event, scrubber.handle(key) { return true }
        return table.handle(event, on: self, mouse: handle)
    }

    /// A key moves by an eighth of what is visible.
    private var step: Size { Size(columns: max(2, area.columns / 8), rows: max(1, area.rows / 8)) }

    func show(_ side: Card.Side) { showOther { $0.show(.side(side)) } }

    /// Shows another photo of the card.
    func step(by step: Int) { showOther { $0.step(by: step) } }

    private func showOther(_ show: (PhotoModel) -> Void) {
        scrubber.dismiss()
        hold = nil
        show(model)
        if usesPixels || transform.zoom > PictureTransform.zooms.lowerBound { model.loadLargerPicture() }
    }

    /// Moves the picture by this many steps.
    func pan(columns: Int, rows: Int) {
        change { move(&$0, columns: columns * step.columns, rows: rows * step.rows) }
    }

    /// Starts from the current transform: several keys may arrive between two frames.
    private func move(_ transform: inout PictureTransform, columns: Int, rows: Int) {
        guard let image else { return }
        let viewport = PictureViewport(
            width: image.size.width, height: image.size.height, transform: transform,
            area: medium.room(in: area.size), cellAspect: medium.cellAspect)
        transform.pan(columns: columns, rows: rows, in: viewport)
    }

    func change(_ change: (inout PictureTransform) -> Void) {
        guard image != nil else { return }
        scrubber.dismiss()
        change(&transforms[model.photo])
        if transform.zoom > PictureTransform.zooms.lowerBound { model.loadLargerPicture() }
    }

    func handle(_ mouse: MouseEvent) {
        if closeBox.isPressed(by: mouse) { return app.back() }
        if scrubber.handle(mouse) { return }
        switch mouse.action {
        case .wheelUp: change { $0.zoomIn() }
        case .wheelDown: change { $0.zoomOut() }
        case .press(.left): hold = area.contains(mouse.position) ? (mouse.position, transform) : nil
        case .drag:
            // Measured from the press: steps of less than a pixel add up.
            guard let (from, before) = hold else { return }
            change { transform in
                transform = before
                move(&transform, columns: from.column - mouse.position.column, rows: from.row - mouse.position.row)
            }
        case .release: hold = nil
        default: break
        }
    }
}
