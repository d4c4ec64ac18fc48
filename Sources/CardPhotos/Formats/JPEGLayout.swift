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
                if !Marker.belongsToPicture(marker) { layout.isBare = false }
                var segment = reader
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

    private enum Marker {
        static let end: UInt8 = 0xD9
        static let restarts: ClosedRange<UInt8> = 0xD0...0xD7

        /// Of the application's segments those of JFIF (0), the colour profile (2) and Adobe's colour transform (14) say how the
        /// picture is shown; the others and the comment say where it comes from.
        static func belongsToPicture(_ marker: UInt8) -> Bool {
            switch marker {
            case 0xE0, 0xE2, 0xEE: true
            case 0xE0...0xEF, 0xFE: false
            default: true
            }
        }

        /// The frame headers SOF0 to SOF15; the three others in their range are tables.
        static func isFrame(_ marker: UInt8) -> Bool {
            (0xC0...0xCF).contains(marker) && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
        }
    }
}
