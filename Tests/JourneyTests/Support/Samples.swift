import Cards
import FoundationEssentials
import Glibc
import TestSupport

@testable import CardPhotos

/// Cards as JSON, as in a backend or a file.
enum Samples {
    static func card(_ name: String, _ members: [String: JSON] = [:]) -> JSON {
        let identifier = "id-" + name.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return .object(
            ["identifier": .string(String(identifier.prefix(100))), "name": .string(name)].merging(members) { $1 })
    }

    /// How often ↓ leads from the name of a new card to its front photo.
    static let fieldsBeforeFront = CardDraft(creating: .random()).fields.firstIndex(of: .front) ?? 0

    static func card(_ name: String, number: String) -> JSON { card(name, ["number": .string(number)]) }

    /// A card like those of the backend of My Cards: two photos, no number.
    static let photoCard = card(
        "swifting.io", ["front": .string(photo("swifting.io", .front)), "back": .string(photo("swifting.io", .back))])

    /// The cards of the real backend, if their file is available.
    static var realFile: String? {
        guard let folder = getenv("CARDS_FIXTURES") else { return nil }
        let file = String(cString: folder) + "/mycards/cards.json"
        return access(file, R_OK) == 0 ? file : nil
    }

    static func photo(_ name: String, _ side: Card.Side) -> String { base64(photoBytes(name, side)) }

    static func photoBytes(_ name: String, _ side: Card.Side) -> [UInt8] {
        DemoPhoto.png(name: name, color: CardColor(red: 0xC0, green: 0x20, blue: 0x50), side: side) ?? []
    }

    /// A PNG whose header claims a size, without image data.
    static func claim(_ side: UInt32) -> [UInt8] {
        let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: side >> $0) }
        return PNGLayout.signature + PNGWriter.chunk("IHDR", bytes + bytes + [8, 6, 0, 0, 0])
            + PNGWriter.chunk("IDAT", PNGWriter.zlib([0])) + PNGWriter.chunk("IEND", [])
    }

    static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    static func list(_ cards: [JSON]) -> [UInt8] { JSONWriter.bytes(of: .array(cards)) }
}
