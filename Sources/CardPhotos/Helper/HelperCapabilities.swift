/// What a helper can do, decided when it is started: it opens the libraries for that, and nothing after that.
///
/// Not everything at once: the libraries of HEIC alone cost as much time as all others together.
struct HelperCapabilities: Hashable {
    /// The kinds of pictures that it decodes. For any of them it writes PNG and JPEG too.
    var formats: Set<PictureFormat> = []
    var readsCodes = false

    static let everything = HelperCapabilities(
        formats: Set(PictureFormat.allCases.filter { !$0.loaders.isEmpty }), readsCodes: true)

    private static let codesArgument = "codes"

    init(formats: Set<PictureFormat> = [], readsCodes: Bool = false) {
        (self.formats, self.readsCodes) = (formats, readsCodes)
    }

    /// What it takes to decode these bytes; nothing where they are no picture, or of a kind that is never decoded.
    init(decoding bytes: [UInt8], readsCodes: Bool = false) {
        let format = PictureFormat(of: bytes)
        self.init(formats: Set([format].compactMap(\.self).filter { !$0.loaders.isEmpty }), readsCodes: readsCodes)
    }

    /// As the helper's arguments say it; everything where they say nothing.
    init(arguments: [String]) {
        guard !arguments.isEmpty else {
            self = .everything
            return
        }
        self.init(
            formats: Set(PictureFormat.allCases.filter { arguments.contains($0.name) }),
            readsCodes: arguments.contains(Self.codesArgument))
    }

    /// Never empty: without arguments it would be everything.
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
