internal import Cards

/// Where the parts of a JPEG stand (ISO 10918-1): segments behind markers, and after each scan header the coded picture
/// itself, in which 0xFF stands only before 0x00 or a restart marker.
///
/// Segments are stepped over by their length, so the end of a thumbnail inside one is not taken for the picture's own.
enum JPEGLayout {
    static func read(_ bytes: [UInt8]) -> PictureLayout {
        var layout = PictureLayout(size: nil, end: nil)
        layout.isBare = true
        var reader = ByteReader(bytes, at: 2)
        while let marker = nextMarker(&reader) {
            switch marker {
            case Marker.end:
                layout.end = reader.position
                return layout
            case 0x00, 0x01, Marker.restarts:
                continue
            default:
                var segment = reader
                if !belongsToPicture(marker, segment) { layout.isBare = false }
                guard let length = reader.bigEndian(2), reader.skip(length - 2) else { return layout }
                if Marker.isFrame(marker), layout.size == nil, segment.skip(3), let height = segment.bigEndian(2),
                    let width = segment.bigEndian(2)
                {
                    layout.size = PixelSize(width: width, height: height)
                }
            }
        }
        return layout
    }

    /// The byte behind the next 0xFF; fill bytes and coded data before it are stepped over.
    private static func nextMarker(_ reader: inout ByteReader) -> UInt8? {
        while let byte = reader.byte() {
            guard byte == 0xFF else { continue }
            while let marker = reader.byte() { if marker != 0xFF { return marker } }
        }
        return nil
    }

    /// Of the application's segments those of JFIF (0, without its thumbnail), the colour profile (2) and Adobe's colour transform (14)
    /// say how the picture is shown; the others and the comment say where it comes from, or show it as it was before.
    private static func belongsToPicture(_ marker: UInt8, _ segment: ByteReader) -> Bool {
        var segment = segment
        guard let length = segment.bigEndian(2) else { return false }
        func begins(_ text: String) -> Bool {
            var rest = segment
            return text.utf8.allSatisfy { rest.byte() == $0 }
        }
        return switch marker {
        case 0xE0: length == 16 && begins("JFIF\0")
        case 0xE2: begins("ICC_PROFILE\0")
        case 0xEE: length == 14 && begins("Adobe")
        case 0xE0...0xEF, 0xFE: false
        default: true
        }
    }

    private enum Marker {
        static let end: UInt8 = 0xD9
        static let restarts: ClosedRange<UInt8> = 0xD0...0xD7

        /// The frame headers SOF0 to SOF15; the three others in their range are tables.
        static func isFrame(_ marker: UInt8) -> Bool {
            (0xC0...0xCF).contains(marker) && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
        }
    }
}
