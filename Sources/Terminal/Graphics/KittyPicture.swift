internal import Basics

/// A picture as the protocol of kitty has it (sw.kovidgoyal.net/kitty/graphics-protocol): a PNG that the terminal keeps under a
/// number of ours and shows over so many cells.
///
/// Every command asks for silence (`q=2`): an answer would arrive as typed text.
struct KittyPicture: Hashable, Sendable {
    /// How many bytes of base64 one command may carry.
    static let maximumPiece = 4096

    let size: Size
    private let pieces: [Substring]

    init(png: [UInt8], size: Size) {
        self.size = size
        let text = Base64.text(of: png)
        var pieces: [Substring] = []
        var start = text.startIndex
        while start < text.endIndex {
            let end = text.utf8.index(start, offsetBy: Self.maximumPiece, limitedBy: text.endIndex) ?? text.endIndex
            pieces.append(text[start..<end])
            start = end
        }
        self.pieces = pieces
    }

    /// Sends it and shows it at the cursor, which stays where it is.
    func show(as identifier: UInt32) -> [UInt8] {
        var bytes: [UInt8] = []
        for (index, piece) in pieces.enumerated() {
            // Only the first piece says what the picture is.
            let keys = index == 0 ? "a=T,f=100,i=\(identifier),\(placement)," : ""
            let more = index < pieces.count - 1 ? 1 : 0
            bytes += Self.command(keys + "q=2,m=\(more)", piece)
        }
        return bytes
    }

    /// What the terminal has already, at the cursor instead of where it was.
    func move(_ identifier: UInt32) -> [UInt8] { Self.command("a=p,i=\(identifier),\(placement),q=2") }

    /// Takes it from the screen and out of the terminal's memory.
    static func remove(_ identifier: UInt32) -> [UInt8] { command("a=d,d=I,i=\(identifier),q=2") }

    /// One place for each picture, over so many cells; the cursor is not moved.
    private var placement: String { "p=1,c=\(size.columns),r=\(size.rows),C=1" }

    private static func command(_ keys: String, _ content: Substring = "") -> [UInt8] {
        Array("\u{1B}_G\(keys)\(content.isEmpty ? "" : ";")\(content)\u{1B}\\".utf8)
    }
}
