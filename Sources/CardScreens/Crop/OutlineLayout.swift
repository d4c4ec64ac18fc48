import Cards
import Terminal

/// The frame of the outline of a card or an icon in an area: centred, as large as fits with a margin, as close to its proportion as whole
/// cells allow.
struct OutlineLayout: Hashable {
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

    /// Draws the outline over the picture. With enough colours the dimmed picture stays visible behind the line. The line is white,
    /// which stands out from the dimmed colours whatever the theme's accent is.
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
