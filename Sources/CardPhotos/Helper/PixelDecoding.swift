internal import CGdkPixbuf
internal import CJPEG
internal import CardCodes
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

/// Decodes a photo to grey pixels, for reading barcodes. Only the helper calls this.
extension PixelDecoding {
    /// The maximum number of pixels, that of usual cameras. Larger photos are scaled down.
    private static let mostPixels = 16_000_000

    /// The picture as it is stored, since a barcode can be read in any orientation. Transparent pixels become white.
    func grey(_ bytes: [UInt8]) throws(DecodeFailure) -> GreyImage {
        try withPicture(bytes, sized: Self.size) { (decoded, _) throws(DecodeFailure) in
            try withPicture(decoded, scaledTo: Self.size(of: size(of: decoded)), grey)
        }
    }

    private static func size(of size: PixelSize) -> PixelSize {
        let pixels = size.width * size.height
        guard pixels > mostPixels else { return size }
        let scale = (Double(mostPixels) / Double(pixels)).squareRoot()
        return PixelSize(
            width: max(1, Int(Double(size.width) * scale)), height: max(1, Int(Double(size.height) * scale)))
    }

    private func grey(of pixbuf: OpaquePointer) throws(DecodeFailure) -> GreyImage {
        guard cgdk_is_8_bits(library, pixbuf), let pixels = cgdk_pixels(library, pixbuf) else { throw .damaged }
        let size = size(of: pixbuf)
        let (stride, channels) = (Int(cgdk_rowstride(library, pixbuf)), Int(cgdk_channels(library, pixbuf)))
        guard (3...4).contains(channels) else { throw .damaged }
        let grey = [UInt8](unsafeUninitializedCapacity: size.width * size.height) { grey, count in
            for row in 0..<size.height {
                var pixel = pixels + row * stride
                for _ in 0..<size.width {
                    // ITU-R BT.601, in parts of 1024.
                    let light = (306 * UInt32(pixel[0]) + 601 * UInt32(pixel[1]) + 117 * UInt32(pixel[2])) >> 10
                    let alpha = channels == 4 ? UInt32(pixel[3]) : 255
                    grey[count] = UInt8((light * alpha + 255 * (255 - alpha)) / 255)
                    (pixel, count) = (pixel + channels, count + 1)
                }
            }
        }
        guard let image = GreyImage(width: size.width, height: size.height, pixels: grey) else { throw .damaged }
        return image
    }
}

extension PixelSize {
    /// Pictures of more than 100 megapixels, or of more than 30,000 pixels on a side, are not decoded to all their pixels.
    var isTooLarge: Bool { isLarger(than: 100) }

    /// A JPEG can be decoded to half its size or less, so that a larger one is accepted: phones take photos of 200 megapixels.
    func isTooLarge(as format: PictureFormat) -> Bool { isLarger(than: format == .jpeg ? 250 : 100) }

    private func isLarger(than megapixels: Int) -> Bool {
        width > 30_000 || height > 30_000 || width * height > megapixels * 1_000_000
    }

    /// The size to which this picture can be decoded where that size is wanted.
    func decodable(_ wanted: PixelSize) -> PixelSize {
        isTooLarge && wanted.width * 2 > width ? PixelSize(width: width / 2, height: height / 2) : wanted
    }

    /// The largest size of the same proportion within the box; never larger than the picture, at least one pixel.
    func fitted(in box: PixelSize) -> PixelSize { scaled(by: scale(toFit: box)) }

    /// The same for a picture that may have to be rotated by 90 degrees: large enough for both orientations.
    func fittedEitherWay(in box: PixelSize) -> PixelSize {
        scaled(by: max(scale(toFit: box), scale(toFit: PixelSize(width: box.height, height: box.width))))
    }

    private func scale(toFit box: PixelSize) -> Double {
        min(1, Double(box.width) / Double(width), Double(box.height) / Double(height))
    }

    private func scaled(by scale: Double) -> PixelSize {
        PixelSize(
            width: max(1, Int((Double(width) * scale).rounded())),
            height: max(1, Int((Double(height) * scale).rounded())))
    }
}
