import Cards
import Glibc
import Testing

@testable import CardPhotos

@Suite("Demo photos")
struct DemoPhotoTests {
    private let color = CardColor(red: 200, green: 40, blue: 60)

    @Test("both sides are pictures of a card's size, in the card's colour")
    func picture() async throws {
        for side in Card.Side.faces {
            let bytes = try #require(DemoPhoto.png(name: "City Library", color: color, side: side))
            let image = try await Helper.with {
                try await $0.decode(bytes, fitting: PixelSize(width: 500, height: 500))
            }
            #expect(image.size == DemoPhoto.size)
            let corner = image.pixel(2, 2)
            #expect(corner[0] > corner[1] && corner[0] > corner[2])
        }
    }

    @Test("an icon is a square, in the card's colour")
    func icon() async throws {
        let bytes = try #require(DemoPhoto.png(name: "City Library", color: color, side: .icon))
        let image = try await Helper.with { try await $0.decode(bytes, fitting: PixelSize(width: 500, height: 500)) }
        #expect(image.size == DemoPhoto.iconSize)
        let corner = image.pixel(2, 2)
        #expect(corner[0] > corner[1] && corner[0] > corner[2])
    }

    @Test("the same card gets the same bytes, another card different ones")
    func deterministic() {
        let first = DemoPhoto.png(name: "Library", color: color, side: .front)
        #expect(first == DemoPhoto.png(name: "Library", color: color, side: .front))
        #expect(first != DemoPhoto.png(name: "Cinema", color: color, side: .front))
        #expect(first != DemoPhoto.png(name: "Library", color: CardColor(red: 0, green: 0, blue: 0), side: .front))
        #expect(first != DemoPhoto.png(name: "Library", color: color, side: .back))
    }

    @Test("a name without a drawable letter still gives a picture", arguments: ["", "  ", "図書館", "Łódź", "!"])
    func anyName(name: String) async throws {
        let bytes = try #require(DemoPhoto.png(name: name, color: color, side: .front))
        let image = try await Helper.with { try await $0.decode(bytes, fitting: DemoPhoto.size) }
        #expect(image.size == DemoPhoto.size)
    }
}
