import Basics
import Cards
import Terminal

/// A picture behind a card's outline as symbols, dimmed outside of it: made away from the main actor, the latest request first.
///
/// The previous picture is shown until the next is ready, to avoid flicker. It keeps one picture only.
@MainActor
final class OutlinedPicture {
    struct Request: Equatable {
        let image: PixelImage
        let crop: PhotoCrop
        let layout: OutlineLayout
        let medium: PictureMedium
    }

    @Observed private var shown: (request: Request, view: Result<PictureView, PictureViews.NoPicture>)?
    private var wanted: Request?
    private(set) var isWorking = false

    /// The brightness outside of the outline, in units of 1/256.
    private nonisolated static let dimmed = 90
    /// libchafa divides a cell into this many pixels in each direction.
    private nonisolated static let cellPixels = 8

    /// Requests a picture that will be drawn.
    func request(_ request: Request, style: ScreenStyle) {
        guard style.showsPhotos, shown?.request != request, wanted != request else { return }
        wanted = request
        guard !isWorking else { return }
        isWorking = true
        Task { await work() }
    }

    private func view(_ request: Request) -> Result<PictureView, PictureViews.NoPicture>? {
        shown?.request.layout == request.layout ? shown?.view : nil
    }

    /// Draws the picture, or why there is none.
    func draw(_ request: Request, on canvas: inout Canvas, style: ScreenStyle) {
        if !style.showsPhotos {
            return PicturePane.draw(
                PicturePane.notDrawn, on: &canvas, in: request.layout.inside, style: style.theme[.faint])
        }
        switch view(request) {
        case .success(let view): view.draw(on: &canvas, in: request.layout.area)
        case .failure(let missing):
            PicturePane.draw(missing.reason, on: &canvas, in: request.layout.inside, style: style.theme[.warning])
        case nil: break
        }
    }

    private func work() async {
        while let next = wanted, next != shown?.request {
            let view = await Task.detached { Self.symbols(of: next) }.value
            if wanted == next { (wanted, isWorking) = (nil, false) }
            shown = (next, view.map { .success($0) } ?? .failure(.noLibrary))
        }
    }

    private nonisolated static func symbols(of request: Request) -> PictureView? {
        let area = request.layout.area
        let size = PixelSize(width: area.columns * cellPixels, height: area.rows * cellPixels)
        let frame = request.crop.frame(in: request.image.size)
        let part =
            request.crop.isWhole
            ? whole(request, frame, size) : request.image.part(request.layout.surroundings(of: frame), size: size)
        guard let part else { return nil }
        var rgba = part.rgba
        if !request.crop.isWhole { dim(&rgba, width: size.width, outside: request.layout) }
        return PictureView(
            rgba: rgba, width: size.width, height: size.height, size: area.size, colors: request.medium.colors,
            symbols: request.medium.symbols)
    }

    /// The whole photo in the middle of the area.
    private nonisolated static func whole(_ request: Request, _ frame: PictureFrame, _ size: PixelSize) -> PixelImage? {
        let area = request.layout.area
        let viewport = PictureViewport(
            width: Int(frame.width.rounded()), height: Int(frame.height.rounded()), transform: .whole, area: area.size,
            cellAspect: request.medium.cellAspect)
        let (across, along) = (
            Double(area.columns) / Double(max(1, viewport.cells.columns)),
            Double(area.rows) / Double(max(1, viewport.cells.rows))
        )
        return request.image.part(frame.expanded(across: (across - 1) / 2, along: (along - 1) / 2), size: size)
    }

    private nonisolated static func dim(_ rgba: inout [UInt8], width: Int, outside layout: OutlineLayout) {
        let inside = layout.inside.offset(columns: -layout.area.left, rows: -layout.area.top)
        let (left, right) = (inside.left * cellPixels, inside.right * cellPixels)
        let (top, bottom) = (inside.top * cellPixels, inside.bottom * cellPixels)
        for index in 0..<rgba.count / 4 {
            let (row, column) = index.quotientAndRemainder(dividingBy: width)
            if (top..<bottom).contains(row), (left..<right).contains(column) { continue }
            for channel in index * 4..<index * 4 + 3 { rgba[channel] = UInt8(Int(rgba[channel]) * dimmed / 256) }
        }
    }
}

/// The frame of the outline of a card or an icon in an area: centred, as large as fits with a margin, as close to its proportion as whole
/// cells allow.
struct OutlineLayout: Equatable {
    let area: Rect
    /// The inside of the outline; the outline is drawn on the cells around it.
    let inside: Rect

    init(in area: Rect, cellAspect: Double, proportion: Double = CardOutline.proportion) {
        self.area = area
        // A margin keeps some of the photo visible around the outline, if there is space.
        let margin = (columns: area.columns >= 30 ? area.columns / 16 : 0, rows: area.rows >= 12 ? area.rows / 10 : 0)
        let room = (
            columns: max(1, area.columns - 2 * margin.columns - 2), rows: max(1, area.rows - 2 * margin.rows - 2)
        )
        // The columns for each row.
        let shape = proportion / cellAspect
        let columns = min(room.columns, max(1, Int((Double(room.rows) * shape).rounded())))
        let rows = min(room.rows, max(1, Int((Double(columns) / shape).rounded())))
        inside = area.centered(Size(columns: columns, rows: rows))
    }

    var outline: Rect { inside.inset(left: -1, top: -1, right: -1, bottom: -1) }

    /// The part of a picture that the whole area shows if the inside shows this one.
    func surroundings(of frame: PictureFrame) -> PictureFrame {
        let (columns, rows) = (Double(inside.columns), Double(inside.rows))
        let origin = frame.point(
            across: Double(area.left - inside.left) / columns, along: Double(area.top - inside.top) / rows)
        let (wider, higher) = (Double(area.columns) / columns, Double(area.rows) / rows)
        return PictureFrame(
            origin: origin, right: .init(x: frame.right.x * wider, y: frame.right.y * wider),
            down: .init(x: frame.down.x * higher, y: frame.down.y * higher))
    }

    /// Draws the outline over the picture. With enough colors the dimmed picture stays visible behind the line. The line is white,
    /// which stands out from the dimmed colors whatever the theme's accent is.
    func draw(on canvas: inout Canvas, theme: Theme, medium: PictureMedium) {
        // On the smallest screens the picture needs all the space.
        guard outline.intersection(area) == outline else { return }
        let picture = canvas
        Frame(style: theme[.accent]).draw(on: &canvas, in: outline)
        guard medium.colors == .trueColor || medium.colors == .indexed256 else { return }
        for row in outline.top..<outline.bottom {
            let isEdge = row == outline.top || row == outline.bottom - 1
            let columns = isEdge ? Array(outline.left..<outline.right) : [outline.left, outline.right - 1]
            for column in columns {
                let ground = picture[column, row].style.background
                if ground == .terminalDefault { continue }
                let white = medium.colors == .trueColor ? Color.rgb(255, 255, 255) : .palette(231)
                canvas.restyle(Rect(column: column, row: row, columns: 1, rows: 1)) { _ in
                    Style(foreground: white, background: ground)
                }
            }
        }
    }
}
