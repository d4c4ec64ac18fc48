/// A picture in pixels and the cells of the canvas that it covers.
public struct PlacedGraphic: Hashable, Sendable {
    public let graphic: PictureGraphic
    /// In coordinates of the whole canvas.
    public let rect: Rect
    /// Seen where the picture is transparent.
    public internal(set) var ground: Style
}

extension Canvas {
    /// Shows pixels over the cells drawn there. The cells are seen instead on terminals without pixels, and as soon as
    /// something is written over a part of them. Pixels are never cut: in an area that is partly hidden, or of another
    /// size than the picture, they are not shown at all.
    /// - Parameter ground: seen where the picture has no pixels: sixels always end with a whole band of six rows.
    public mutating func place(_ graphic: PictureGraphic, in rect: Rect, ground: Style = .plain) {
        guard rect.size == graphic.size, !rect.isEmpty, visible.intersection(rect) == rect else { return }
        let whole = wholeRect(rect)
        dropGraphics(in: whole)
        graphics.append(PlacedGraphic(graphic: graphic, rect: whole, ground: ground))
    }

    /// Removes all pictures; the cells beneath them are seen.
    public mutating func dropGraphics() {
        if !graphics.isEmpty { graphics = [] }
    }

    /// Removes the pictures that overlap a rectangle in coordinates of the whole canvas.
    mutating func dropGraphics(in rect: Rect) {
        graphics.removeAll { !$0.rect.intersection(rect).isEmpty }
    }

    /// A picture whose cells all change their style keeps its pixels on the new ground; one of which only a part
    /// changes is removed.
    mutating func restyleGraphics(in rect: Rect, _ change: (Style) -> Style) {
        graphics.removeAll {
            let common = $0.rect.intersection(rect)
            return !common.isEmpty && common != $0.rect
        }
        for index in graphics.indices where !graphics[index].rect.intersection(rect).isEmpty {
            graphics[index].ground = change(graphics[index].ground)
        }
    }
}
