import CardTransfer
import CardViewModels
import Cards
import Synchronization
import Terminal
import Testing

/// A clock that a test sets: the time of the changes that it makes.
final class SetClock: Sendable {
    private let time: Mutex<Timestamp>

    init(_ text: String) { time = Mutex(Timestamp(text) ?? Timestamp(milliseconds: 0)) }

    func set(_ text: String) { if let new = Timestamp(text) { time.withLock { $0 = new } } }

    var clock: CardClock {
        CardClock(now: { self.time.withLock { $0 } }, today: { Journey.clock.today() })
    }
}

/// A wallet in which something has happened on several days.
@MainActor
enum HistorySamples {
    static let library = Card.samples[2]
    static let newFront = PhotoHash(of: [40, 20])

    /// The number, note, balance and front photo of Cedar Library have changed, and another card was deleted and restored.
    static func journey(
        size: Size = Size(columns: 80, rows: 24), theme: Theme = .terminal, isPlain: Bool = false
    ) async throws -> Journey {
        let time = SetClock("2026-11-16T09:05:00Z")
        let journey = try await Journey(
            Card.samples, photos: Card.samplePhotos, size: size, countsUses: false, isPlain: isPlain, theme: theme,
            clock: time.clock)
        func edit(_ text: String, photos: [PhotoHash: [UInt8]] = [:], _ change: (inout Card) -> Void) async throws {
            time.set(text)
            guard let old = try await journey.store.card(library.identifier) else { return }
            var new = old
            change(&new)
            try await journey.store.apply([.set(CardPatch(from: old, to: new, photos: photos))])
        }
        try await edit("2026-11-17T18:30:00Z") { $0.note = "Bring the red bag." }
        try await edit("2026-11-17T18:42:00Z") { ($0.number, $0.expiry) = ("7720", nil) }
        time.set("2026-11-19T08:15:00Z")
        _ = try await journey.store.importCards(
            from: JSONCardSource(
                Array(#"{"identifier":"\#(library.identifier.text)","phone":"+48 22 123"}"#.utf8)))
        try await edit("2026-11-19T17:00:00Z", photos: [newFront: [40, 20]]) { $0.front = newFront }
        time.set("2026-11-20T07:40:00Z")
        try await journey.store.apply([.delete(Card.samples[4].identifier)])
        time.set("2026-11-20T07:41:00Z")
        try await journey.store.restore([Card.samples[4].identifier])
        try await edit("2026-11-20T08:00:00Z") { $0.balance = "5.10" }
        time.set("2026-11-20T12:00:00Z")
        await journey.seeBeside()
        return journey
    }

    /// Opens the history of Cedar Library from its page.
    static func openLibrary(_ journey: Journey) async {
        journey.press(Key("j"), Key("j"), .enter)
        await journey.wait("the card") {
            if let card = journey.model.navigator.path.last as? CardModel { card.card != nil } else { false }
        }
        journey.press(Key("H"))
        await seeHistory(journey)
    }

    /// Waits until the history is read.
    static func seeHistory(_ journey: Journey) async {
        await journey.wait("the history") {
            if let history = journey.model.navigator.path.last as? HistoryModel {
                !history.isReading && !history.isBusy
            } else {
                false
            }
        }
    }

    /// Waits for the card as it was, with its photos.
    static func seePast(_ journey: Journey) async {
        await journey.wait("the card as it was") {
            guard let past = journey.model.navigator.path.last as? PastCardModel else { return false }
            return past.pictures.count == 2 && past.pictures.values.allSatisfy { $0 != .loading }
        }
        await journey.seePictures()
    }
}
