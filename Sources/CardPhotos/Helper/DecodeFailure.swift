internal import Cards

/// Why the helper did not decode a picture, in a form that fits three numbers: no text comes out of the helper, because
/// a hostile picture could choose its words.
enum DecodeFailure: Error, Hashable {
    case notAPicture
    case unsupported(PictureFormat)
    case tooLarge(PixelSize)
    case truncated
    case libraryMissing
    case damaged
    case outOfMemory
    /// The library that reads barcodes.
    case readerMissing
    /// The system lets no process be confined as the helper has to be: it looks at nothing then.
    case notConfined

    /// The same in words for the user.
    var photoError: PhotoError {
        switch self {
        case .notAPicture: .notAPicture
        case .unsupported(let format):
            if let package = format.loaderPackage {
                .loaderMissing(format: format.name, package: package)
            } else {
                .unsupportedFormat(format.name)
            }
        // The helper refuses any size that it cannot show; one without pixels is not too large.
        case .tooLarge(let size) where size.width < 1 || size.height < 1: .decoderFailed("its data is damaged")
        case .tooLarge(let size): .tooLarge(size)
        case .truncated: .truncated
        case .libraryMissing: .libraryMissing("gdk-pixbuf")
        case .damaged: .decoderFailed("its data is damaged")
        case .outOfMemory: .decoderFailed("it needs too much memory")
        case .readerMissing: .libraryMissing("libZXing")
        case .notConfined: .decoderFailed("this system cannot confine the decoder, the kernel takes no seccomp filter")
        }
    }
}
