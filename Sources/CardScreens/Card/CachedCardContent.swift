/// The last content of a card's screen, reused as long as frames request the same.
@MainActor
final class CachedCardContent {
    private(set) var last: CardContent?
    /// How often content was computed.
    private(set) var count = 0

    func content(for request: CardContent.Request) -> CardContent {
        if let last, last.request == request { return last }
        let content = CardContent(request)
        (last, count) = (content, count + 1)
        return content
    }
}
