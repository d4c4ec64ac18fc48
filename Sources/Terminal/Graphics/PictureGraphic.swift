internal import Basics

/// A picture in pixels, encoded for the terminal: the bytes that show it over a number of cells. Made once, off the
/// main actor, and shown often.
///
/// It does not know where or whether it is shown: see ``Canvas/place(_:in:)``.
public struct PictureGraphic: Hashable, Sendable {
    private enum Encoded: Hashable, Sendable {
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
