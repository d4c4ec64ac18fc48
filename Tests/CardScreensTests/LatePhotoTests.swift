import CardViewModels
import Cards
import Terminal
import Testing

/// With devices that share cards, a card comes before its photos.
@MainActor
@Suite("A photo that comes after its card")
struct LatePhotoTests {
    private static let bytes: [UInt8] = [21, 21]
    private static let hash = PhotoHash(of: bytes)
    private static let missing = "The photo is missing."

    private func journey() async throws -> Journey {
        try await Journey([.made("Alder", "12345") { $0.front = Self.hash }, .made("Birch", "67890")])
    }

    @Test("the wallet shows it as soon as it is there, and not before")
    func wallet() async throws {
        let journey = try await journey()
        journey.press(Key("v"))
        await journey.seePictures()
        #expect(journey.text.contains("12345"))
        // Another change of the store has it looked for again, in vain.
        var other = Card(identifier: .random(), name: "Cedar")
        other.number = "55555"
        try await journey.store.apply([.set(CardPatch(from: nil, to: other))])
        await journey.see("55555")
        await journey.seePictures()
        #expect(journey.text.contains("12345"))
        try await journey.store.addPhoto(Self.bytes, Self.hash)
        await journey.wait("the picture") { !journey.text.contains("12345") }
        #expect(journey.text.contains("67890"))
    }

    @Test("the card's page shows it as soon as it is there")
    func card() async throws {
        let journey = try await journey()
        journey.press(.enter)
        await journey.see(Self.missing)
        try await journey.store.addPhoto(Self.bytes, Self.hash)
        await journey.wait("the picture") { !journey.text.contains(Self.missing) }
    }

    @Test("the screen of a photo shows it as soon as it is there, and another that replaces it")
    func photo() async throws {
        let journey = try await journey()
        journey.press(Key("1"))
        await journey.see(Self.missing)
        try await journey.store.addPhoto(Self.bytes, Self.hash)
        await journey.wait("the picture") { !journey.text.contains(Self.missing) }
        guard let model = journey.model.navigator.path.last as? PhotoModel,
            let card = model.card?.identifier,
            let before = try await journey.store.card(card)
        else {
            Issue.record("no photo is open")
            return
        }
        var after = before
        let new: [UInt8] = [30, 10]
        after.front = PhotoHash(of: new)
        let patch = CardPatch(from: before, to: after, photos: [PhotoHash(of: new): new])
        try await journey.store.apply([.set(patch)])
        await journey.wait("the other picture") {
            guard case .shown(let image) = model.picture else { return false }
            return image.size == PixelSize(width: 30, height: 10)
        }
    }
}
