/// The bytes of one JSON element, which arrive in parts, up to a maximum size. A larger element is an error, or is skipped.
struct JSONElementBuffer: Sendable {
    private let maximumBytes: Int
    private let skipsLarge: Bool
    private var bytes: [UInt8] = []
    /// The element is too large and will be skipped; none of it is kept.
    private var isTooLarge = false
    /// The number of elements that were skipped because they are too large.
    private(set) var skipped = 0

    init(maximumBytes: Int, skippingLarge skipsLarge: Bool) {
        (self.maximumBytes, self.skipsLarge) = (maximumBytes, skipsLarge)
    }

    /// - Parameter offset: the end of the part in the whole text, for the error.
    mutating func append(_ part: ArraySlice<UInt8>, endingAt offset: Int) throws(JSONError) {
        if isTooLarge { return }
        let room = maximumBytes - bytes.count
        if part.count <= room {
            bytes.append(contentsOf: part)
        } else if skipsLarge {
            (bytes, isTooLarge) = ([], true)
        } else {
            throw JSONError(kind: .tooLarge, offset: offset - part.count + room)
        }
    }

    /// Ends the element and returns it; nil if it is skipped.
    mutating func end() -> [UInt8]? {
        defer { (bytes, isTooLarge) = ([], false) }
        if isTooLarge { skipped += 1 }
        return isTooLarge ? nil : bytes
    }
}
