internal import Cards

/// Why the helper did not decode a picture, in a form that fits into three numbers: the helper returns no text, because a hostile
/// picture could choose it.
enum DecodeFailure: Error, Hashable {
    case notAPicture
    case unsupported(PictureFormat)
    case tooLarge(PixelSize)
    case truncated
    case libraryMissing
    case damaged
    case outOfMemory
    /// The library that reads barcodes is missing.
    case readerMissing
    /// The system cannot confine the helper, so it reads no picture.
    case notConfined

    /// The error for the user.
    var photoError: PhotoError {
        switch self {
        case .notAPicture: .notAPicture
        case .unsupported(let format):
            if let package = format.loaderPackage {
                .loaderMissing(format: format.name, package: package)
            } else {
                .unsupportedFormat(format.name)
            }
        // The helper also rejects sizes without pixels, which are not too large but damaged.
        case .tooLarge(let size) where size.width < 1 || size.height < 1: .decoderFailed("its data is damaged")
        case .tooLarge(let size): .tooLarge(size)
        case .truncated: .truncated
        case .libraryMissing: .libraryMissing("gdk-pixbuf")
        case .damaged: .decoderFailed("its data is damaged")
        case .outOfMemory: .decoderFailed("it needs too much memory")
        case .readerMissing: .libraryMissing("libZXing")
        case .notConfined:
            .decoderFailed("this system cannot confine the decoder, the kernel does not support seccomp filters")
        }
    }
}
