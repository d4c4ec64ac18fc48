internal import Basics

/// A picture in pixels, encoded for the terminal: the bytes that show it over a number of cells. Made once, off the
/// main actor, and shown often.
///
/// It does not know where or whether it is shown: see ``Canvas/place(_:in:)``.
public struct PictureGraphic: Hashable, Sendable {
    private enum Encoded: Equatable, Sendable {
        case kitty(KittyPicture)
        /// Painted into the cells; the terminal does not store it.
        case painted([UInt8])
    }

    /// The cells that it covers.
    public let size: Size
    /// Whether it hides everything that was in its cells before.
    public let isOpaque: Bool
    private let encoded: Encoded

    /// The size of a cell where the terminal does not report it: enough for most screens, and small enough for a slow line.
    private static let usualCell = (width: 10, height: 20)

    /// The pixels are red, green, blue and alpha, a byte each, not premultiplied; they are stretched over the size. At
    /// most as many are sent as the cells have. Nil where the medium shows symbols only, a library is missing, or the
    /// byte count does not match the dimensions; also for sixels without a known cell size, since sixels cannot be
    /// scaled, and for those that are larger than the terminal takes.
    public init?(rgba: [UInt8], width: Int, height: Int, size: Size, medium: PictureMedium) {
        let limits = 1...Int(UInt16.max)
        guard medium.graphics != .symbols, limits.contains(size.columns), limits.contains(size.rows),
            let raster = Raster(rgba: rgba, width: width, height: height)
        else { return nil }
        let cell = medium.cell.map { (width: $0.width, height: $0.height) } ?? Self.usualCell
        let shrunk = raster.shrunk(toWidth: size.columns * cell.width, height: size.rows * cell.height)
        isOpaque = shrunk.isOpaque
        switch medium.graphics {
        case .symbols: return nil
        case .kitty:
            guard let png = Self.png(shrunk, isOpaque: isOpaque) else { return nil }
            encoded = .kitty(KittyPicture(png: png, size: size))
        case .iterm:
            guard let png = Self.png(shrunk, isOpaque: isOpaque) else { return nil }
            encoded = .painted(ITermPicture.bytes(png: png, size: size))
        case .sixel:
            // Its symbols are seen instead.
            guard medium.room(in: size) == size, let cell = medium.cell,
                let bytes = SixelPicture.bytes(shrunk, size: size, cell: cell)
            else {
                return nil
            }
            encoded = .painted(bytes)
        }
        self.size = size
    }

    private static func png(_ raster: Raster, isOpaque: Bool) -> [UInt8]? {
        PNG.bytes(
            width: raster.width, height: raster.height, channels: .rgba, pixels: raster.rgba, keepsAlpha: !isOpaque)
    }

    /// Whether the terminal stores it apart from its cells, so that it has to be removed by its number.
    public var isKeptByTerminal: Bool { if case .kitty = encoded { true } else { false } }

    /// Shows it with its upper left corner at the cursor, which may move.
    /// - Parameter identifier: the number for moving and removing it.
    public func show(as identifier: UInt32) -> [UInt8] {
        switch encoded {
        case .kitty(let picture): picture.show(as: identifier)
        case .painted(let bytes): bytes
        }
    }

    /// Moves a picture that is shown to the cursor.
    public func move(_ identifier: UInt32) -> [UInt8] {
        switch encoded {
        case .kitty(let picture): picture.move(identifier)
        case .painted(let bytes): bytes
        }
    }

    /// Removes it; empty where writing into its cells does that.
    public func remove(_ identifier: UInt32) -> [UInt8] { isKeptByTerminal ? KittyPicture.remove(identifier) : [] }

    public func hash(into hasher: inout Hasher) {
        // Equality compares the bytes; hashing them all would take long.
        hasher.combine(size)
        hasher.combine(isOpaque)
    }
}

/// A picture in kitty's protocol (sw.kovidgoyal.net/kitty/graphics-protocol): a PNG that the terminal stores under a
/// number of ours and shows over a number of cells.
///
/// Every command suppresses the response (`q=2`): it would arrive as typed text.
struct KittyPicture: Equatable, Sendable {
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

/// A picture in iTerm2's protocol (iterm2.com/documentation-images.html): a file shown over a number of cells.
enum ITermPicture {
    /// The sequence that shows it at the cursor. The cursor moves; WezTerm can leave it in place
    /// (wezterm.org/imgcat.html), others ignore that argument.
    static func bytes(png: [UInt8], size: Size) -> [UInt8] {
        let arguments = [
            "inline=1", "size=\(png.count)", "width=\(size.columns)", "height=\(size.rows)", "preserveAspectRatio=0",
            "doNotMoveCursor=1",
        ]
        return Array("\u{1B}]1337;File=\(arguments.joined(separator: ";")):\(Base64.text(of: png))\u{07}".utf8)
    }
}
