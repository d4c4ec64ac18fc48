import CardStorage
import CardViewModels
import Cards
import Terminal
import Testing

extension Journey {
    nonisolated static let backend = BackendID(normalizedURL: "https://cards.example/wallet")

    /// Changes a card on both sides: our version here, theirs on the backend.
    func disagree(
        over card: Card, mine: (inout Card) -> Void, theirs: (inout Card) -> Void, photos: [PhotoHash: [UInt8]] = [:]
    ) async throws {
        _ = try await store.connect(to: Self.backend)
        let here = try await store.card(card.identifier) ?? card
        try await merge(card, fields: here.filledFields.filter { !$0.isBookkeeping })
        var ours = here
        mine(&ours)
        try await store.apply([.set(CardPatch(from: here, to: ours))])
        var other = here
        theirs(&other)
        try await merge(other, fields: other.differences(from: here), photos: photos)
    }

    /// Sends a status of the loader, with some pending cards, and opens the backend's screen.
    func openSync(_ status: LoaderStatus) async {
        await loader.setWaiting(PendingCard.samples)
        loader.publish { $0 = status }
        await wait("the loader's word") { model.sync.status == status }
        if !status.isBusy { await wait("the refusal") { model.message?.text.contains("rejected") == true } }
        press(.escape, Key("B"))
        await wait("what waits") {
            if let model = model.navigator.path.last as? SyncModel { !model.isBusy } else { false }
        }
    }

    /// Merges a card as received from the backend.
    func merge(_ card: Card, fields: FieldSet, photos: [PhotoHash: [UInt8]] = [:]) async throws {
        let download = try await store.beginDownload(from: Self.backend)
        _ = try await store.merge(
            [CardPatch(values: card, fields: fields, photos: photos)], from: Self.backend, download: download)
    }
}

extension PendingCard {
    static func made(
        _ name: String, _ kind: Kind, attempts: Int = 0, _ failure: String? = nil, isRefused: Bool = false
    ) -> PendingCard {
        PendingCard(
            id: Card.made(name).identifier, name: name, kind: kind, attempts: attempts, lastFailure: failure,
            isRefused: isRefused)
    }

    static let samples: [PendingCard] = [
        .made(
            "Amber Bakery", .changed, attempts: 2, "cards.example:8000: no response in time. Your cards are saved here."
        ),
        .made("Cedar Library", .new),
        .made(
            "Copper Cinema", .changed, attempts: 1,
            "A photo of this card is missing here. The card is not sent, so that cards.example:8000 keeps the photo.",
            isRefused: true),
        .made("Grove Garden", .deleted),
    ]
}

extension LoaderStatus {
    /// In the middle of a download, with every other count above zero.
    static var busy: LoaderStatus {
        var status = LoaderStatus(host: "cards.example:8000")
        (status.address, status.service) = ("https://cards.example:8000/wallet", "My Cards")
        status.phase = .downloading(DownloadProgress(cards: 120, bytes: 3_360_000, totalBytes: 52_500_000))
        (status.tally.pending, status.tally.refused, status.tally.conflicts, status.tally.absent) = (4, 1, 2, 3)
        status.lastList = ListReport(
            rejected: 2,
            rejections: [
                RejectedCard(name: "4711", reason: "the card has no name"),
                RejectedCard(name: "Elm Gym", reason: "the value of \"expiry\" is invalid"),
            ])
        status.lastSuccess = Timestamp("2026-11-20T09:05:00Z")
        return status
    }

    /// Some time after a failure.
    static var offline: LoaderStatus {
        var status = busy
        status.fail(
            LoaderFailure(
                "cards.example:8000: no response in time. Your cards are saved here.", source: .connection),
            nextTry: Timestamp("2026-11-20T12:04:00Z"))
        return status
    }
}
