import Terminal

/// Where the hints of the footer stand, as last drawn: a click on one presses its key.
@MainActor
final class FooterPlaces {
    private(set) var places: [(place: Rect, key: Key)] = []

    /// Draws a footer, the only one in sight.
    func draw(_ footer: Footer, on canvas: inout Canvas, in row: Rect, theme: Theme) {
        places = footer.draw(on: &canvas, in: row, theme: theme)
    }

    func forget() { places = [] }

    /// The key of the hint at a place of the screen.
    func key(at point: Point) -> Key? { places.first { $0.place.contains(point) }?.key }
}
