internal import Glibc

/// Splits a stream of JPEGs, which arrives in arbitrary chunks, into complete pictures.
///
/// Segments are skipped by their length, so that the end marker of an embedded thumbnail does not end the picture (as in
/// ``JPEGLayout``). Data between two pictures, such as the headers of multipart/x-mixed-replace, is skipped, and a truncated
/// picture is dropped at the start of the next. The content of pictures is not checked.
struct JPEGStreamSplitter {
    enum Failure: Error, Hashable {
        /// ``maximumSkipped`` bytes came without the start of a picture.
        case noPictures
        case pictureTooLarge
    }

    /// The maximum size of a picture.
    static let maximumBytes = 16 << 20
    /// The maximum number of bytes before a picture.
    static let maximumSkipped = 64 << 10

    /// What the next byte belongs to.
    private enum State {
        case betweenPictures
        /// Coded data, or the 0xFF of the next marker.
        case data
        case marker
        case length
        case secondOfLength(first: UInt8)
        case segment(left: Int)
    }

    private var state = State.betweenPictures
    /// The bytes so far of the picture, or of its first three bytes.
    private var picture: [UInt8] = []
    private var skipped = 0

    /// Returns the pictures that these bytes complete. After an error the stream cannot be continued.
    mutating func add(_ bytes: [UInt8]) throws(Failure) -> [[UInt8]] {
        var pictures: [[UInt8]] = []
        var rest = bytes[...]
        while let next = rest.first {
            switch state {
            case .betweenPictures:
                try seekStart(&rest)
            case .data:
                let end = Self.firstFF(in: rest).map { $0 + 1 }
                if end != nil { state = .marker }
                move(&rest, upTo: end ?? rest.endIndex)
            case .marker:
                move(&rest, upTo: rest.startIndex + 1)
                if next == Marker.end { pictures.append(finished()) } else { state = nextState(after: next) }
            case .length:
                move(&rest, upTo: rest.startIndex + 1)
                state = .secondOfLength(first: next)
            case .secondOfLength(let first):
                move(&rest, upTo: rest.startIndex + 1)
                // The length counts its own two bytes.
                let length = Int(first) << 8 | Int(next)
                if length < 2 { drop() } else { state = length == 2 ? .data : .segment(left: length - 2) }
            case .segment(let left):
                let count = min(left, rest.count)
                move(&rest, upTo: rest.startIndex + count)
                state = count == left ? .data : .segment(left: left - count)
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

    /// A picture starts with its marker and the first byte of another one: two bytes alone occur in any data.
    private mutating func seekStart(_ rest: inout ArraySlice<UInt8>) throws(Failure) {
        guard let byte = rest.popFirst() else { return }
        switch (picture.count, byte) {
        case (0, 0xFF), (1, Marker.start):
            picture.append(byte)
        case (2, 0xFF):
            picture.append(byte)
            state = .marker
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

    /// Uses memchr for speed: a good camera sends ten megabytes a second.
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

    /// The state after a marker that does not end the picture.
    private mutating func nextState(after marker: UInt8) -> State {
        switch marker {
        // Fill bytes may precede a marker.
        case 0xFF: return .marker
        case 0x00, 0x01, Marker.restarts: return .data
        case Marker.start:
            // The previous picture was truncated.
            picture = [0xFF, Marker.start]
            return .data
        default: return .length
        }
    }

    private mutating func finished() -> [UInt8] {
        let whole = picture
        drop()
        // The next picture will have about the same size.
        picture.reserveCapacity(whole.count)
        return whole
    }

    private mutating func drop() {
        picture = []
        state = .betweenPictures
    }
}
