import Cards
import Terminal

extension CardContent.Field {
    /// Nil for a field that Tab passes by.
    fileprivate var stop: CardStop? { detail.map { .detail($0.field) } ?? secret.map { .secret($0) } }
}

/// The details, secret fields, links and photos of a card, which Tab goes through.
extension CardContent {
    private var details: [Field] { fields.filter { $0.stop != nil } }

    var stops: Int { details.count + links.count + photos.count }

    func stop(at index: Int) -> CardStop {
        let details = details
        if index < details.count, let stop = details[index].stop { return stop }
        let link = index - details.count
        return link < links.count ? .link(link) : .photo(photos[link - links.count].side)
    }

    /// The index of a stop; nil if it does not exist any more.
    func place(of stop: CardStop) -> Int? {
        let details = details
        return switch stop {
        case .detail, .secret: details.firstIndex { $0.stop == stop }
        case .link(let index): index < links.count ? details.count + index : nil
        case .photo(let side): photos.firstIndex { $0.side == side }.map { $0 + details.count + links.count }
        }
    }

    /// The rows of a stop, to scroll to it.
    func rows(of stop: CardStop) -> Range<Int> {
        switch stop {
        case .detail, .secret:
            return details.first { $0.stop == stop }.map { $0.frame.top..<$0.frame.bottom } ?? 0..<1
        case .link(let index):
            guard let note = fields.first(where: \.isNote), index < links.count else { return 0..<1 }
            let row = note.frame.top + note.paragraph.row(ofByte: links.ranges[index].lowerBound)
            return row..<row + 1
        case .photo(let side):
            return photos.first { $0.side == side }.map { $0.frame.top..<$0.frame.bottom } ?? 0..<1
        }
    }

    /// The detail, link or photo at a point of the content; nil for none.
    func stop(at point: Point) -> CardStop? {
        if let photo = photos.first(where: { $0.frame.contains(point) }) { return .photo(photo.side) }
        guard let field = fields.first(where: { $0.frame.contains(point) }) else { return nil }
        let inside = Point(column: point.column - field.frame.left, row: point.row - field.frame.top)
        guard let byte = field.paragraph.byte(at: inside) else { return nil }
        if let stop = field.stop { return stop }
        return field.isNote ? links.ranges.firstIndex { $0.contains(byte) }.map { .link($0) } : nil
    }

    // MARK: - Actions

    /// The link that is opened at a stop; nil if there is none.
    func link(at stop: CardStop) -> String? {
        switch stop {
        case .detail: detail(at: stop)?.link
        case .link(let index): index < links.count ? links[index] : nil
        case .photo, .secret: nil
        }
    }

    /// The text that is copied at a stop; nil if there is none.
    func text(at stop: CardStop) -> String? { link(at: stop) ?? detail(at: stop)?.text }

    private func detail(at stop: CardStop) -> CardDetail? {
        if case .detail(let field) = stop { fields.lazy.compactMap(\.detail).first { $0.field == field } } else { nil }
    }

    // MARK: - Styles

    /// The styled spans in these bytes of a field.
    func spans(of field: Field, in bytes: Range<Int>, focus: CardStop?) -> [Paragraph.Span] {
        if field.isNote { return spans(in: bytes, focus: focus) }
        if let color = field.swatch {
            return [
                Paragraph.Span(0..<"■".utf8.count, style: Style(foreground: .rgb(color.red, color.green, color.blue)))
            ]
        }
        if let stop = field.stop, focus == stop, field.secret != nil {
            return [Paragraph.Span(bytes, style: style(isFocused: true))]
        }
        guard let detail = field.detail else { return [] }
        let isFocused = focus == .detail(detail.field)
        guard isFocused || detail.link != nil else { return [] }
        return [
            Paragraph.Span(
                0..<detail.text.utf8.count, style: style(isFocused: isFocused), link: field.hyperlink)
        ]
    }

    /// The styled spans of links that overlap these bytes of the note.
    func spans(in bytes: Range<Int>, focus: CardStop?) -> [Paragraph.Span] {
        links.links(in: bytes).map { index in
            Paragraph.Span(
                links.ranges[index], style: style(isFocused: focus == .link(index)), link: hyperlinks[index])
        }
    }

    private func style(isFocused: Bool) -> Style {
        let accent = request.theme[.accent]
        return isFocused ? accent.overlaid(with: request.theme[.selection]) : accent.adding(.underline)
    }
}

/// A secret field of a card's page, with what is seen of it.
struct SecretText: Equatable {
    let label: String
    let text: String
}

/// Where Tab stops on a card: its details and secret fields, the links of its note, then its photos.
enum CardStop: Equatable {
    case detail(CardField)
    /// By its label.
    case secret(String)
    case link(Int)
    case photo(Card.Side)
}
