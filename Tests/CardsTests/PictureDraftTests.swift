import TestSupport
import Testing

@testable import Cards

@Suite("Pictures of a draft")
struct PictureDraftTests {
    private static let bytes: [[UInt8]] = [[1], [2], [3]]
    private static let hashes = bytes.map { PhotoHash(of: $0) }

    private var card: Card {
        var card = Card(identifier: .random(), name: "Gym")
        card.pictures = [
            FurtherPicture(label: "Receipt", hash: Self.hashes[0]), FurtherPicture(label: "", hash: Self.hashes[1]),
        ]
        return card
    }

    private func mark(_ index: Int) -> String { "#" + Self.hashes[index].text.prefix(8) }

    @Test("lines rename, remove and reorder pictures")
    func lines() {
        var draft = CardDraft(editing: card)
        #expect(draft.text(of: .pictures) == "Receipt = \(mark(0))\n\(mark(1))")
        #expect(!draft.isChanged)
        draft.setText("Warranty = \(mark(1))\nReceipt = \(mark(0))", of: .pictures)
        #expect(draft.card.pictures.map(\.label) == ["Warranty", "Receipt"])
        #expect(draft.card.pictures.map(\.hash) == [Self.hashes[1], Self.hashes[0]])
        draft.setText("", of: .pictures)
        #expect(draft.card.pictures.isEmpty && draft.problems.isEmpty)
        draft.setText("Other = \(mark(2))", of: .pictures)
        #expect(draft.problems[.pictures] == "the card has no picture \(mark(2))")
    }

    @Test("a path is read before the card is saved, and its picture takes the place of the line")
    func paths() throws {
        var draft = CardDraft(editing: card)
        draft.setText("Receipt = \(mark(0))\nMay = ~/may.jpg", of: .pictures)
        #expect(draft.problems[.pictures] == "line 2: the picture at this path is not loaded yet")
        let file = try #require(draft.pictureFiles.first)
        #expect(draft.pictureFiles.map(\.path) == ["~/may.jpg"])
        draft.setPicture(Self.bytes[2], hash: Self.hashes[2], of: file)
        #expect(draft.problems.isEmpty && draft.pictureFiles.isEmpty)
        #expect(draft.card.pictures.map(\.label) == ["Receipt", "May"])
        #expect(draft.patch.photos == [Self.hashes[2]: Self.bytes[2]])
        // Kept between runs with its bytes, and not without them.
        #expect(CardDraft(json: draft.json, photos: draft.photos)?.card == draft.card)
        #expect(CardDraft(json: draft.json, photos: [:])?.problems[.pictures] != nil)
        // Once it is saved, the draft needs no bytes.
        let saved = draft.rebased(on: draft.card)
        #expect(!saved.isChanged && saved.photos.isEmpty && saved.addedPictures.isEmpty)
    }

    @Test("a picture that was added and whose line was removed is no change")
    func removed() {
        var draft = CardDraft(editing: card)
        let before = draft.text(of: .pictures)
        draft.addPicture(Self.bytes[2], hash: Self.hashes[2])
        #expect(draft.card.pictures.count == 3 && draft.isChanged)
        draft.setText(before, of: .pictures)
        #expect(!draft.isChanged && draft.patch.photos.isEmpty)
        // The line can be typed again.
        draft.setText(before + "\n" + mark(2), of: .pictures)
        #expect(draft.patch.photos == [Self.hashes[2]: Self.bytes[2]])
    }

    @Test("the photos of a card are its sides and then its pictures")
    func photos() {
        var card = card
        card.back = Self.hashes[2]
        #expect(card.shownPhotos == [.side(.back), .picture(0), .picture(1)])
        #expect(card.shownPhotos.map(card.label) == ["back", "Receipt", "picture 2"])
        #expect(card[CardPhoto.picture(1)] == Self.hashes[1] && card[CardPhoto.picture(2)] == nil)
        #expect(CardPhoto(typed: "2") == .picture(1) && CardPhoto(typed: "back") == .side(.back))
        #expect(["0", "21", "left", ""].allSatisfy { CardPhoto(typed: $0) == nil })
    }
}
