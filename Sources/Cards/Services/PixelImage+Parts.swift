extension PixelImage {
    /// A part of the picture, turned right by quarters, with inverted colors if requested. The part is in pixels of the turned
    /// picture and clipped to it; nil if it is outside.
    public func part(
        left: Int, top: Int, width: Int, height: Int, quarterTurns: Int = 0, isInverted: Bool = false
    ) -> PixelImage? {
        let turns = (quarterTurns % 4 + 4) % 4
        let (wholeWidth, wholeHeight) = turns % 2 == 1 ? (size.height, size.width) : (size.width, size.height)
        let columns = max(0, left)..<max(0, left, min(wholeWidth, left + width))
        let rows = max(0, top)..<max(0, top, min(wholeHeight, top + height))
        let whole = columns.count == size.width && rows.count == size.height
        if whole, turns == 0, !isInverted { return self }
        // The position of the turned picture's first pixel in this one, and the distances to its right and lower neighbors.
        let (last, across) = (size.width * size.height - 1, size.width)
        let (origin, right, down): (Int, Int, Int) =
            switch turns {
            case 1: (last - across + 1, -across, 1)
            case 2: (last, -1, -across)
            case 3: (across - 1, across, -1)
            default: (0, 1, across)
            }
        // Alpha is not inverted.
        let inversion: UInt32 = isInverted ? UInt32(littleEndian: 0x00FF_FFFF) : 0
        let bytes = [UInt8](unsafeUninitializedCapacity: columns.count * rows.count * 4) { target, count in
            rgba.withUnsafeBytes { source in
                let target = UnsafeMutableRawBufferPointer(target)
                for row in rows {
                    for column in columns {
                        let index = origin + row * down + column * right
                        let pixel = source.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
                        target.storeBytes(of: pixel ^ inversion, toByteOffset: count, as: UInt32.self)
                        count += 4
                    }
                }
            }
        }
        return PixelImage(size: PixelSize(width: columns.count, height: rows.count), rgba: bytes)
    }
}
