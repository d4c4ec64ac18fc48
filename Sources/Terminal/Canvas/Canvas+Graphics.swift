/// A picture in pixels and the cells of the canvas that it is to cover.
public struct PlacedGraphic: Hashable, Sendable {
    public let graphic: PictureGraphic
    /// In coordinates of the whole canvas.
    public let rect: Rect
    /// What is seen where the picture is transparent.
    public internal(set) var ground: Style
}

extension Canvas {
    /// Shows pixels over what has been drawn there, which is seen instead wherever they cannot be: on other terminals, and when
    /// something is written over a part of them. Pixels are never cut: in a place that is seen only in part they are not shown at
    /// all, and neither where the picture is of another size.
    /// - Parameter ground: what is seen where the picture has no pixels: sixels end with a whole band of six.
    public mutating func place(_ graphic: PictureGraphic, in rect: Rect, ground: Style = .plain) {
        guard rect.size == graphic.size, !rect.isEmpty, visible.intersection(rect) == rect else { return }
        let whole = wholeRect(rect)
        dropGraphics(in: whole)
        graphics.append(PlacedGraphic(graphic: graphic, rect: whole, ground: ground))
    }

    /// Leaves of all pictures what lies beneath them.
    public mutating func dropGraphics() {
        if !graphics.isEmpty { graphics = [] }
    }

    /// The same for those that a part of the canvas is written over in, in coordinates of the whole canvas.
    mutating func dropGraphics(in rect: Rect) {
        graphics.removeAll { !$0.rect.intersection(rect).isEmpty }
    }

    /// A picture whose cells all change their style keeps its pixels on the new ground; half a change cannot be shown.
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
