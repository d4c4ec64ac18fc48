internal import Basics

/// The format of a picture, determined by its first bytes only; file names and media types of servers are ignored.
///
/// The list also protects the decoding library: it gets only formats with a loader here. By itself it would accept SVG, and load
/// the files and URLs named in it.
enum PictureFormat: UInt32, CaseIterable {
    case png, jpeg, gif, webP, heic, avif
    // Recognized, never decoded by the helper; see ``PDFPages`` for PDFs.
    case svg, tiff, bmp, pdf, icon, jpegXL

    /// The name in messages.
    var name: String {
        switch self {
        case .png: "PNG"
        case .jpeg: "JPEG"
        case .gif: "GIF"
        case .webP: "WebP"
        case .heic: "HEIC"
        case .avif: "AVIF"
        case .svg: "SVG"
        case .tiff: "TIFF"
        case .bmp: "BMP"
        case .pdf: "PDF"
        case .icon: "ICO"
        case .jpegXL: "JPEG XL"
        }
    }

    /// The gdk-pixbuf loaders that may decode it, of which the first installed one is used; none for formats that are not shown.
    var loaders: [String] {
        switch self {
        case .png: ["png"]
        case .jpeg: ["jpeg"]
        case .gif: ["gif"]
        case .webP: ["webp"]
        case .heic: ["heif/avif"]
        case .avif: ["heif/avif", "avif"]
        case .svg, .tiff, .bmp, .pdf, .icon, .jpegXL: []
        }
    }

    /// The Debian package of the loader, where the decoding library comes without it.
    var loaderPackage: String? {
        switch self {
        case .webP: "webp-pixbuf-loader"
        case .heic: "heif-gdk-pixbuf"
        case .avif: "libavif-gdk-pixbuf"
        case .png, .jpeg, .gif, .svg, .tiff, .bmp, .pdf, .icon, .jpegXL: nil
        }
    }

    /// Nil for bytes of unknown format.
    init?(of bytes: [UInt8]) {
        func begins(_ text: String, at offset: Int = 0) -> Bool { bytes.dropFirst(offset).starts(with: text.utf8) }
        if bytes.starts(with: PNGLayout.signature) {
            self = .png
        } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
            self = .jpeg
        } else if begins("GIF87a") || begins("GIF89a") {
            self = .gif
        } else if begins("RIFF"), begins("WEBP", at: 8) {
            self = .webP
        } else if begins("ftyp", at: 4) {
            let brand = String(decoding: bytes.dropFirst(8).prefix(4), as: UTF8.self)
            switch brand {
            case "heic", "heix", "heim", "heis", "mif1", "msf1": self = .heic
            case "avif", "avis": self = .avif
            default: return nil
            }
        } else if begins("II*\0") || begins("MM\0*") {
            self = .tiff
        } else if begins("BM"), bytes.count >= 26, bytes[6..<10].allSatisfy({ $0 == 0 }) {
            self = .bmp
        } else if begins("%PDF-") {
            self = .pdf
        } else if bytes.starts(with: [0, 0, 1, 0]) {
            self = .icon
        } else if bytes.starts(with: [0xFF, 0x0A]) || bytes.dropFirst(4).starts(with: "JXL ".utf8) {
            self = .jpegXL
        } else if Self.isSVG(bytes) {
            self = .svg
        } else {
            return nil
        }
    }

    /// SVG is text with this tag near the beginning, after what XML allows before it.
    private static func isSVG(_ bytes: [UInt8]) -> Bool {
        let start = String(decoding: bytes.prefix(1024), as: UTF8.self)
        guard let first = start.first(where: { !$0.isWhitespace && $0 != "\u{FEFF}" }), first == "<" else {
            return false
        }
        return start.contains(bytesOf: "<svg") || start.contains(bytesOf: "<!DOCTYPE svg")
    }
}
