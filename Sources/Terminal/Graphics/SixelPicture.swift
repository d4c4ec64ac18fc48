internal import CChafa

/// A picture as sixels, bands of six rows of pixels in at most 256 colours chosen by libchafa.
enum SixelPicture {
    /// libchafa's work factor, from 0 to 1.
    private static let work: Float = 0.5

    /// The sequence that shows it at the cursor, which moves. It never reaches below its cells: the screen would
    /// scroll. Nil if libchafa is missing or produces no sixels.
    static func bytes(_ raster: Raster, size: Size, cell: CellPixels) -> [UInt8]? {
        // For these libchafa would choose more than two colours, and scale a picture that already has its size.
        if let bytes = BlackAndWhiteSixels.bytes(raster, size: size, cell: cell) { return bytes }
        guard cchafa_is_there(),
            let text = cchafa_sixels(
                raster.rgba, Int32(raster.width), Int32(raster.height), Int32(size.columns),
                Int32(size.rows), Int32(cell.width), Int32(cell.height), work)
        else { return nil }
        defer { cchafa_text_free(text) }
        guard let content = text.pointee.text else { return nil }
        return content.withMemoryRebound(to: UInt8.self, capacity: text.pointee.length) {
            Array(UnsafeBufferPointer(start: $0, count: text.pointee.length))
        }
    }
}
