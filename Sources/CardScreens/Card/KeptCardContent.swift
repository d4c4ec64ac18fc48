/// What was last worked out of a card, for as long as the frames ask for the same.
@MainActor
final class KeptCardContent {
    private(set) var last: CardContent?
    /// How often something was worked out.
    private(set) var count = 0

    func content(for request: CardContent.Request) -> CardContent {
        if let last, last.request == request { return last }
        let content = CardContent(request)
        (last, count) = (content, count + 1)
        return content
    }
}
