import Terminal

/// The one footer in sight, and where its hints stand: a click on one presses its key.
@MainActor
final class FooterPlaces {
    private var footer: (content: Footer, row: Rect)?
    private(set) var places: [(place: Rect, key: Key)] = []

    /// In place of the footer that was laid out before.
    func layout(_ footer: Footer, in row: Rect) {
        self.footer = (footer, row)
        places = footer.places(in: row)
    }

    func draw(on canvas: inout Canvas, theme: Theme) {
        if let footer { footer.content.draw(on: &canvas, in: footer.row, theme: theme) }
    }

    func forget() { (footer, places) = (nil, []) }

    /// The key of the hint at a place of the screen.
    func key(at point: Point) -> Key? { places.first { $0.place.contains(point) }?.key }
}
