internal import Glibc

/// Cuts a stream of JPEGs, however it comes in pieces, into whole ones.
///
/// Segments are stepped over by their length, so the end of a thumbnail inside one is not taken for the picture's own (as
/// in ``JPEGLayout``). What stands between two pictures, such as the heads of multipart/x-mixed-replace, is skipped, and a
/// picture that breaks off is dropped at the start of the next. What is inside a picture is not looked at.
struct JPEGStreamSplitter {
    enum Failure: Error, Hashable {
        /// So much came without the start of a picture that there will be none.
        case noPictures
        case pictureTooLarge
    }

    /// What is longer than this is no picture of a card.
    static let maximumBytes = 16 << 20
    /// How much may stand before a picture.
    static let maximumSkipped = 64 << 10

    /// What the next byte is.
    private enum Place {
        case betweenPictures
        /// Coded data, or the 0xFF of the next marker.
        case data
        case marker
        case length
        case secondOfLength(first: UInt8)
        case segment(left: Int)
    }

    private var place = Place.betweenPictures
    /// What there is of the picture, or of its first three bytes.
    private var picture: [UInt8] = []
    private var skipped = 0

    /// The pictures that these bytes complete. After an error the stream cannot be gone on with.
    mutating func add(_ bytes: [UInt8]) throws(Failure) -> [[UInt8]] {
        var pictures: [[UInt8]] = []
        var rest = bytes[...]
        while let next = rest.first {
            switch place {
            case .betweenPictures:
                try seekStart(&rest)
            case .data:
                let end = Self.firstFF(in: rest).map { $0 + 1 }
                if end != nil { place = .marker }
                move(&rest, upTo: end ?? rest.endIndex)
            case .marker:
                move(&rest, upTo: rest.startIndex + 1)
                if next == Marker.end { pictures.append(finished()) } else { place = placeBehind(next) }
            case .length:
                move(&rest, upTo: rest.startIndex + 1)
                place = .secondOfLength(first: next)
            case .secondOfLength(let first):
                move(&rest, upTo: rest.startIndex + 1)
                // The length counts its own two bytes.
                let length = Int(first) << 8 | Int(next)
                if length < 2 { drop() } else { place = length == 2 ? .data : .segment(left: length - 2) }
            case .segment(let left):
                let count = min(left, rest.count)
                move(&rest, upTo: rest.startIndex + count)
                place = count == left ? .data : .segment(left: left - count)
            }
            if picture.count > Self.maximumBytes { throw .pictureTooLarge }
        }
        return pictures
    }

    // MARK: - Steps

    private enum Marker {
        static let start: UInt8 = 0xD8
        static let end: UInt8 = 0xD9
        static let restarts: ClosedRange<UInt8> = 0xD0...0xD7
    }

    /// A picture starts with its marker and the first byte of another one; two bytes alone are found in anything.
    private mutating func seekStart(_ rest: inout ArraySlice<UInt8>) throws(Failure) {
        guard let byte = rest.popFirst() else { return }
        switch (picture.count, byte) {
        case (0, 0xFF), (1, Marker.start):
            picture.append(byte)
        case (2, 0xFF):
            picture.append(byte)
            place = .marker
            skipped = 0
        case (1, 0xFF):
            skipped += 1
        default:
            skipped += picture.count + 1
            picture.removeAll(keepingCapacity: true)
            let start = Self.firstFF(in: rest) ?? rest.endIndex
            skipped += start - rest.startIndex
            rest = rest[start...]
        }
        if skipped >= Self.maximumSkipped { throw .noPictures }
    }

    /// All bytes of all pictures pass here, ten megabytes a second of a good camera.
    private static func firstFF(in bytes: ArraySlice<UInt8>) -> Int? {
        let offset = bytes.withUnsafeBytes { buffer -> Int? in
            guard let start = buffer.baseAddress, let found = memchr(start, 0xFF, buffer.count) else { return nil }
            return UnsafeRawPointer(found) - start
        }
        return offset.map { bytes.startIndex + $0 }
    }

    private mutating func move(_ rest: inout ArraySlice<UInt8>, upTo end: Int) {
        picture += rest[..<end]
        rest = rest[end...]
    }

    /// Where a marker leads that does not end the picture.
    private mutating func placeBehind(_ marker: UInt8) -> Place {
        switch marker {
        // Fill bytes may stand before a marker.
        case 0xFF: return .marker
        case 0x00, 0x01, Marker.restarts: return .data
        case Marker.start:
            // The picture before broke off.
            picture = [0xFF, Marker.start]
            return .data
        default: return .length
        }
    }

    private mutating func finished() -> [UInt8] {
        let whole = picture
        drop()
        // The next one will be about as large.
        picture.reserveCapacity(whole.count)
        return whole
    }

    private mutating func drop() {
        picture = []
        place = .betweenPictures
    }
}
