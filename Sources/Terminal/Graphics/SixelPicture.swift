internal import CChafa

/// A picture as sixels, six rows of pixels at a time in at most 256 colours that libchafa chooses.
enum SixelPicture {
    /// How hard it tries, from 0 to 1.
    private static let work: Float = 0.5

    /// What shows it at the cursor, which moves. It never reaches below its cells, or the screen would scroll. Nil where libchafa is
    /// missing or makes no sixels.
    static func bytes(_ raster: Raster, size: Size, cell: CellPixels) -> [UInt8]? {
        // The library would find more colours than two in them, and scale what has its size already.
        if let bytes = BlackAndWhiteSixels.bytes(raster, size: size, cell: cell) { return bytes }
        guard let library = cchafa_open(),
            let text = cchafa_sixels(
                library, raster.rgba, Int32(raster.width), Int32(raster.height), Int32(size.columns),
                Int32(size.rows), Int32(cell.width), Int32(cell.height), work)
        else { return nil }
        defer { cchafa_text_free(library, text) }
        guard let content = text.pointee.text else { return nil }
        return content.withMemoryRebound(to: UInt8.self, capacity: text.pointee.length) {
            Array(UnsafeBufferPointer(start: $0, count: text.pointee.length))
        }
    }
}
