import Cards
import Testing

@Suite("Sentences about a loader")
struct LoaderTextTests {
    private func text(pending: Int, refused: Int, _ change: (inout LoaderStatus) -> Void = { _ in }) -> LoaderText {
        var status = LoaderStatus(host: "cards.example")
        (status.tally.pending, status.tally.refused, status.hasDownloaded) = (pending, refused, true)
        change(&status)
        return LoaderText(status)
    }

    @Test(
        "each pending card is counted once: as one to upload, or as rejected",
        arguments: [
            (0, 0, "nothing", "all synced", "h: 9 cards"),
            (1, 1, "1 card rejected", "1 rejected", "h: 9 cards, 1 rejected"),
            (3, 3, "3 cards rejected", "3 rejected", "h: 9 cards, 3 rejected"),
            (2, 0, "2 cards to upload", "2 to upload", "h: 9 cards, 2 pending"),
            (3, 1, "2 cards to upload, 1 rejected", "2 to upload, 1 rejected", "h: 9 cards, 2 pending, 1 rejected"),
        ])
    func counts(pending: Int, refused: Int, line: String, status: String, summary: String) {
        let text = text(pending: pending, refused: refused)
        #expect(text.pending == line)
        #expect(text.variants.first == status)
        #expect(text.summary(cards: 9, new: 0) == summary.replacing("h:", with: "cards.example:"))
    }

    @Test("a rejected card is no card to upload while the backend is offline or the sync is stopped, either")
    func offline() {
        let failure = LoaderFailure("cards.example did not answer.", source: .connection)
        #expect(text(pending: 1, refused: 1) { $0.fail(failure) }.variants.first == "offline, 1 rejected")
        #expect(text(pending: 3, refused: 1) { $0.fail(failure) }.variants.first == "offline, 2 to upload")
        #expect(text(pending: 1, refused: 1) { $0.phase = .stopped }.variants.first == "stopped, 1 rejected")
    }
}
