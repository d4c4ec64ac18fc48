import Basics
import CardViewModels
import Cards
import Terminal

/// One photo of a card, as large as the terminal allows and larger: zoomed, moved, turned, inverted.
///
/// The view options of each photo end with the screen; the card's photo is not changed.
@MainActor
final class PhotoScreen: ZoomScreen {
    let model: PhotoModel
    let app: AppModel
    let table: CommandTable<PhotoScreen>
    private let transforms = PhotoTransforms()
    /// Whether the terminal has more pixels for a photo than the size it is first loaded in.
    private let usesPixels: Bool
    let scrubber: ScrubberControl
    /// The last layout, for drawing and moving.
    private(set) var screenLayout = ScreenLayout(.zero)
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

    // MARK: - Drawing

    func layout(_ size: Size, style: ScreenStyle) {
        screenLayout = ScreenLayout(
            Rect(size), width: .picture, statusRows: StatusLine.rows(app, style, columns: size.columns))
        medium = style.medium
        PicturePane(state: model.picture).request(area.size, style: style, transform: transform, photo: model.hash)
        layoutStatus()
        style.layoutFooter(
            scrubber.hints + table.hints(on: self, reaches: isCommandKey), keepsEscape: scrubber.isLabel,
            in: screenLayout.footer)
    }

    private var area: Rect { screenLayout.content }
    private var closeBox: CloseBox { CloseBox(in: screenLayout.title) }

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

    var canZoom: Bool { image != nil }

    /// The number, followed by the zoom.
    var label: TailedText {
        let number = SafeText(model.card?.number ?? "")
        guard canZoom else { return TailedText(number) }
        let zoom = zoomLabel(transform.zoom)
        return TailedText(number, tail: number.isEmpty ? zoom : SafeText(" · ") + zoom)
    }

    func zoomLabel(_ zoom: Int) -> SafeText {
        zoom == PictureTransform.zooms.lowerBound ? "whole picture" : SafeText("\(zoom) %")
    }

    var transform: PictureTransform { transforms[model.photo] }

    var image: PixelImage? { if case .shown(let image) = model.picture { image } else { nil } }

    private var isDamaged: Bool { image?.isDamaged == true }

    // MARK: - Input

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

/// The transform of each photo of a card.
@MainActor
final class PhotoTransforms {
    @Observed private var transforms: [CardPhoto: PictureTransform] = [:]

    subscript(photo: CardPhoto) -> PictureTransform {
        get { transforms[photo] ?? .whole }
        set { transforms[photo] = newValue }
    }
}

/// The commands of a photo over the whole screen.
enum PhotoCommands {
    static let table = CommandTable([CommandTable.Section("Photo", commands)])

    private static let commands: [Command<PhotoScreen>] = [
        Command(
            "photo.flip", [.tab, "]"], "show the other side, or the next picture", hint: "other side",
            hintNow: { $0.model.hasMore ? "next" : "other side" },
            also: ["flip", "turn over", "back side", "next", "receipt"]
        ) {
            $0.step(by: 1)
        },
        Command("photo.previous", [.shiftTab, "["], "show the previous picture", also: ["flip", "before", "receipt"]) {
            $0.step(by: -1)
        },
        Command(
            "photo.zoom-in", ["+", "="], "larger", hint: "larger", also: ["zoom", "bigger", "enlarge"],
            when: Requirement(
                isMet: { $0.image != nil && $0.transform.zoom < PictureTransform.zooms.upperBound },
                refusal: { $0.image == nil ? .noPhoto : "enlarges the photo, but it has the largest size" })
        ) {
            $0.change { $0.zoomIn() }
        },
        Command(
            "photo.zoom-out", ["-"], "smaller", hint: "smaller", also: ["zoom", "shrink"],
            when: Requirement(
                isMet: { $0.image != nil && $0.transform.zoom > PictureTransform.zooms.lowerBound },
                refusal: { $0.image == nil ? .noPhoto : "shrinks the photo, but all of it is shown" })
        ) {
            $0.change { $0.zoomOut() }
        },
        onPicture("photo.whole", ["0"], "show the whole picture", also: ["zoom"]) {
            $0.change { $0.zoom(to: PictureTransform.zooms.lowerBound) }
        },
        onPicture("photo.scrub", ["s"], "zoom slider: arrows, digits", also: ["zoom"]) {
            $0.scrubber.focus()
        },
        onPicture("photo.turn", ["r"], "turn by 90°", hint: "turn", also: ["rotate"]) {
            $0.change { $0.turn() }
        },
        onPicture("photo.invert", ["x"], "invert the colors (helps against glare)", also: ["negative"]) {
            $0.change { $0.isInverted.toggle() }
        },
        onPicture("photo.left", [.left, "h"], "move left in a zoomed picture") {
            $0.pan(columns: -1, rows: 0)
        },
        onPicture("photo.right", [.right, "l"], "move right") { $0.pan(columns: 1, rows: 0) },
        onPicture("photo.up", [.up, "k"], "move up") { $0.pan(columns: 0, rows: -1) },
        onPicture("photo.down", [.down, "j"], "move down") { $0.pan(columns: 0, rows: 1) },
        Command(
            "photo.write", ["w"], "save as a file", also: ["save", "export", "download", "file", "picture"],
            when: Requirement(.noPhoto) { $0.model.hash != nil }
        ) {
            $0.app.transfer.writePhoto($0.model)
        },
        Command(
            "photo.open", ["o"], "open the PDF with open_command", hint: "open",
            also: ["pdf", "document", "viewer", "xdg-open"],
            when: Requirement("opens a PDF, but this is a photo") { $0.model.isDocument }
        ) {
            $0.app.photos.openDocument($0.model)
        },
        Command(
            "photo.icon", ["i"], "use a part of the picture as the icon", also: ["crop", "logo", "symbol"],
            when: Requirement(
                isMet: { $0.image != nil && $0.model.photo != .side(.icon) },
                refusal: { $0.image == nil ? .noPhoto : "makes an icon of a photo, but this is the icon" })
        ) {
            $0.app.photos.cropIcon(from: $0.model)
        },
        .barcode("photo"),
        Command(
            "photo.copy", ["y"], "copy the number", hint: "copy number", also: ["yank"],
            when: Requirement("copies the number, but this card has none") { $0.model.card?.number.isEmpty == false }
        ) {
            $0.app.clipboard.copyNumber()
        },
        Command("photo.front", ["1"], "front photo") { $0.show(.front) },
        Command("photo.back", ["2"], "back photo") { $0.show(.back) },
        .leave("photo"),
    ]

    /// A command that needs a shown picture.
    private static func onPicture(
        _ name: String, _ keys: [Key], _ title: String, hint: String? = nil, also: [String] = [],
        perform: @escaping @MainActor (PhotoScreen) -> Void
    ) -> Command<PhotoScreen> {
        Command(
            name, keys, title, hint: hint, also: also, when: Requirement(.noPhoto) { $0.image != nil }, perform: perform
        )
    }
}
