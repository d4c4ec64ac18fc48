internal import CGdkPixbuf
internal import CJPEG
internal import Cards

/// Decodes pictures with gdk-pixbuf. Only the helper calls it: a hostile picture may crash the process.
struct PixelDecoding {
    let library: UnsafePointer<CGdkLibrary>

    /// Loads the library.
    init() throws(DecodeFailure) {
        guard let library = cgdk_open() else { throw .libraryMissing }
        self.library = library
    }

    /// Opens the loader of a format with its libraries, and what these would open for a picture.
    func prepare(_ format: PictureFormat) {
        guard let loader = try? newLoader(format) else { return }
        _ = cgdk_loader_close(library, loader, nil)
        cgdk_release_loader(library, loader)
        if format == .heic || format == .avif { cgdk_keep_heif_codecs() }
    }

    /// Decodes to upright pixels, no larger than the target.
    func decode(_ bytes: [UInt8], fitting target: PixelSize) throws(DecodeFailure) -> PixelImage {
        try withPicture(bytes, sized: { $0.fittedEitherWay(in: target) }) {
            (picture, isDamaged) throws(DecodeFailure) in
            var image = try pixels(of: picture, fitting: target)
            if isDamaged { image.isDamaged = true }
            return image
        }
    }

    /// Decodes the bytes and passes the picture, in its stored orientation, to `body`, which also learns whether a part of it is
    /// damaged.
    /// - Parameter sized: returns the size that is needed of a picture with the given size. Only some formats can be decoded to a
    ///   smaller size.
    func withPicture<Result>(
        _ bytes: [UInt8], sized: (PixelSize) -> PixelSize,
        _ body: (OpaquePointer, _ isDamaged: Bool) throws(DecodeFailure) -> Result
    ) throws(DecodeFailure) -> Result {
        guard let format = PictureFormat(of: bytes) else { throw .notAPicture }
        guard !format.loaders.isEmpty else { throw .unsupported(format) }
        let layout = PictureLayout(of: bytes, format: format)
        if let size = layout.size, size.isTooLarge(as: format) { throw .tooLarge(size) }
        guard let end = layout.end else { throw .truncated }

        let loader = try newLoader(format)
        defer { cgdk_release_loader(library, loader) }
        return try withoutActuallyEscaping(sized) { sized throws(DecodeFailure) in
            var sizing = Sizing(library: library, format: format, wanted: sized)
            var isDamaged = layout.isDamaged
            cjpeg_forget_damage()
            try withUnsafeMutablePointer(to: &sizing) { sizing throws(DecodeFailure) in
                cgdk_on_size_prepared(library, loader, Sizing.callback, sizing)
                cgdk_on_area_updated(library, loader, Sizing.areaCallback, sizing)
                do throws(DecodeFailure) {
                    try feed(bytes[..<end], to: loader, as: format)
                } catch {
                    // The library only reports that a picture without size cannot be decoded; the actual reason is its size.
                    if let refused = sizing.pointee.refused { throw .tooLarge(refused) }
                    // A damaged JPEG is shown as far as it was decoded.
                    guard format == .jpeg, error == .damaged, sizing.pointee.hasRows else { throw error }
                    isDamaged = true
                }
            }
            isDamaged = isDamaged || cjpeg_found_damage()
            guard let decoded = cgdk_loader_pixbuf(library, loader) else { throw .damaged }
            if let orientation = layout.orientation { cgdk_set_orientation(library, decoded, "\(orientation)") }
            return try body(decoded, isDamaged)
        }
    }

    /// The input and results of the library's callback for the size.
    private struct Sizing {
        let library: UnsafePointer<CGdkLibrary>
        let format: PictureFormat
        let wanted: (PixelSize) -> PixelSize
        /// The announced size, if it is too large.
        var refused: PixelSize?
        /// Whether a part of the picture was decoded.
        var hasRows = false

        static let areaCallback: CGdkAreaUpdated = { _, _, _, _, height, context in
            if height > 0 { context?.assumingMemoryBound(to: Sizing.self).pointee.hasRows = true }
        }

        static let callback: CGdkSizePrepared = { loader, width, height, context in
            guard let sizing = context?.assumingMemoryBound(to: Sizing.self) else { return }
            let claimed = PixelSize(width: Int(width), height: Int(height))
            let isRead = claimed.width > 0 && claimed.height > 0 && !claimed.isTooLarge(as: sizing.pointee.format)
            let size = isRead ? sizing.pointee.wanted(claimed) : claimed
            guard isRead, claimed.decodable(size) == size else {
                sizing.pointee.refused = claimed
                // A size of 0 makes the loaders stop.
                return cgdk_loader_set_size(sizing.pointee.library, loader, 0, 0)
            }
            guard size != claimed else { return }
            cgdk_loader_set_size(sizing.pointee.library, loader, Int32(size.width), Int32(size.height))
        }
    }

    private func newLoader(_ format: PictureFormat) throws(DecodeFailure) -> OpaquePointer {
        for name in format.loaders {
            var error: UnsafeMutablePointer<CGdkError>?
            if let loader = cgdk_loader_new(library, name, &error) { return loader }
            if let error { cgdk_error_free(library, error) }
        }
        throw .unsupported(format)
    }

    /// Always closes the loader, as its API demands.
    private func feed(_ bytes: ArraySlice<UInt8>, to loader: OpaquePointer, as format: PictureFormat)
        throws(DecodeFailure)
    {
        var error: UnsafeMutablePointer<CGdkError>?
        defer { if let error { cgdk_error_free(library, error) } }
        let isFed = bytes.withUnsafeBufferPointer {
            cgdk_loader_write(library, loader, $0.baseAddress, $0.count, &error)
        }
        if isFed {
            let isWhole = format != .gif || cgdk_loader_write(library, loader, [GIFLayout.trailer], 1, nil)
            if cgdk_loader_close(library, loader, &error), isWhole { return }
        } else {
            _ = cgdk_loader_close(library, loader, nil)
        }
        let code = error.map { cgdk_error_code(library, $0) }
        throw code == Int32(CGDK_NO_MEMORY) ? .outOfMemory : .damaged
    }

    /// Rotates by the picture's orientation, then scales.
    private func pixels(of decoded: OpaquePointer, fitting target: PixelSize) throws(DecodeFailure) -> PixelImage {
        guard let upright = cgdk_upright(library, decoded) else { throw .outOfMemory }
        defer { cgdk_release_pixbuf(library, upright) }
        return try withPicture(upright, scaledTo: size(of: upright).fitted(in: target), pixels)
    }

    /// Hands on the picture in that size, for as long as that takes.
    func withPicture<Result>(
        _ picture: OpaquePointer, scaledTo size: PixelSize, _ body: (OpaquePointer) throws(DecodeFailure) -> Result
    ) throws(DecodeFailure) -> Result {
        if size == self.size(of: picture) { return try body(picture) }
        guard let scaled = cgdk_scaled(library, picture, Int32(size.width), Int32(size.height)) else {
            throw .outOfMemory
        }
        defer { cgdk_release_pixbuf(library, scaled) }
        return try body(scaled)
    }

    private func pixels(of pixbuf: OpaquePointer) throws(DecodeFailure) -> PixelImage {
        if !cgdk_is_rgba8(library, pixbuf) {
            guard let withAlpha = cgdk_with_alpha(library, pixbuf) else { throw .outOfMemory }
            defer { cgdk_release_pixbuf(library, withAlpha) }
            guard cgdk_is_rgba8(library, withAlpha) else { throw .damaged }
            return try pixels(of: withAlpha)
        }
        let size = size(of: pixbuf)
        guard let start = cgdk_pixels(library, pixbuf) else { throw .outOfMemory }
        let stride = Int(cgdk_rowstride(library, pixbuf))
        var rgba: [UInt8] = []
        rgba.reserveCapacity(size.width * size.height * 4)
        for row in 0..<size.height {
            rgba.append(contentsOf: UnsafeBufferPointer(start: start + row * stride, count: size.width * 4))
        }
        guard let image = PixelImage(size: size, rgba: rgba) else { throw .damaged }
        return image
    }

    func size(of pixbuf: OpaquePointer) -> PixelSize {
        PixelSize(width: Int(cgdk_width(library, pixbuf)), height: Int(cgdk_height(library, pixbuf)))
    }
}
