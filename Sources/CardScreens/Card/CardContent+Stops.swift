import Cards
import Terminal

/// The links and photos of a card, which Tab goes through.
extension CardContent {
    var stops: Int { links.count + photos.count }

    func stop(at place: Int) -> CardStop {
        place < links.count ? .link(place) : .photo(photos[place - links.count].side)
    }

    /// The stop's place among all; nil where it is gone.
    func place(of stop: CardStop) -> Int? {
        switch stop {
        case .link(let index): index < links.count ? index : nil
        case .photo(let side): photos.firstIndex { $0.side == side }.map { $0 + links.count }
        }
    }

    /// Where a stop stands, so that it can be scrolled to.
    func rows(of stop: CardStop) -> Range<Int> {
        switch stop {
        case .link(let index):
            guard let note = fields.first(where: \.isNote), index < links.count else { return 0..<1 }
            let row = note.frame.top + note.paragraph.row(ofByte: links.ranges[index].lowerBound)
            return row..<row + 1
        case .photo(let side):
            return photos.first { $0.side == side }.map { $0.frame.top..<$0.frame.bottom } ?? 0..<1
        }
    }

    /// The links that have a part in these bytes of the note, and how they look.
    func spans(in bytes: Range<Int>, focus: CardStop?) -> [Paragraph.Span] {
        let accent = request.theme[.accent]
        return links.links(in: bytes).map { index in
            let isFocused = focus == .link(index)
            return Paragraph.Span(
                links.ranges[index],
                style: isFocused ? accent.overlaid(with: request.theme[.selection]) : accent.adding(.underline))
        }
    }
}
