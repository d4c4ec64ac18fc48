internal import CardBarcodes
internal import Cards

/// The libraries of a helper, opened before its confinement together with everything that they open in turn. A missing library is
/// reported with the first picture that needs it.
struct HelperLibraries {
    let decoding: Result<PixelDecoding, DecodeFailure>

    init(for capabilities: HelperCapabilities) {
        decoding = Result { () throws(DecodeFailure) in try PixelDecoding() }
        if case .success(let decoding) = decoding, !capabilities.formats.isEmpty {
            for format in capabilities.formats.union([.png, .jpeg]) { decoding.prepare(format) }
        }
        if capabilities.readsCodes,
            let nothing = GreyImage(width: 8, height: 8, pixels: Array(repeating: 255, count: 64))
        {
            _ = try? ZXingReader().codes(in: nothing)
        }
    }
}
