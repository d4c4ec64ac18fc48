internal import Basics
internal import Cards

/// Parses the structure of a JPEG (ISO 10918-1): marker segments, and after each scan header the coded picture, in which 0xFF
/// occurs only before 0x00 or a restart marker.
///
/// Segments are skipped by their length, so that the end marker of an embedded thumbnail does not end the picture.
enum JPEGLayout {
    static func read(_ bytes: [UInt8]) -> PictureLayout {
        var layout = PictureLayout(size: nil, end: nil)
        layout.isBare = true
        var reader = ByteReader(bytes, at: 2)
        var isInScan = false
        var restart: UInt8 = 0
        while let marker = nextMarker(&reader) {
            switch marker {
            case Marker.end:
                layout.end = reader.position
                return layout
            case 0x00: continue
            case 0x01 where !isInScan: continue
            case Marker.restarts:
                // Restart markers are numbered cyclically, beginning with each scan.
                if isInScan, marker & 7 != restart { layout.isDamaged = true }
                restart = (marker &+ 1) & 7
            default:
                var segment = reader
                if isInScan, !mayFollowScan(marker, reader) {
                    layout.isDamaged = true
                    continue
                }
                if !belongsToPicture(marker, segment) { layout.isBare = false }
                let start = reader.position + 2
                guard let length = reader.bigEndian(2), reader.skip(length - 2) else { return layout }
                // The decoding library reads Exif, whose orientation goes before this one.
                if marker == Marker.application1, layout.orientation == nil,
                    bytes[start..<reader.position].starts(with: XMPOrientation.mark)
                {
                    layout.orientation = XMPOrientation.read(bytes[start..<reader.position])
                }
                if marker == Marker.scan { (isInScan, restart) = (true, 0) }
                if Marker.isFrame(marker), layout.size == nil, segment.skip(3), let height = segment.bigEndian(2),
                    let width = segment.bigEndian(2)
                {
                    layout.size = PixelSize(width: width, height: height)
                }
            }
        }
        return layout
    }

    /// Whether the marker may come between two scans of a picture: a table, a comment, the next scan's header or the number of
    /// lines, followed by another marker or the next scan. Any other one comes from damaged data.
    private static func mayFollowScan(_ marker: UInt8, _ segment: ByteReader) -> Bool {
        var segment = segment
        guard let length = segment.bigEndian(2), segment.skip(length - 2) else { return false }
        switch marker {
        case Marker.scan: return (8...14).contains(length)
        case 0xC4, 0xCC, 0xDB...0xDD, 0xE0...0xEF, 0xFE: return segment.byte() == 0xFF
        default: return false
        }
    }

    /// The byte after the next 0xFF; fill bytes and coded data before it are skipped.
    private static func nextMarker(_ reader: inout ByteReader) -> UInt8? {
        while reader.skip(toNext: 0xFF) {
            while let marker = reader.byte() { if marker != 0xFF { return marker } }
        }
        return nil
    }

    /// Of the application segments, those of JFIF (0, without its thumbnail), of the colour profile (2) and of Adobe's colour
    /// transform (14) determine how the picture is shown. The others and comments contain metadata, such as its origin or a
    /// former version as thumbnail.
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
        static let scan: UInt8 = 0xDA
        static let application1: UInt8 = 0xE1
        static let restarts: ClosedRange<UInt8> = 0xD0...0xD7

        /// The frame headers SOF0 to SOF15; the other three markers in their range have other meanings.
        static func isFrame(_ marker: UInt8) -> Bool {
            (0xC0...0xCF).contains(marker) && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
        }
    }
}
