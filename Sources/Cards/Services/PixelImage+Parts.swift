extension PixelImage {
    /// A part of the picture turned by quarters to the right, its colours inverted if asked for. The part is named in pixels of the
    /// turned picture and cut at its edges; nil when nothing of it is left.
    public func part(
        left: Int, top: Int, width: Int, height: Int, quarterTurns: Int = 0, isInverted: Bool = false
    ) -> PixelImage? {
        let turns = (quarterTurns % 4 + 4) % 4
        let (wholeWidth, wholeHeight) = turns % 2 == 1 ? (size.height, size.width) : (size.width, size.height)
        let columns = max(0, left)..<max(0, left, min(wholeWidth, left + width))
        let rows = max(0, top)..<max(0, top, min(wholeHeight, top + height))
        let whole = columns.count == size.width && rows.count == size.height
        if whole, turns == 0, !isInverted { return self }
        // Where the turned picture's first pixel lies in this one, and how far apart its neighbours to the right and below are.
        let (last, across) = (size.width * size.height - 1, size.width)
        let (origin, right, down): (Int, Int, Int) =
            switch turns {
            case 1: (last - across + 1, -across, 1)
            case 2: (last, -1, -across)
            case 3: (across - 1, across, -1)
            default: (0, 1, across)
            }
        // The alpha of a pixel stays as it is.
        let inversion: UInt32 = isInverted ? UInt32(littleEndian: 0x00FF_FFFF) : 0
        let bytes = [UInt8](unsafeUninitializedCapacity: columns.count * rows.count * 4) { target, count in
            rgba.withUnsafeBytes { source in
                let target = UnsafeMutableRawBufferPointer(target)
                for row in rows {
                    for column in columns {
                        let place = origin + row * down + column * right
                        let pixel = source.loadUnaligned(fromByteOffset: place * 4, as: UInt32.self)
                        target.storeBytes(of: pixel ^ inversion, toByteOffset: count, as: UInt32.self)
                        count += 4
                    }
                }
            }
        }
        return PixelImage(size: PixelSize(width: columns.count, height: rows.count), rgba: bytes)
    }
}
