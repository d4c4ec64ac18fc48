internal import Basics

/// A picture in kitty's protocol (sw.kovidgoyal.net/kitty/graphics-protocol): a PNG that the terminal stores under a
/// number of ours and shows over a number of cells.
///
/// Every command suppresses the response (`q=2`): it would arrive as typed text.
struct KittyPicture: Hashable, Sendable {
    /// The maximum of base64 bytes in one command.
    static let maximumChunk = 4096

    let size: Size
    private let chunks: [Substring]

    init(png: [UInt8], size: Size) {
        self.size = size
        let text = Base64.text(of: png)
        var chunks: [Substring] = []
        var start = text.startIndex
        while start < text.endIndex {
            let end = text.utf8.index(start, offsetBy: Self.maximumChunk, limitedBy: text.endIndex) ?? text.endIndex
            chunks.append(text[start..<end])
            start = end
        }
        self.chunks = chunks
    }

    /// Sends it and shows it at the cursor, which stays where it is.
    func show(as identifier: UInt32) -> [UInt8] {
        var bytes: [UInt8] = []
        for (index, chunk) in chunks.enumerated() {
            // Only the first chunk describes the picture.
            let keys = index == 0 ? "a=T,f=100,i=\(identifier),\(placement)," : ""
            let more = index < chunks.count - 1 ? 1 : 0
            bytes += Self.command(keys + "q=2,m=\(more)", chunk)
        }
        return bytes
    }

    /// Moves a picture that the terminal already has to the cursor.
    func move(_ identifier: UInt32) -> [UInt8] { Self.command("a=p,i=\(identifier),\(placement),q=2") }

    /// Removes it from the screen and from the terminal's memory.
    static func remove(_ identifier: UInt32) -> [UInt8] { command("a=d,d=I,i=\(identifier),q=2") }

    /// One placement for each picture, over its cells; the cursor is not moved.
    private var placement: String { "p=1,c=\(size.columns),r=\(size.rows),C=1" }

    private static func command(_ keys: String, _ content: Substring = "") -> [UInt8] {
        Array("\u{1B}_G\(keys)\(content.isEmpty ? "" : ";")\(content)\u{1B}\\".utf8)
    }
}
