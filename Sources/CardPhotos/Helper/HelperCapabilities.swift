internal import CardCodes
internal import Cards

/// What a helper can do. It is decided at the start, since the helper opens libraries only then.
///
/// Not everything by default: the libraries of HEIC alone take as much time as all others together.
struct HelperCapabilities: Equatable {
    /// The formats that it decodes. With any of them it also writes PNG and JPEG.
    var formats: Set<PictureFormat> = []
    var readsCodes = false

    static let everything = HelperCapabilities(
        formats: Set(PictureFormat.allCases.filter { !$0.loaders.isEmpty }), readsCodes: true)

    private static let codesArgument = "codes"

    init(formats: Set<PictureFormat> = [], readsCodes: Bool = false) {
        self.formats = formats
        self.readsCodes = readsCodes
    }

    /// What decoding these bytes needs; nothing if they are no picture, or of a format that is never decoded.
    init(decoding bytes: [UInt8], readsCodes: Bool = false) {
        let format = PictureFormat(of: bytes)
        self.init(formats: Set([format].compactMap(\.self).filter { !$0.loaders.isEmpty }), readsCodes: readsCodes)
    }

    /// From the helper's arguments; everything if there are none.
    init(arguments: [String]) {
        guard !arguments.isEmpty else {
            self = .everything
            return
        }
        self.init(
            formats: Set(PictureFormat.allCases.filter { arguments.contains($0.name) }),
            readsCodes: arguments.contains(Self.codesArgument))
    }

    /// Never empty, since no arguments mean everything.
    var arguments: [String] {
        let names = formats.map(\.name).sorted() + (readsCodes ? [Self.codesArgument] : [])
        return names.isEmpty ? ["nothing"] : names
    }

    func covers(_ other: HelperCapabilities) -> Bool {
        formats.isSuperset(of: other.formats) && (readsCodes || !other.readsCodes)
    }

    mutating func add(_ other: HelperCapabilities) {
        formats.formUnion(other.formats)
        readsCodes = readsCodes || other.readsCodes
    }
}

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
